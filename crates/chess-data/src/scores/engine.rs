//! The comments of programs that let engines play.

/// What an engine has found before its move, as a program has written it behind the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EngineNote {
    pub(super) value: Value,
    pub(super) depth: u32,
    /// In milliseconds.
    pub(super) time: Option<u32>,
    pub(super) style: Style,
}

/// A score from the point of view that its writer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Centipawns(i32),
    /// The plies to mate, the move that was played included.
    Plies(i32),
    /// The moves to mate, that which was played included.
    Moves(i32),
}

/// What the form of a score tells about its writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `[%eval 31,14]`
    ChessGui,
    /// `+0.31/14 1.2s`, `-0.31/14 1.2s` and `0.00/14 1.2s`
    Seconds,
    /// `+0.31/14`
    Plus,
    /// `0.31/14`, with a unit or without
    Bare,
    /// `-0.31/14` and `0.00/14`
    Any,
}

impl EngineNote {
    /// Reads a comment that begins with a score, such as `+0.31/14 1.2s`.
    pub(super) fn read(comment: &[u8]) -> Option<Self> {
        let comment = comment.trim_ascii_start();
        let (sign, unsigned) = match comment {
            [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign), rest),
            [b'0'..=b'9' | b'#', ..] => (None, comment),
            _ => return None,
        };
        let (value, rest) = Value::read(unsigned, sign)?;
        // Lines of a file may break behind a slash or a point.
        let (depth, rest) = number(rest.strip_prefix(b"/")?.trim_ascii_start())?;
        let (time, has_unit) = after_depth(rest)?;
        let style = match sign {
            None if !value.is_zero() => Style::Bare,
            _ if has_unit => Style::Seconds,
            Some(b'+') => Style::Plus,
            _ => Style::Any,
        };
        Some(Self { value, depth, time, style })
    }
}

impl Value {
    /// Reads `0.31`, `M4` or `#2`, and returns what follows.
    fn read(text: &[u8], sign: Option<u8>) -> Option<(Self, &[u8])> {
        let signed = |value: u32| {
            i32::try_from(value).ok().map(|value| if sign == Some(b'-') { -value } else { value })
        };
        match text {
            [b'M', plies @ ..] => {
                number(plies).and_then(|(plies, rest)| Some((Self::Plies(signed(plies)?), rest)))
            }
            [b'#', moves @ ..] => {
                number(moves).and_then(|(moves, rest)| Some((Self::Moves(signed(moves)?), rest)))
            }
            _ => {
                let (pawns, rest) = number(text)?;
                let fraction = rest.strip_prefix(b".")?.trim_ascii_start();
                let length = digits(fraction);
                // Programs write two digits. One, without a sign, is a player's score in a match: `1.5/3`.
                if length < if sign.is_some() { 1 } else { 2 } {
                    return None;
                }
                let digit = |i: usize| fraction[..length].get(i).map_or(0, |&digit| u32::from(digit - b'0'));
                let hundredths = 10 * digit(0) + digit(1) + u32::from(digit(2) >= 5);
                let value = signed(pawns.checked_mul(100)?.checked_add(hundredths)?)?;
                Some((Self::Centipawns(value), &fraction[length..]))
            }
        }
    }

    pub(super) const fn is_zero(self) -> bool {
        let (Self::Centipawns(value) | Self::Plies(value) | Self::Moves(value)) = self;
        value == 0
    }
}

/// Reads what follows a depth: the time in milliseconds, and whether its unit is written. `None` if the text is prose.
fn after_depth(text: &[u8]) -> Option<(Option<u32>, bool)> {
    let word = text.trim_ascii_start();
    match word {
        [] | [b',' | b';', ..] => return Some((None, false)),
        _ if word.len() == text.len() => return None,
        [b'(' | b'[', ..] => return Some((None, false)),
        _ => {}
    }
    let (time, rest) = seconds(word)?;
    let (has_unit, rest) = rest.strip_prefix(b"s").map_or((false, rest), |rest| (true, rest));
    let next = rest.trim_ascii_start();
    let is_end = match next {
        [] | [b',' | b';', ..] => true,
        [first, ..] => next.len() < rest.len() && (has_unit || matches!(first, b'(' | b'[')),
    };
    is_end.then_some((Some(time), has_unit))
}

/// Reads a number of seconds, or of minutes and seconds with a colon between them, as milliseconds, rounded down.
fn seconds(text: &[u8]) -> Option<(u32, &[u8])> {
    let (mut whole, mut rest) = number(text)?;
    while let Some((part, behind)) = rest.strip_prefix(b":").and_then(number) {
        (whole, rest) = (whole.saturating_mul(60).saturating_add(part), behind);
    }
    let mut milliseconds = whole.saturating_mul(1000);
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        let mut unit = 100;
        for &digit in &fraction[..length] {
            milliseconds = milliseconds.saturating_add(unit * u32::from(digit - b'0'));
            unit /= 10;
        }
        rest = &fraction[length..];
    }
    Some((milliseconds, rest))
}

/// Reads digits at the beginning, at least one. A number that does not fit is the greatest.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = digits(text);
    let (digits, rest) = text.split_at(length);
    let add = |number: u32, digit: &u8| number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    (length > 0).then(|| (digits.iter().fold(0, add), rest))
}

/// The number of digits at the beginning.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}
