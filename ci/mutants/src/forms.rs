//! Forms of expressions and types.

use syn::{Expr, Type};

/// A call whose statement can be left out: of a function, of a method, or of one that may return early with `?`.
pub fn is_call(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => call.attrs.is_empty(),
        Expr::MethodCall(call) => call.attrs.is_empty(),
        Expr::Try(attempt) => attempt.attrs.is_empty() && is_call(&attempt.expr),
        _ => false,
    }
}

/// Tests for `let` among the conditions.
pub fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The last name of a type, without arguments.
pub fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
        }
        Type::Reference(reference) => format!("&{}", type_name(&reference.elem)),
        _ => "_".to_owned(),
    }
}
