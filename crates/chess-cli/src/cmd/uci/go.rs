use std::time::Duration;

use chess_board::Position;
use chess_notation::{UciError, read_uci};
use chess_search::engine::{ClockLimit, Limits};
use chess_types::Color;

/// What the command `go` asks for.
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Not to answer before it is told to stop; so it is, too, if nothing else says when to end.
    pub(super) infinite: bool,
    /// To think in the other side's time.
    pub(super) ponder: bool,
    /// The first word that has no meaning. As the protocol has it, the others are obeyed.
    pub(super) unknown: Option<String>,
}

/// Why a `go` was not understood.
#[derive(Debug, thiserror::Error)]
pub(super) enum GoError {
    #[error("{word} wants a number, not {value:?}")]
    Number { word: String, value: String },
    #[error("searchmoves: {0}")]
    Move(#[from] UciError),
}

impl Go {
    pub(super) fn parse(text: &str, position: &Position) -> Result<Self, GoError> {
        let mut go = Self { limits: Limits::default(), infinite: false, ponder: false, unknown: None };
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
                "depth" | "nodes" | "mate" | "movetime" | "wtime" | "btime" | "winc" | "binc"
                | "movestogo" => {
                    let number = number(word, words.next())?;
                    let time = Duration::from_millis(number);
                    match (word, us) {
                        ("depth", _) => go.limits.depth = Some(number.clamp(1, 255) as u8),
                        ("nodes", _) => go.limits.nodes = Some(number),
                        ("movetime", _) => go.limits.move_time = Some(time),
                        ("mate", _) => go.limits.mate = Some(number.min(1000) as u32),
                        ("wtime", Color::White) | ("btime", Color::Black) => {
                            clock.remaining = time;
                            has_clock = true;
                        }
                        // Who tells the other side's time only leaves us none.
                        ("wtime" | "btime", _) => has_clock = true,
                        ("winc", Color::White) | ("binc", Color::Black) => clock.increment = time,
                        ("movestogo", _) => clock.moves_to_go = Some(number.min(1000) as u32),
                        _ => {}
                    }
                }
                _ => {
                    go.unknown.get_or_insert_with(|| word.to_owned());
                }
            }
        }
        go.limits.clock = has_clock.then_some(clock);
        go.infinite |= !go.ponder && !go.is_limited() && go.limits.mate.is_none();
        Ok(go)
    }

    /// Whether the search ends without being told to. There may be no mate to be found.
    pub(super) fn ends(&self) -> bool {
        self.is_limited() && !self.infinite && !self.ponder
    }

    fn is_limited(&self) -> bool {
        let Limits { depth, nodes, move_time, clock, .. } = &self.limits;
        depth.is_some() || nodes.is_some() || move_time.is_some() || clock.is_some()
    }
}

/// A number, where less than nothing, as a clock that has run out may show, is nothing.
fn number(word: &str, value: Option<&str>) -> Result<u64, GoError> {
    let value = value.unwrap_or_default();
    let number: i64 =
        value.parse().map_err(|_| GoError::Number { word: word.to_owned(), value: value.to_owned() })?;
    Ok(number.max(0) as u64)
}
