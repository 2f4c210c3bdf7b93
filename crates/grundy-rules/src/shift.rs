//! `<<`, exact.
//!
//! The interpreter's own (starlark 0.14.3) is silently wrong where a product leaves 32 bits: `1 << 31` is negative there, since
//! `StarlarkInt::left_shift` checks the distance and not the result. So the operator is replaced by a function.

use std::collections::HashMap;

use starlark::eval::Evaluator;
use starlark::syntax::AstModule;
use starlark::syntax::ast::{AssignOp, AstStmt, StmtP};
use starlark::values::{UnpackValue, Value};

/// The function that stands for the operator. No name of a file begins like this.
pub(crate) const FUNCTION: &str = "__shift_left";

/// The farthest that a number is shifted: 100 000 bits, as in the interpreter.
const FARTHEST: u32 = 100_000;

/// Replaces the operator in a file. The line of a `<<=`, which cannot be replaced, if there is one.
pub(crate) fn replace(ast: &mut AstModule) -> Option<usize> {
    ast.replace_binary_operators(&HashMap::from([("<<".to_owned(), FUNCTION.to_owned())]));
    let mut found = None;
    find(ast.statement(), &mut found);
    found.map(|statement| ast.file_span(statement.span).resolve_span().begin.line + 1)
}

/// The first statement `<<=` in a statement; blocks nest no deeper than the text was allowed to.
fn find<'a>(statement: &'a AstStmt, found: &mut Option<&'a AstStmt>) {
    if found.is_none() && matches!(statement.node, StmtP::AssignModify(_, AssignOp::LeftShift, _)) {
        *found = Some(statement);
    }
    statement.node.visit_stmt(|statement| find(statement, found));
}

/// `number << distance`.
pub(crate) fn left<'v>(
    number: Value<'v>,
    distance: Value<'v>,
    evaluator: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let heap = evaluator.heap();
    // Numbers of 32 bits shifted by less than 32 fit 64 bits; on boards of bits most shifts are such.
    if let (Some(small), Some(bits @ 0..32)) = (number.unpack_i32(), distance.unpack_i32()) {
        return Ok(heap.alloc(i64::from(small) << bits));
    }
    let distance_or_none = distance.unpack_i32().and_then(|distance| u32::try_from(distance).ok());
    let (Ok(Some(small)), Some(bits)) = (i64::unpack_value(number), distance_or_none) else {
        // The interpreter is right about errors and about integers beyond 64 bits.
        return number.left_shift(distance, heap);
    };
    if bits < 64 && i128::from(small) << bits == i128::from(small << bits) {
        return Ok(heap.alloc(small << bits));
    }
    if bits > FARTHEST {
        return number.left_shift(distance, heap);
    }
    // Beyond 64 bits the interpreter is right again. Step by step all the way, each product would stay on the heap.
    let mut product = number;
    let mut left = bits;
    while left > 0 && matches!(i64::unpack_value(product), Ok(Some(n)) if n != 0) {
        let step = left.min(30);
        product = product.mul(heap.alloc(1_i32 << step), heap)?;
        left -= step;
    }
    if left > 0 && !matches!(i64::unpack_value(product), Ok(Some(_))) {
        return product.left_shift(heap.alloc(left), heap);
    }
    Ok(product)
}
