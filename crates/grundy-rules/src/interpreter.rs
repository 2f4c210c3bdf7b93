//! An interpreter of one file, kept from call to call: a new one for each call would cost more than most calls do.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::Options;
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::tuple::AllocTuple;
use starlark::values::{UnpackValue, Value};

use crate::call_budget::{CallBudget, CurrentWatch};
use crate::convert::{self, NoPosition, kind};
use crate::copies;
use crate::fault::{Bytes, Fault};
use crate::memo::Memos;
use crate::panics::caught;
use crate::partizan::difference;
use crate::position::Position;
use crate::program::{Function, PLAYER, Program, takes};
use crate::weight::Weighing;

/// What an interpreter is asked.
pub(crate) enum Request {
    /// The options of a position, to be appended to the list that is [`Shared`].
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
    /// What the move from a position to the option with these parts is called.
    Name(Position, Vec<Position>),
    /// The interpreter is to end.
    End,
}

/// What an interpreter answers.
pub(crate) enum Reply {
    /// The options are in the list that is [`Shared`].
    Options(Result<(), Fault>),
    Parts(Result<Vec<Position>, Fault>),
    Value(Result<Option<u64>, Fault>),
    Weight(Result<u64, Fault>),
    Text(Result<String, Fault>),
    Position(Result<Position, Fault>),
    Name(Result<Option<String>, Fault>),
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
                | Self::Name(Err(_))
        )
    }
}

/// What calls may leave on the heap of the interpreter before it is renewed; a small fraction of a processor's cache.
const RENEWAL: usize = 1 << 20;

/// The most characters of the words for a move.
const LONGEST_NAME: usize = 200;

/// What an interpreter shares with those who ask it.
#[derive(Default)]
pub(crate) struct Shared {
    /// The list that options are appended to: to pass it with each request and reply would cost as much as a short call.
    pub(crate) options: RefCell<Options<Position>>,
    /// What may end the question that a request is part of.
    pub(crate) watch: CurrentWatch,
}

/// What is kept when an interpreter gets a new heap.
pub(crate) struct Kept {
    memos: Memos,
    weighing: Weighing,
}

impl Kept {
    /// Memos that take at most so many bytes each, which are added to `account` as they are taken.
    pub(crate) fn at_most(bytes: usize, account: Arc<AtomicUsize>) -> Self {
        Self { memos: Memos::at_most(bytes, account), weighing: Weighing::default() }
    }
}

/// Runs an interpreter that answers requests until its heap has to be renewed or nothing more is asked. `exchange` takes
/// a reply and gives the next request; the last reply is returned instead, so that it is passed on when the heap is gone.
pub(crate) fn run(
    program: &Program,
    kept: &mut Kept,
    shared: &Shared,
    first: Request,
    mut exchange: impl FnMut(Reply) -> Request,
) -> Option<Reply> {
    Module::with_temp_heap(|module| {
        let heap = module.heap();
        let budget = CallBudget::new(&program.bounds, &shared.watch);
        let mut evaluator = Evaluator::new(&module);
        budget.set(&mut evaluator);
        let get = |function: &Function| heap.access_owned_frozen_value(&function.value);
        let plus = heap.access_owned_frozen_value(&program.plus);
        module.set_extra_value(plus);
        let mut interpreter = Interpreter {
            program,
            memos: &mut kept.memos,
            weighing: &mut kept.weighing,
            listed: &shared.options,
            plus,
            options: get(&program.options),
            players: [heap.alloc(0), heap.alloc(1)],
            parts: program.parts.as_ref().map(get),
            canonical: program.canonical.as_ref().map(get),
            show: program.show.as_ref().map(get),
            parse: program.parse.as_ref().map(get),
            value: program.value.as_ref().map(get),
            name_move: program.name_move.as_ref().map(get),
            budget: &budget,
            evaluator,
        };
        let mut request = first;
        loop {
            let reply = interpreter.reply(request)?;
            if reply.is_fault() || heap.allocated_bytes().max(budget.left()) > RENEWAL {
                return Some(reply);
            }
            request = exchange(reply);
        }
    })
}

/// The position itself, or one of several copies.
fn one_of(position: &Position) -> &Position {
    if let Position::Copies(_, one) = position { one } else { position }
}

struct Interpreter<'v, 'a> {
    program: &'a Program,
    memos: &'a mut Memos,
    weighing: &'a mut Weighing,
    /// The list of options that is shared.
    listed: &'a RefCell<Options<Position>>,
    plus: Value<'v>,
    options: Value<'v>,
    /// The names of the players: 0 and 1.
    players: [Value<'v>; 2],
    parts: Option<Value<'v>>,
    canonical: Option<Value<'v>>,
    show: Option<Value<'v>>,
    parse: Option<Value<'v>>,
    value: Option<Value<'v>>,
    name_move: Option<Value<'v>>,
    budget: &'a CallBudget<'a>,
    evaluator: Evaluator<'v, 'a, 'a>,
}

impl<'v> Interpreter<'v, '_> {
    fn reply(&mut self, request: Request) -> Option<Reply> {
        Some(match request {
            Request::Options(position) => Reply::Options(self.options_for_search(position)),
            Request::Reduce(position) => Reply::Parts(self.reduce(position)),
            Request::Value(position) => Reply::Value(self.known_value(position)),
            Request::Weight(position) => Reply::Weight(self.weight(position)),
            Request::Show(position) => Reply::Text(self.text(&position)),
            Request::Parse(text) => Reply::Position(self.position(&text)),
            Request::Name(position, parts) => Reply::Name(self.words(&position, &parts)),
            Request::End => return None,
        })
    }

    fn call(
        &mut self,
        function: &Function,
        value: Value<'v>,
        arguments: &[Value<'v>],
        named: &[(&str, Value<'v>)],
    ) -> Result<Value<'v>, Fault> {
        self.budget.start(self.evaluator.heap().allocated_bytes());
        let result = caught(|| self.evaluator.eval_function(value, arguments, named));
        self.budget.end();
        let result = result
            .and_then(|result| result.map_err(|error| Fault::of(&error, self.budget.stop(), &self.program.bounds)));
        // An error without a line happened in this function.
        result.map_err(|fault| fault.or_line(function.line))
    }

    fn call_with(&mut self, function: &Function, value: Value<'v>, position: &Position) -> Result<Value<'v>, Fault> {
        self.call_for(function, value, position, &[])
    }

    /// Calls a function of a position, which is its first argument, or whose items are the first ones.
    fn call_for(
        &mut self,
        function: &Function,
        value: Value<'v>,
        position: &Position,
        named: &[(&str, Value<'v>)],
    ) -> Result<Value<'v>, Fault> {
        let heap = self.evaluator.heap();
        let Some(items) = function.items else {
            return self.call(function, value, &[convert::value(position, heap)], named);
        };
        match position {
            Position::Tuple(tuple) if tuple.len() == items => {
                let arguments: Vec<Value<'v>> = tuple.iter().map(|item| convert::value(item, heap)).collect();
                self.call(function, value, &arguments, named)
            }
            other => {
                let what = match other {
                    Position::Tuple(tuple) => format!("a tuple of {}", tuple.len()),
                    Position::Text(_) => "a string".to_owned(),
                    plain => plain.to_string(),
                };
                let name = function.name;
                let message =
                    format!("{name} has {items} parameters and takes tuples of {items}, but this position is {what}");
                Err(Fault::rules(function.line, message))
            }
        }
    }

    /// The argument that tells whose turn it is, for a file that asks.
    fn turn(&self, player: usize) -> Option<(&'static str, Value<'v>)> {
        self.program.asks_player.then_some((PLAYER, self.players[player]))
    }

    fn options_for_search(&mut self, position: Position) -> Result<(), Fault> {
        let before = self.listed.borrow().len();
        self.options(&position)?;
        let options = (self.listed.borrow().len() - before) as u64;
        self.weighing.searched(position, options, self.memos);
        Ok(())
    }

    /// A guess at how much play the position holds.
    fn weight(&mut self, position: Position) -> Result<u64, Fault> {
        if let Some(weight) = self.weighing.without_call(&position, self.memos) {
            return Ok(weight);
        }
        let turn = self.turn(0);
        let list = self.call_for(&self.program.options, self.options, one_of(&position), turn.as_slice());
        // When a limit is reached depends on time, and what is remembered must not.
        if let Err(Fault::Stopped(bound)) = list {
            return Err(Fault::Stopped(bound));
        }
        let options = list.ok().and_then(convert::list).map(|list| list.len() as u64);
        Ok(self.weighing.called(position, options, self.memos))
    }

    fn options(&mut self, position: &Position) -> Result<(), Fault> {
        let Position::Copies(count, one) = position else { return self.options_of_one(position) };
        // A move is made in one of the copies.
        let inner = self.listed.borrow().inner();
        let outer = self.listed.replace(inner);
        let listed = self.options_of_one(one);
        let inner = self.listed.replace(outer);
        listed?;
        let others = copies::of(count - 1, (**one).clone());
        let mut out = self.listed.borrow_mut();
        out.absorb(&inner);
        for parts in inner.iter() {
            out.push_sum(parts.iter().chain([&others]).cloned());
        }
        Ok(())
    }

    fn options_of_one(&mut self, position: &Position) -> Result<(), Fault> {
        let function = &self.program.options;
        let least = position.least_integer();
        if least < self.program.least.load(Ordering::Relaxed) {
            self.program.least.fetch_min(least, Ordering::Relaxed);
        }
        if !self.program.asks_player {
            let list = self.call_for(function, self.options, position, &[])?;
            return self.list(function, list, &mut self.listed.borrow_mut());
        }
        // Whole lists, however few options are wanted: the players may list the same ones in different orders.
        let mut lists = [Options::new(), Options::new()];
        for (player, out) in lists.iter_mut().enumerate() {
            let turn = self.turn(player);
            let list = self.call_for(function, self.options, position, turn.as_slice())?;
            self.list(function, list, out)?;
        }
        if let Some(reason) = difference(&lists) {
            return Err(Fault::Partizan(reason));
        }
        let mut out = self.listed.borrow_mut();
        for parts in lists[0].iter() {
            out.push_sum(parts.iter().cloned());
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
                let parts = match convert::copies(item, self.plus) {
                    Some(_) => &[item],
                    None => parts,
                };
                out.push_sum(self.sum(function, parts)?);
            } else {
                match convert::position(item, &self.budget.room) {
                    Ok(position) => out.push(position),
                    Err(found) => return Err(self.no_position(function, "lists", &found)),
                }
            }
        }
        Ok(())
    }

    /// The parts of a sum. Equal ones side by side are counted: `[p] * 1000000` is a million times the same value.
    fn sum(&self, function: &Function, parts: &[Value<'v>]) -> Result<Vec<Position>, Fault> {
        let does = "lists a sum with";
        let mut sum = Vec::new();
        let mut run: Option<(Value<'v>, u64)> = None;
        let end = |run: Option<(Value<'v>, u64)>, sum: &mut Vec<Position>| {
            let Some((value, count)) = run else { return Ok(()) };
            copies::push(count, self.read(function, does, value)?, sum);
            Ok(())
        };
        for &part in parts {
            match &mut run {
                Some((value, count)) if value.ptr_eq(part) && convert::copies(part, self.plus).is_none() => *count += 1,
                _ => {
                    end(run.take(), &mut sum)?;
                    run = match convert::copies(part, self.plus) {
                        Some((count, of)) => i64::unpack_value(count).ok().flatten().map(|n| (of, n.unsigned_abs())),
                        None => Some((part, 1)),
                    };
                }
            }
        }
        end(run, &mut sum)?;
        Ok(sum)
    }

    fn reduce(&mut self, position: Position) -> Result<Vec<Position>, Fault> {
        if let Position::Copies(count, one) = position {
            let parts = self.reduce((*one).clone())?;
            return Ok(parts.into_iter().map(|part| copies::of(count, part)).collect());
        }
        if self.parts.is_none() {
            return Ok(vec![self.representative(position)?]);
        }
        if let Some(parts) = self.memos.components.get(&position) {
            return Ok(parts);
        }
        let mut parts = self.split(&position)?;
        for part in &mut parts {
            *part = self.representative(part.clone())?;
        }
        self.memos.components.put(position, parts.clone());
        self.memos.report();
        Ok(parts)
    }

    /// What `canonical` puts in the place of a component.
    fn representative(&mut self, part: Position) -> Result<Position, Fault> {
        let (Some(value), Some(function)) = (self.canonical, &self.program.canonical) else { return Ok(part) };
        if let Some(representative) = self.memos.representatives.get(&part) {
            return Ok(representative);
        }
        let representative = self.call_with(function, value, &part)?;
        let representative = self.read(function, "returns", representative)?;
        self.memos.representatives.put(part, representative.clone());
        self.memos.report();
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
        items.iter().map(|&item| self.read(function, "lists", item)).collect()
    }

    fn known_value(&mut self, position: Position) -> Result<Option<u64>, Fault> {
        if let Position::Copies(_, one) = position {
            // An even number of them is worth 0, which is known without a call.
            return self.known_value((*one).clone());
        }
        let (Some(value), Some(function)) = (self.value, &self.program.value) else { return Ok(None) };
        if let Some(value) = self.memos.values.get(&position) {
            return Ok(value);
        }
        let found = self.call_with(function, value, &position)?;
        let value = match convert::position(found, &self.budget.room) {
            _ if found.is_none() => None,
            Ok(Position::Integer(n)) if n >= 0 => u64::try_from(n).ok(),
            _ => {
                let message = format!("value has to return an integer from 0 or None, not {}", kind(found));
                return Err(Fault::rules(function.line, message));
            }
        };
        self.memos.values.put(position, value);
        self.memos.report();
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

    /// The words for a move, as `move` gives them.
    fn words(&mut self, position: &Position, parts: &[Position]) -> Result<Option<String>, Fault> {
        let (Some(value), Some(function)) = (self.name_move, &self.program.name_move) else { return Ok(None) };
        if !takes(value, 1 + parts.len(), &[]) {
            let message =
                format!("move does not take a position and {} parts: write def move(p, *parts): …", parts.len());
            return Err(Fault::rules(function.line, message));
        }
        let heap = self.evaluator.heap();
        // Copies are told as `times` makes them.
        let argument = |position: &Position| match position {
            Position::Copies(count, one) => {
                let copies = [self.plus, self.plus, heap.alloc(*count), convert::value(one, heap)];
                heap.alloc(AllocTuple(copies))
            }
            one => convert::value(one, heap),
        };
        let arguments: Vec<Value<'v>> = std::iter::once(position).chain(parts).map(argument).collect();
        let words = self.call(function, value, &arguments, &[])?;
        match words.unpack_str() {
            _ if words.is_none() => Ok(None),
            Some(text) if !text.is_empty() && text.chars().count() <= LONGEST_NAME => Ok(Some(text.to_owned())),
            Some(_) => {
                let message = format!("move has to return 1 to {LONGEST_NAME} characters, or None");
                Err(Fault::rules(function.line, message))
            }
            None => {
                let message = format!("move has to return a string or None, not {}", kind(words));
                Err(Fault::rules(function.line, message))
            }
        }
    }

    fn position(&mut self, text: &str) -> Result<Position, Fault> {
        let (Some(value), Some(function)) = (self.parse, &self.program.parse) else {
            return Err(Fault::rules(None, "the file defines no parse(text)"));
        };
        let argument = self.evaluator.heap().alloc(text);
        let position = self.call(function, value, &[argument], &[])?;
        self.read(function, "returns", position)
    }

    /// The position that a function of the file `does` give: returns, lists.
    fn read(&self, function: &Function, does: &str, value: Value<'_>) -> Result<Position, Fault> {
        convert::position(value, &self.budget.room).map_err(|found| self.no_position(function, does, &found))
    }

    #[cold]
    fn no_position(&self, function: &Function, does: &str, found: &NoPosition) -> Fault {
        let name = function.name;
        let message = match found {
            NoPosition::Other(found) => format!(
                "{name} {does} {found}, which is not a position: those are integers, strings, booleans and tuples of them"
            ),
            NoPosition::TooLarge => {
                let most = Bytes(self.program.bounds.at_once());
                format!("{name} {does} positions that take more than {most} once nothing is shared")
            }
        };
        Fault::rules(function.line, message)
    }
}
