//! Rule files: how the reader learns to open them.

use grundy::games::Context;
use grundy::notation::Reader;
use grundy_rules::Bounds;

/// The same reader, which plays rule files within these bounds.
pub(crate) fn taught(reader: Reader, bounds: Bounds) -> Reader {
    let open = move |name: &str, context: &mut Context<'_, '_>| grundy_rules::open(name, context, &bounds);
    reader.with_rule_files(Box::new(open))
}
