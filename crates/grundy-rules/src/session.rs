//! One interpreter, kept from call to call: a fresh one for each call would cost more than most calls do.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::Options;
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::convert::{self, kind};
use crate::fault::Fault;
use crate::memory::Memory;
use crate::position::Position;
use crate::program::{Function, Program};
use crate::quiet::guarded;
use crate::watch::Watch;

/// What is asked of a session.
pub(crate) enum Request {
    /// The options of a position, to be appended to the list that is shared with the session.
    Options(Position),
    /// The components of a position.
    Reduce(Position),
    /// The value in normal play.
    Value(Position),
    /// How much play a position may hold.
    Weight(Position),
    /// The text of a position.
    Show(Position),
    /// The position of a text.
    Parse(String),
    /// Nothing more.
    End,
}

/// What a session answers.
pub(crate) enum Reply {
    /// The options are in the list that is shared with the session.
    Options(Result<(), Fault>),
    Parts(Result<Vec<Position>, Fault>),
    Value(Result<Option<u64>, Fault>),
    Weight(Result<u64, Fault>),
    Text(Result<String, Fault>),
    Position(Result<Position, Fault>),
}

impl Reply {
    const fn is_fault(&self) -> bool {
        matches!(
            self,
            Self::Options(Err(_))
                | Self::Parts(Err(_))
                | Self::Value(Err(_))
                | Self::Weight(Err(_))
                | Self::Text(Err(_))
                | Self::Position(Err(_))
        )
    }
}

/// What calls may leave on the heap of the interpreter before it is renewed; a small fraction of a processor's cache.
const RENEWAL: usize = 1 << 20;

/// How many positions may be weighed for each that is searched, and for how many searched beforehand.
const WEIGHED: u64 = 4;
const FREE: u64 = 256;

/// What a session remembers from one interpreter to the next.
pub(crate) struct Memories {
    /// The components of positions, as their representatives: a position is asked for them once for each option that leads
    /// to it.
    components: Memory<Vec<Position>>,
    /// The representatives of components: many positions have the same component.
    representatives: Memory<Position>,
    /// What `value` says.
    values: Memory<Option<u64>>,
    /// The numbers of options.
    weights: Memory<u64>,
    /// How often options were listed for the search, how often for a weight, and how many there were last.
    listed: u64,
    weighed: u64,
    last: u64,
    /// The bytes of all that somebody has heard of, and who is to hear of more.
    reported: usize,
    grown: Arc<AtomicUsize>,
}

impl Memories {
    /// Each of at most so many bytes, which are added to `grown` as they are taken.
    pub(crate) fn at_most(bytes: usize, grown: Arc<AtomicUsize>) -> Self {
        Self {
            components: Memory::at_most(bytes),
            representatives: Memory::at_most(bytes),
            values: Memory::at_most(bytes),
            weights: Memory::at_most(bytes),
            listed: 0,
            weighed: 0,
            last: 0,
            reported: 0,
            grown,
        }
    }

    fn report(&mut self) {
        let bytes = self.components.bytes() + self.representatives.bytes() + self.values.bytes() + self.weights.bytes();
        if bytes > self.reported {
            self.grown.fetch_add(bytes - self.reported, Ordering::Relaxed);
            self.reported = bytes;
        }
    }
}

/// Answers requests until the heap has to be renewed or nothing more is asked. The last reply is not passed to `answer`
/// but returned, so that it is given when the heap is gone.
pub(crate) fn serve(
    program: &Program,
    memories: &mut Memories,
    shared: &RefCell<Options<Position>>,
    first: Request,
    mut answer: impl FnMut(Reply) -> Request,
) -> Option<Reply> {
    Module::with_temp_heap(|module| {
        let heap = module.heap();
        let watch = Watch::new(&program.bounds);
        let mut evaluator = Evaluator::new(&module);
        watch.set(&mut evaluator, &program.bounds);
        let get = |function: &Function| heap.access_owned_frozen_value(&function.value);
        let plus = heap.access_owned_frozen_value(&program.plus);
        module.set_extra_value(plus);
        let mut session = Session {
            program,
            memories,
            shared,
            plus,
            options: get(&program.options),
            players: [heap.alloc(0), heap.alloc(1)],
            parts: program.parts.as_ref().map(get),
            canonical: program.canonical.as_ref().map(get),
            show: program.show.as_ref().map(get),
            parse: program.parse.as_ref().map(get),
            value: program.value.as_ref().map(get),
            watch: &watch,
            evaluator,
        };
        let mut request = first;
        loop {
            let reply = session.reply(request)?;
            if reply.is_fault() || heap.allocated_bytes() > RENEWAL {
                return Some(reply);
            }
            request = answer(reply);
        }
    })
}

struct Session<'v, 'a> {
    program: &'a Program,
    memories: &'a mut Memories,
    shared: &'a RefCell<Options<Position>>,
    plus: Value<'v>,
    options: Value<'v>,
    /// The names of the players: 0 and 1.
    players: [Value<'v>; 2],
    parts: Option<Value<'v>>,
    canonical: Option<Value<'v>>,
    show: Option<Value<'v>>,
    parse: Option<Value<'v>>,
    value: Option<Value<'v>>,
    watch: &'a Watch<'a>,
    evaluator: Evaluator<'v, 'a, 'a>,
}

impl<'v> Session<'v, '_> {
    fn reply(&mut self, request: Request) -> Option<Reply> {
        Some(match request {
            Request::Options(position) => Reply::Options(self.options_for_search(position)),
            Request::Reduce(position) => Reply::Parts(self.reduce(position)),
            Request::Value(position) => Reply::Value(self.known_value(position)),
            Request::Weight(position) => Reply::Weight(self.weight(position)),
            Request::Show(position) => Reply::Text(self.text(&position)),
            Request::Parse(text) => Reply::Position(self.position(&text)),
            Request::End => return None,
        })
    }

    fn call(&mut self, function: &Function, value: Value<'v>, arguments: &[Value<'v>]) -> Result<Value<'v>, Fault> {
        self.watch.start(self.evaluator.heap().allocated_bytes());
        let result = guarded(|| self.evaluator.eval_function(value, arguments, &[]))
            .and_then(|result| result.map_err(|error| Fault::of(&error, self.watch.stop(), &self.program.bounds)));
        // What has no place of its own happened in this function.
        result.map_err(|fault| fault.or_line(function.line))
    }

    fn call_with(&mut self, function: &Function, value: Value<'v>, position: &Position) -> Result<Value<'v>, Fault> {
        let argument = convert::value(position, self.evaluator.heap());
        self.call(function, value, &[argument])
    }

    fn options_for_search(&mut self, position: Position) -> Result<(), Fault> {
        let before = self.shared.borrow().len();
        self.options(&position)?;
        self.memories.listed += 1;
        self.memories.last = (self.shared.borrow().len() - before) as u64;
        // Full expansion asks for no weights, and need not keep them.
        if self.memories.weighed > 0 {
            self.memories.weights.put(position, self.memories.last);
            self.memories.report();
        }
        Ok(())
    }

    /// The number of options, as long as few have to be listed only for that; else as many as the position has that was
    /// searched last, which this one follows.
    fn weight(&mut self, position: Position) -> Result<u64, Fault> {
        if let Some(weight) = self.memories.weights.get(&position) {
            return Ok(weight);
        }
        if self.memories.weighed > WEIGHED * (self.memories.listed + FREE) {
            return Ok(self.memories.last);
        }
        self.memories.weighed += 1;
        let argument = convert::value(&position, self.evaluator.heap());
        let arguments = [argument, self.players[0]];
        let arguments = if self.program.asks_player { &arguments[..] } else { &arguments[..1] };
        let list = self.call(&self.program.options, self.options, arguments);
        // If the rules fail here, the search will say so where it comes there itself.
        let weight = list
            .as_ref()
            .ok()
            .and_then(|&list| convert::list(list))
            .map_or(self.memories.last, |list| list.len() as u64);
        self.memories.weights.put(position, weight);
        self.memories.report();
        list.map(|_| weight)
    }

    fn options(&mut self, position: &Position) -> Result<(), Fault> {
        let function = &self.program.options;
        let argument = convert::value(position, self.evaluator.heap());
        if !self.program.asks_player {
            let list = self.call(function, self.options, &[argument])?;
            return self.list(function, list, &mut self.shared.borrow_mut());
        }
        let room = self.shared.borrow().room();
        let mut lists = [Options::at_most(room), Options::at_most(room)];
        for (player, out) in self.players.into_iter().zip(&mut lists) {
            let list = self.call(function, self.options, &[argument, player])?;
            self.list(function, list, out)?;
        }
        if let Some(reason) = difference(&lists) {
            return Err(Fault::Partizan(reason));
        }
        let mut out = self.shared.borrow_mut();
        for parts in lists[0].iter() {
            out.push_sum(parts.iter().cloned());
        }
        if lists[0].more() {
            out.mark_more();
        }
        Ok(())
    }

    fn list(&self, function: &Function, list: Value<'v>, out: &mut Options<Position>) -> Result<(), Fault> {
        let Some(items) = convert::list(list) else {
            return Err(Fault::rules(function.line, format!("options has to return a list, not {}", kind(list))));
        };
        for &item in items {
            if out.is_full() {
                out.mark_more();
                break;
            }
            if let Some(n) = item.unpack_i32() {
                out.push(Position::Integer(n.into()));
            } else if let Some(parts) = convert::plus_parts(item, self.plus) {
                let parts: Result<Vec<Position>, Fault> =
                    parts.iter().map(|&part| read(function, "lists a sum with", part)).collect();
                out.push_sum(parts?);
            } else {
                match convert::position(item) {
                    Ok(position) => out.push(position),
                    Err(found) => return Err(no_position(function, "lists", &found)),
                }
            }
        }
        Ok(())
    }

    fn reduce(&mut self, position: Position) -> Result<Vec<Position>, Fault> {
        if self.parts.is_none() {
            return Ok(vec![self.representative(position)?]);
        }
        if let Some(parts) = self.memories.components.get(&position) {
            return Ok(parts);
        }
        let mut parts = self.split(&position)?;
        for part in &mut parts {
            *part = self.representative(part.clone())?;
        }
        self.memories.components.put(position, parts.clone());
        self.memories.report();
        Ok(parts)
    }

    /// What `canonical` puts in the place of a component.
    fn representative(&mut self, part: Position) -> Result<Position, Fault> {
        let (Some(value), Some(function)) = (self.canonical, &self.program.canonical) else { return Ok(part) };
        if let Some(representative) = self.memories.representatives.get(&part) {
            return Ok(representative);
        }
        let representative = read(function, "returns", self.call_with(function, value, &part)?)?;
        self.memories.representatives.put(part, representative.clone());
        self.memories.report();
        Ok(representative)
    }

    /// The components of a position, as `parts` lists them.
    fn split(&mut self, position: &Position) -> Result<Vec<Position>, Fault> {
        let (Some(value), Some(function)) = (self.parts, &self.program.parts) else {
            return Ok(vec![position.clone()]);
        };
        let list = self.call_with(function, value, position)?;
        let Some(items) = convert::list(list).or_else(|| convert::plus_parts(list, self.plus)) else {
            return Err(Fault::rules(function.line, format!("parts has to return a list, not {}", kind(list))));
        };
        items.iter().map(|&item| read(function, "lists", item)).collect()
    }

    fn known_value(&mut self, position: Position) -> Result<Option<u64>, Fault> {
        let (Some(value), Some(function)) = (self.value, &self.program.value) else { return Ok(None) };
        if let Some(value) = self.memories.values.get(&position) {
            return Ok(value);
        }
        let found = self.call_with(function, value, &position)?;
        let value = match convert::position(found) {
            _ if found.is_none() => None,
            Ok(Position::Integer(n)) if n >= 0 => u64::try_from(n).ok(),
            _ => {
                let message = format!("value has to return an integer from 0 or None, not {}", kind(found));
                return Err(Fault::rules(function.line, message));
            }
        };
        self.memories.values.put(position, value);
        self.memories.report();
        Ok(value)
    }

    fn text(&mut self, position: &Position) -> Result<String, Fault> {
        let (Some(value), Some(function)) = (self.show, &self.program.show) else { return Ok(position.to_string()) };
        let text = self.call_with(function, value, position)?;
        match text.unpack_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(Fault::rules(function.line, format!("show has to return a string, not {}", kind(text)))),
        }
    }

    fn position(&mut self, text: &str) -> Result<Position, Fault> {
        let (Some(value), Some(function)) = (self.parse, &self.program.parse) else {
            return Err(Fault::rules(None, "the file defines no parse(text)"));
        };
        let argument = self.evaluator.heap().alloc(text);
        read(function, "returns", self.call(function, value, &[argument])?)
    }
}

/// The position that a function of the file `does` give: returns, lists.
fn read(function: &Function, does: &str, value: Value<'_>) -> Result<Position, Fault> {
    convert::position(value).map_err(|found| no_position(function, does, &found))
}

#[cold]
fn no_position(function: &Function, does: &str, found: &str) -> Fault {
    let name = function.name;
    let message = format!(
        "{name} {does} {found}, which is no position: those are integers, strings, booleans and tuples of them"
    );
    Fault::rules(function.line, message)
}

/// How the options of the two players differ, as sets of sums.
fn difference(lists: &[Options<Position>; 2]) -> Option<String> {
    let sorted = |list: &Options<Position>| {
        let mut options: Vec<Vec<Position>> = list
            .iter()
            .map(|parts| {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                parts
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        options
    };
    let [first, second] = [sorted(&lists[0]), sorted(&lists[1])];
    let only = |these: &[Vec<Position>], those: &[Vec<Position>]| {
        these.iter().find(|option| those.binary_search(option).is_err()).cloned()
    };
    let (player, option) = match only(&first, &second) {
        Some(option) => (0, option),
        None => (1, only(&second, &first)?),
    };
    let option = match &option[..] {
        [position] => position.to_string(),
        parts => format!("plus({})", parts.iter().map(Position::to_string).collect::<Vec<_>>().join(", ")),
    };
    Some(format!("player {player} can move to {option} and player {} cannot", 1 - player))
}
