//! Lists the options of a position within the limits. Failures of the rules and incomplete lists are reported here.

use crate::{Bound, Error, Game, Meter, Options};

/// Lists at most `most` options of a position.
///
/// # Errors
/// [`Error::Rules`] if the rules fail there, [`Error::Budget`] if the list closed itself.
pub(crate) fn list<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    most: usize,
    options: &mut Options<G::Position>,
    meter: &mut Meter<'_>,
) -> Result<(), Error> {
    options.fill(most, meter, |out| game.options(position, out))?;
    match options.failure() {
        Some(error) => Err(error.clone().at(|| game.show(position))),
        None => Ok(()),
    }
}

/// Lists all options of a position.
///
/// # Errors
/// As for [`list`], and [`Error::Budget`] if the options do not fit in the memory left. An engine holds an option in a
/// buffer that may double, and again where it is numbered.
pub(crate) fn list_all<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    options: &mut Options<G::Position>,
    meter: &mut Meter<'_>,
) -> Result<(), Error> {
    let room = meter.room_for(4 * (size_of::<G::Position>() + size_of::<usize>()));
    list(game, position, room, options, meter)?;
    if options.more() { Err(meter.stopped(Bound::Bytes)) } else { Ok(()) }
}
