//! DOT, the language of Graphviz.
//!
//! Source: the DOT language, graphviz.org/doc/info/lang.html.

mod lexer;

use std::borrow::Cow;
use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use self::lexer::{Keyword, Lexer, Token};
use super::collector::{Collector, Named};
use super::players::{OWNERS, Owned, Owner};
use super::{GraphReadError, ReadFromError};
use crate::Meter;
use crate::graph::Graph;

/// Reads the one graph that the text holds, and whether it is directed.
///
/// Subgraphs are kept on a stack of their own, however deep they lie.
pub(super) fn read(text: &str, meter: &mut Meter<'_>) -> Result<(Graph, bool), ReadFromError> {
    let mut lexer = Lexer::new(text);
    let mut token = lexer.next()?;
    if token == Token::Keyword(Keyword::Strict) {
        token = lexer.next()?;
    }
    let directed = match token {
        Token::Keyword(Keyword::Digraph) => true,
        Token::Keyword(Keyword::Graph) => false,
        other => return Err(expected("`digraph` or `graph`", &other, &mut lexer).into()),
    };
    token = lexer.next()?;
    if matches!(token, Token::Id(_)) {
        token = lexer.next()?;
    }
    if token != Token::Sign(b'{') {
        return Err(expected("`{`", &token, &mut lexer).into());
    }
    meter.stage("bytes", Some(text.len() as u64));
    let mut parser = Parser {
        token: lexer.next()?,
        lexer,
        directed,
        collector: Collector::default(),
        owned: Owned::default(),
        members: Vec::new(),
        chain: Vec::new(),
        blocks: vec![Block { members: 0, chain: 0, edge_owner: Owner::Both }],
        between_sets: 0,
        unaccounted: 0,
        told: 0,
        length: text.len() as u64,
        meter,
    };
    let mut looked = 0;
    while !parser.blocks.is_empty() {
        parser.step()?;
        let done = parser.lexer.place() + parser.collector.len();
        if done - looked > LOOK {
            looked = done;
            parser.account()?;
        }
    }
    match parser.token {
        Token::End => Ok((parser.owned.finish(parser.collector, parser.meter)?, directed)),
        other => Err(expected("the end: a file holds one graph", &other, &mut parser.lexer).into()),
    }
}

/// Bytes and edges between two looks at the clock.
const LOOK: usize = 1 << 16;

/// Edges between sets that are added between two accounts: few bytes of text may make many.
const UNACCOUNTED: usize = 1 << 12;

/// The most edges that `{a b} -> {c d}` may make in all: what a line says in short must not fill the memory.
const MOST_BETWEEN_SETS: u64 = 1 << 27;

struct Parser<'a, 'p, 'm> {
    lexer: Lexer<'a>,
    /// The word that comes next.
    token: Token<'a>,
    directed: bool,
    collector: Collector,
    owned: Owned,
    /// The vertices of the statement that is read, and of the subgraphs that it lies in.
    members: Vec<Named>,
    /// Where, among these, the vertices of each end of the edges `a -> {b c} -> d` lie.
    chain: Vec<(usize, usize)>,
    /// The blocks in braces that are open.
    blocks: Vec<Block>,
    /// How many edges between sets there are.
    between_sets: u64,
    /// How many of them have come since the meter was last told.
    unaccounted: usize,
    /// Bytes that the meter has been told of, besides those of the collector.
    told: usize,
    /// The length of the text.
    length: u64,
    meter: &'p mut Meter<'m>,
}

/// A block in braces: the graph or a subgraph.
struct Block {
    /// Where its members begin.
    members: usize,
    /// Where the chain of its present statement begins.
    chain: usize,
    /// Whom its edges belong to unless they say otherwise.
    edge_owner: Owner,
}

impl<'a> Parser<'a, '_, '_> {
    fn advance(&mut self) -> Result<Token<'a>, ReadFromError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn advance_if(&mut self, sign: u8) -> Result<bool, ReadFromError> {
        let found = self.token == Token::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expected<T>(&mut self, what: &str) -> Result<T, ReadFromError> {
        Err(expected(what, &self.token, &mut self.lexer).into())
    }

    fn id(&mut self, what: &str) -> Result<Cow<'a, str>, ReadFromError> {
        match self.advance()? {
            Token::Id(id) => Ok(id),
            other => Err(expected(what, &other, &mut self.lexer).into()),
        }
    }

    /// Reads a statement, or up to the beginning or end of a subgraph in it.
    fn step(&mut self) -> Result<(), ReadFromError> {
        match &self.token {
            Token::Sign(b';') => {
                self.advance()?;
                Ok(())
            }
            Token::Sign(b'}') => self.close(),
            Token::Sign(b'{') | Token::Keyword(Keyword::Subgraph) => self.open(),
            Token::Keyword(keyword @ (Keyword::Graph | Keyword::Node | Keyword::Edge)) => {
                let keyword = *keyword;
                self.advance()?;
                self.defaults(keyword)
            }
            Token::Id(_) => {
                let id = self.id("a vertex")?;
                if self.advance_if(b'=')? {
                    self.id("the value of an attribute")?;
                    return Ok(());
                }
                self.vertex(&id)?;
                self.after_an_end()
            }
            _ => self.expected("a vertex, an edge, a subgraph, an attribute or `}`"),
        }
    }

    /// `graph [...]`, `node [...]` or `edge [...]`.
    fn defaults(&mut self, keyword: Keyword) -> Result<(), ReadFromError> {
        if self.token != Token::Sign(b'[') {
            return self.expected("`[`");
        }
        let line = self.lexer.line();
        let Some(owner) = self.attributes()? else { return Ok(()) };
        match keyword {
            Keyword::Edge => {
                if let Some(block) = self.blocks.last_mut() {
                    block.edge_owner = owner;
                }
                Ok(())
            }
            Keyword::Node if owner != Owner::Both => {
                let message = "a player for all vertices is not read; say it of each vertex, or of edges";
                Err(GraphReadError::Malformed { line, message: message.to_owned() }.into())
            }
            _ => Ok(()),
        }
    }

    /// A vertex as one end of edges, or alone.
    fn vertex(&mut self, id: &str) -> Result<(), ReadFromError> {
        let vertex = match self.collector.as_number(id) {
            Some(vertex) => vertex,
            None => {
                if !self.collector.has_words() {
                    // Vertices are numbered as they appear from now on, and these have no edges yet.
                    self.members.iter().try_for_each(|&member| self.collector.vertex(member))?;
                }
                self.collector.named(id)?
            }
        };
        let start = self.members.len();
        self.members.push(vertex);
        self.chain.push((start, start + 1));
        // A port is a place on the outline of a drawing.
        for _ in 0..2 {
            if self.advance_if(b':')? {
                self.id("a port")?;
            }
        }
        Ok(())
    }

    /// Opens a block.
    fn open(&mut self) -> Result<(), ReadFromError> {
        if self.token == Token::Keyword(Keyword::Subgraph) {
            self.advance()?;
            if matches!(self.token, Token::Id(_)) {
                self.advance()?;
            }
        }
        if !self.advance_if(b'{')? {
            return self.expected("`{`");
        }
        let edge_owner = self.blocks.last().map_or(Owner::Both, |block| block.edge_owner);
        self.blocks.push(Block { members: self.members.len(), chain: self.chain.len(), edge_owner });
        Ok(())
    }

    /// Closes a block: its members are one end of edges of the block around it.
    fn close(&mut self) -> Result<(), ReadFromError> {
        self.advance()?;
        let Some(block) = self.blocks.pop() else { return Ok(()) };
        if self.blocks.is_empty() {
            return Ok(());
        }
        self.chain.push((block.members, self.members.len()));
        if self.token == Token::Sign(b'[') {
            return self.expected("no attributes after a subgraph, but an edge or another statement");
        }
        self.after_an_end()
    }

    /// After one end of edges: another one, or the end of the statement.
    fn after_an_end(&mut self) -> Result<(), ReadFromError> {
        loop {
            let right = if self.directed { Token::Arrow } else { Token::Line };
            if self.token == right {
                self.advance()?;
                match &self.token {
                    Token::Id(_) => {
                        let id = self.id("a vertex")?;
                        self.vertex(&id)?;
                    }
                    // The block is read first, and its end comes back to here.
                    Token::Sign(b'{') | Token::Keyword(Keyword::Subgraph) => return self.open(),
                    _ => return self.expected("a vertex or a subgraph after the arrow"),
                }
            } else if matches!(self.token, Token::Arrow | Token::Line) {
                return self.expected(if self.directed { "`->` in a digraph" } else { "`--` in a graph" });
            } else {
                return self.end_of_statement();
            }
        }
    }

    fn end_of_statement(&mut self) -> Result<(), ReadFromError> {
        let line = self.lexer.line();
        let own = self.attributes()?;
        let Some(block) = self.blocks.last() else { return Ok(()) };
        let (first, outermost) = (block.chain, self.blocks.len() == 1);
        let owner = own.unwrap_or(block.edge_owner);
        match self.chain[first..] {
            [(start, end)] if end == start + 1 => {
                let vertex = self.members[start];
                self.collector.vertex(vertex)?;
                if let Some(Owner::One(player)) = own {
                    self.owned.vertex(vertex, player, line);
                }
            }
            _ => {
                for end in first + 1..self.chain.len() {
                    self.edges(self.chain[end - 1], self.chain[end], owner, line)?;
                }
            }
        }
        self.chain.truncate(first);
        if outermost {
            self.members.clear();
        }
        Ok(())
    }

    /// Adds the edges between all of one end and all of the other.
    fn edges(
        &mut self,
        from: (usize, usize),
        to: (usize, usize),
        owner: Owner,
        line: usize,
    ) -> Result<(), ReadFromError> {
        if from.1 - from.0 == 1 && to.1 - to.0 == 1 {
            return self.edge(self.members[from.0], self.members[to.0], owner, line);
        }
        let [from, to] = [from, to].map(|(start, end)| once_each(&self.members[start..end]));
        self.between_sets = self.between_sets.saturating_add(from.len() as u64 * to.len() as u64);
        if self.between_sets > MOST_BETWEEN_SETS {
            let message = format!("edges between sets are more than {MOST_BETWEEN_SETS} in all; write them one by one");
            return Err(GraphReadError::Malformed { line, message }.into());
        }
        self.account()?;
        for &from in &from {
            for &to in &to {
                self.edge(from, to, owner, line)?;
                self.unaccounted += 1;
                if self.unaccounted == UNACCOUNTED {
                    self.account()?;
                }
            }
        }
        Ok(())
    }

    /// Tells the meter what the tables have grown by, and looks at the clock.
    fn account(&mut self) -> Result<(), ReadFromError> {
        self.unaccounted = 0;
        self.collector.account(self.meter)?;
        let chain = self.chain.capacity() * size_of::<(usize, usize)>();
        let statement = chain + self.members.capacity() * size_of::<Named>();
        self.meter.grow_to(self.owned.bytes() + statement, &mut self.told)?;
        self.meter.resume("bytes", self.lexer.place() as u64, Some(self.length));
        Ok(self.meter.look()?)
    }

    fn edge(&mut self, from: Named, to: Named, owner: Owner, line: usize) -> Result<(), ReadFromError> {
        for (from, to) in [(from, to), (to, from)].into_iter().take(if self.directed { 1 } else { 2 }) {
            match owner {
                Owner::Both => self.collector.edge(from, to)?,
                Owner::One(player) => self.owned.edge(from, to, player, line),
            }
        }
        Ok(())
    }

    /// Lists of attributes, as many as there are; the owner that they name last.
    fn attributes(&mut self) -> Result<Option<Owner>, ReadFromError> {
        let mut owner = None;
        while self.advance_if(b'[')? {
            while !self.advance_if(b']')? {
                let name = self.id("the name of an attribute or `]`")?;
                if self.advance_if(b'=')? {
                    let Token::Id(value) = &self.token else { return self.expected("the value of an attribute") };
                    if name == "player" || name == "owner" {
                        owner = Owner::named(value);
                        if owner.is_none() {
                            let found = value.escape_debug().to_string();
                            let message = format!("expected {OWNERS} as the {name}, found `{found}`");
                            return Err(self.lexer.error(message).into());
                        }
                    }
                    self.advance()?;
                }
                if !self.advance_if(b';')? {
                    self.advance_if(b',')?;
                }
            }
        }
        Ok(owner)
    }
}

fn once_each(members: &[Named]) -> Vec<Named> {
    let mut seen: HashSet<Named, FxBuildHasher> = HashSet::default();
    members.iter().copied().filter(|&member| seen.insert(member)).collect()
}

fn expected(what: &str, found: &Token<'_>, lexer: &mut Lexer<'_>) -> GraphReadError {
    let found = match found {
        Token::Id(id) => {
            let short: String = id.chars().take(40).collect();
            format!("`{}`{}", short.escape_debug(), if short.len() < id.len() { "…" } else { "" })
        }
        Token::Keyword(keyword) => format!("the keyword `{}`", format!("{keyword:?}").to_lowercase()),
        Token::Arrow => "`->`".to_owned(),
        Token::Line => "`--`".to_owned(),
        Token::Sign(sign) => format!("`{}`", char::from(*sign)),
        Token::End => "the end of the file".to_owned(),
    };
    lexer.error(format!("expected {what}, found {found}"))
}

#[cfg(test)]
mod tests;
