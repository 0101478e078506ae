//! The operators that take each other's place.

use syn::BinOp;

/// The operators that stand in for `operator`.
///
/// The condition of an `if` is also replaced by `true` and by `false`, so that it needs no operator that negates it.
///
/// `|` and `^` do not replace each other: on sets of squares without a common member, which are the rule in this workspace, they
/// are equal.
pub fn siblings(operator: &BinOp, is_condition: bool) -> &'static [&'static str] {
    match operator {
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) | BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["*", "%"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) | BinOp::BitXor(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) | BinOp::Ne(_) if is_condition => &[],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => boundary(&["<=", ">="], is_condition),
        BinOp::Le(_) => boundary(&["<", ">"], is_condition),
        BinOp::Gt(_) => boundary(&[">=", "<="], is_condition),
        BinOp::Ge(_) => boundary(&[">", "<"], is_condition),
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => &["+=", "/="],
        BinOp::DivAssign(_) => &["*=", "%="],
        BinOp::RemAssign(_) => &["/=", "+="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

/// The first moves the boundary by one, the second negates.
fn boundary(both: &'static [&'static str; 2], is_condition: bool) -> &'static [&'static str] {
    if is_condition { &both[..1] } else { both }
}

/// Tests whether the operator changes its left side.
pub fn assigns(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
