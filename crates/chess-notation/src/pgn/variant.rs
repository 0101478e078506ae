use arrayvec::ArrayVec;
use chess_board::Position;

/// The rules that a tag `Variant` names. Positions have no mode for Chess960, so the tag matters only to other programs.
///
/// # Examples
/// ```
/// use chess_notation::pgn::Variant;
///
/// assert_eq!(Variant::from_name(*b"Fischerandom"), Some(Variant::Chess960));
/// assert_eq!(Variant::from_name(*b"Atomic"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// The rules of chess, from any position.
    Chess,
    /// Chess960, or double Chess960.
    Chess960,
}

impl Variant {
    /// The value of the tag that is written.
    pub(crate) const CHESS960_NAME: &str = "Chess960";

    /// Reads the names that are in use; `None` for other rules. Only letters and digits count, of either case. A value without
    /// any says nothing, which is chess.
    pub fn from_name(name: impl IntoIterator<Item = u8>) -> Option<Self> {
        let mut bare = ArrayVec::<u8, 24>::new();
        for byte in name.into_iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()) {
            bare.try_push(byte.to_ascii_lowercase()).ok()?;
        }
        match bare.as_slice() {
            b"" | b"standard" | b"chess" | b"normal" | b"classical" | b"orthodox" | b"fromposition" => {
                Some(Self::Chess)
            }
            b"chess960"
            | b"960"
            | b"fischerandom"
            | b"fischerrandom"
            | b"fischerandomchess"
            | b"fischerrandomchess"
            | b"frc"
            | b"freestyle"
            | b"freestylechess"
            | b"wildfr"
            | b"doublechess960"
            | b"doublefischerandom"
            | b"doublefischerrandom"
            | b"dfrc" => Some(Self::Chess960),
            _ => None,
        }
    }

    /// The rules that a game from `position` needs.
    pub(crate) fn needed_by(position: &Position) -> Self {
        if position.needs_chess960() { Self::Chess960 } else { Self::Chess }
    }
}
