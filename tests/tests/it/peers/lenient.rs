//! The ways in which our reader of SAN is more tolerant than the peer's, as a translation into the standard's form.

use chess_board::Position;
use chess_types::Square;

/// `text` without marks of check and mate, with a capture sign if the target is a capture, with `=` before a promotion, without
/// `-` before the target. Castling and texts that are no moves stay as they are.
pub(crate) fn standard_form(position: &Position, text: &str) -> String {
    let bare = text.trim_end_matches(['+', '#']);
    standard_step(position, bare).unwrap_or_else(|| bare.to_owned())
}

fn standard_step(position: &Position, bare: &str) -> Option<String> {
    let (step, promotion) = bare.split_at(bare.rfind(|letter: char| letter.is_ascii_digit())? + 1);
    let (before, to) = step.split_at(step.len().checked_sub(2)?);
    let to: Square = to.parse().ok()?;
    let origin = before.strip_suffix(['x', '-']).unwrap_or(before);
    if origin.ends_with(['x', '-']) {
        return None;
    }
    let takes = if origin.starts_with(['K', 'Q', 'R', 'B', 'N']) {
        position.occupied().contains(to)
    } else {
        let file = origin.chars().find(char::is_ascii_lowercase);
        before.ends_with('x') || file.is_some_and(|file| file != to.file().letter())
    };
    let sign = if takes { "x" } else { "" };
    let equals = if promotion.len() == 1 && promotion != "=" { "=" } else { "" };
    Some(format!("{origin}{sign}{to}{equals}{promotion}"))
}

/// Tests for the null move, which the peer reads and refuses as illegal everywhere.
pub(crate) fn is_null(text: &str) -> bool {
    text.trim_end_matches(['+', '#']) == "--"
}

/// Tests for a promotion to a king or a pawn, which the peer accepts as SAN of an illegal move.
pub(crate) fn is_promotion_to_none(standard: &str) -> bool {
    standard.ends_with("=K") || standard.ends_with("=P")
}
