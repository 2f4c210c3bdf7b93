//! Positions up to isomorphism.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::search::{Interner, Label, Labels, OptionLabels, Recurrence};
use crate::{Error, Game, Meter, Nimber};

/// A component up to isomorphism. Two positions have the same form iff their trees of options are the same, as sets of
/// multisets of components, with components without options left out. What holds for a form holds in every play
/// convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// The nim-heap of this size; `Nim(0)` has no options.
    Nim(u64),
    /// Any other form, by its number in its table.
    Other(u32),
}

impl Form {
    /// The component without options.
    pub const END: Self = Self::Nim(0);
}

impl Label for Form {
    fn code(self) -> Option<u32> {
        match self {
            Self::Nim(size) => u32::try_from(size).ok()?.checked_mul(2),
            Self::Other(number) => number.checked_mul(2)?.checked_add(1),
        }
    }

    fn of_code(code: u32) -> Self {
        if code.is_multiple_of(2) { Self::Nim(u64::from(code / 2)) } else { Self::Other(code / 2) }
    }
}

/// The options of a form: sorted, without duplicates. Each option is a sorted multiset of forms.
type FormOptions = Box<[Box<[Form]>]>;

/// The table of forms that are not nim-heaps. Clones share one table.
#[derive(Clone, Debug, Default)]
pub struct Forms(Arc<Mutex<Table>>);

#[derive(Debug, Default)]
struct Table {
    forms: Interner<FormOptions>,
    /// The bytes that the options of all forms take outside the table.
    owned: usize,
}

impl Forms {
    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic cannot leave the table inconsistent: an item is added in one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The form with these options, each a list of components.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 forms.
    pub(crate) fn form(&self, options: impl Iterator<Item = Vec<Form>>) -> Result<Form, Error> {
        let mut options: Vec<Box<[Form]>> = options
            .map(|mut option| {
                option.retain(|&part| part != Form::END);
                option.sort_unstable();
                option.into_boxed_slice()
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        // The options of *n, sorted: the empty game, *1, …, *(n-1).
        let is_nim_heap = options.iter().enumerate().all(|(size, option)| match **option {
            [] => size == 0,
            [Form::Nim(heap)] => heap == size as u64,
            _ => false,
        });
        if is_nim_heap {
            return Ok(Form::Nim(options.len() as u64));
        }
        let bytes =
            options.iter().map(|option| size_of_val::<[Form]>(option) + size_of::<Box<[Form]>>()).sum::<usize>();
        let mut table = self.table();
        let before = table.forms.len();
        let number = table.forms.intern(options.into_boxed_slice())?;
        if table.forms.len() > before {
            table.owned += bytes;
        }
        Ok(Form::Other(number))
    }

    /// Calls `each` with every option of a form, until it returns `false`.
    pub(crate) fn for_each_option(&self, form: Form, mut each: impl FnMut(&[Form]) -> bool) {
        match form {
            Form::Nim(heap) => {
                for size in 0..heap {
                    let option = [Form::Nim(size)];
                    if !each(if size == 0 { &[] } else { &option }) {
                        return;
                    }
                }
            }
            Form::Other(number) => {
                for option in self.table().forms.item(number) {
                    if !each(option) {
                        return;
                    }
                }
            }
        }
    }
}

/// The recurrence that labels a position with its form.
impl<G: Game> Recurrence<G> for Forms {
    type Label = Form;

    fn known(&mut self, game: &G, position: &G::Position, _meter: &mut Meter<'_>) -> Result<Option<Form>, Error> {
        Ok(game.nim_heap(position).map(Form::Nim))
    }

    fn label(&mut self, options: OptionLabels<'_, Form>) -> Result<Form, Error> {
        self.form(options.iter().map(Iterator::collect))
    }

    fn bytes(&self) -> usize {
        let table = self.table();
        table.forms.bytes() + table.owned
    }
}

impl<G: Game> Labels<G, Forms> {
    /// The components of a position as sorted forms, without components that have no options.
    ///
    /// # Errors
    /// As for [`Labels::labels`].
    pub fn forms(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Vec<Form>, Error> {
        let mut forms = self.labels(position, meter)?;
        forms.retain(|&form| form != Form::END);
        forms.sort_unstable();
        Ok(forms)
    }
}

impl From<Nimber> for Form {
    fn from(value: Nimber) -> Self {
        Self::Nim(value.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(forms: &Forms, options: &[&[Form]]) -> Form {
        forms.form(options.iter().map(|parts| parts.to_vec())).unwrap()
    }

    #[test]
    fn nim_heaps_are_recognised_whatever_they_are_called() {
        let forms = Forms::default();
        let end = form(&forms, &[]);
        assert_eq!(end, Form::END);
        let one = form(&forms, &[&[end]]);
        assert_eq!(one, Form::Nim(1));
        // The empty game may be given as an option twice, as itself and as a sum of ended components.
        assert_eq!(form(&forms, &[&[one], &[end, end], &[]]), Form::Nim(2));
    }

    #[test]
    fn equal_value_is_not_the_same_form() {
        let forms = Forms::default();
        let odd = form(&forms, &[&[Form::Nim(1)]]);
        assert_ne!(odd, Form::END);
        assert_eq!(odd, form(&forms, &[&[Form::Nim(1)], &[Form::Nim(1), Form::END]]));
        // *1 + *1 is a separate option, not the empty game.
        assert_ne!(form(&forms, &[&[Form::Nim(1), Form::Nim(1)]]), Form::Nim(1));
    }
}
