use std::time::Duration;

use chess_board::Position;
use chess_notation::{UciError, read_uci};
use chess_search::engine::{ClockLimit, Limits};
use chess_types::Color;

/// What the command `go` asks for.
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Not to answer before it is told to stop.
    pub(super) infinite: bool,
    /// To think in the other side's time.
    pub(super) ponder: bool,
}

/// Why a `go` was not understood.
#[derive(Debug, thiserror::Error)]
pub(super) enum GoError {
    #[error("unknown word {0:?}")]
    Word(String),
    #[error("{word} wants a number, not {value:?}")]
    Number { word: String, value: String },
    #[error("searchmoves: {0}")]
    Move(#[from] UciError),
}

impl Go {
    pub(super) fn parse(text: &str, position: &Position) -> Result<Self, GoError> {
        let mut go = Self { limits: Limits::default(), infinite: false, ponder: false };
        let mut clock = ClockLimit::default();
        let mut has_clock = false;
        let us = position.side_to_move();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(name) = words.next_if(|word| {
                        word.starts_with(|c| matches!(c, 'a'..='h'))
                            && word.contains(|c: char| c.is_ascii_digit())
                    }) {
                        let mv = read_uci(position, name)?;
                        if !go.limits.moves.contains(&mv) {
                            go.limits.moves.push(mv);
                        }
                    }
                }
                _ => {
                    let number = number(word, words.next())?;
                    let time = Duration::from_millis(number);
                    match (word, us) {
                        ("depth", _) => go.limits.depth = Some(number.clamp(1, 255) as u8),
                        ("nodes", _) => go.limits.nodes = Some(number),
                        ("movetime", _) => go.limits.move_time = Some(time),
                        // A mate in so many moves is seen in twice as many plies.
                        ("mate", _) => go.limits.depth = Some(number.saturating_mul(2).clamp(1, 255) as u8),
                        ("wtime", Color::White) | ("btime", Color::Black) => {
                            clock.remaining = time;
                            has_clock = true;
                        }
                        ("winc", Color::White) | ("binc", Color::Black) => clock.increment = time,
                        ("movestogo", _) => clock.moves_to_go = Some(number.min(1000) as u32),
                        ("wtime" | "btime" | "winc" | "binc", _) => {}
                        _ => return Err(GoError::Word(word.to_owned())),
                    }
                }
            }
        }
        go.limits.clock = has_clock.then_some(clock);
        Ok(go)
    }

    /// Whether the search ends without being told to.
    pub(super) fn ends(&self) -> bool {
        let Limits { depth, nodes, move_time, clock, .. } = &self.limits;
        let has_limit = depth.is_some() || nodes.is_some() || move_time.is_some() || clock.is_some();
        has_limit && !self.infinite && !self.ponder
    }
}

/// A number, where less than nothing, as a clock that has run out may show, is nothing.
fn number(word: &str, value: Option<&str>) -> Result<u64, GoError> {
    const WORDS: [&str; 9] =
        ["depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "binc", "movestogo"];
    if !WORDS.contains(&word) {
        return Err(GoError::Word(word.to_owned()));
    }
    let value = value.unwrap_or_default();
    let number: i64 =
        value.parse().map_err(|_| GoError::Number { word: word.to_owned(), value: value.to_owned() })?;
    Ok(number.max(0) as u64)
}
