use core::fmt;
use core::time::Duration;

use chess_types::Color;

use crate::error::ProtocolError;
use crate::moves::{Moves, write_moves};
use crate::reader::Reader;

/// The command `go`: the limits of a search. Without any limit the engine searches until `stop`.
///
/// Times are whole milliseconds in the protocol; writing cuts off fractions.
///
/// # Examples
/// ```
/// use chess_uci::{Color, Go};
/// use std::time::Duration;
///
/// let go: Go = "go ponder wtime 60000 btime -20 movestogo 40".parse()?;
/// assert!(go.ponder);
/// assert_eq!(go.btime, Some(Duration::ZERO));
/// assert_eq!(go.clock(Color::White).unwrap().moves_to_go, Some(40));
/// # Ok::<(), chess_uci::ProtocolError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The root moves to choose from; all legal moves if the list is empty.
    pub searchmoves: Moves,
    /// The engine ponders: limits of time hold from `ponderhit` on.
    pub ponder: bool,
    /// The time left on White's clock.
    pub wtime: Option<Duration>,
    /// The time left on Black's clock.
    pub btime: Option<Duration>,
    /// The increment of White's clock for each move.
    pub winc: Option<Duration>,
    /// The increment of Black's clock for each move.
    pub binc: Option<Duration>,
    /// The number of moves until the next time control.
    pub movestogo: Option<u32>,
    /// The depth to search, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to search.
    pub nodes: Option<u64>,
    /// The number of moves within which to find a mate.
    pub mate: Option<u32>,
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// The engine searches until `stop`, whatever it finds.
    pub infinite: bool,
    /// The depth of a perft to run in place of a search, as in Stockfish and others.
    pub perft: Option<u32>,
}

/// A player's clock according to `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl Go {
    /// The clock of a player; `None` if the command gives neither player's time. If it gives only the opponent's, the player has
    /// no time left.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let (time, increment) = match color {
            Color::White => (self.wtime, self.winc),
            Color::Black => (self.btime, self.binc),
        };
        (self.wtime.is_some() || self.btime.is_some()).then(|| Clock {
            remaining: time.unwrap_or_default(),
            increment: increment.unwrap_or_default(),
            moves_to_go: self.movestogo,
        })
    }

    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = reader.words.next() {
            match word.text {
                "searchmoves" => {
                    for mv in reader.moves("searchmoves", false) {
                        if !go.searchmoves.contains(&mv) {
                            go.searchmoves.push(mv);
                        }
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.wtime = reader.milliseconds("wtime"),
                "btime" => go.btime = reader.milliseconds("btime"),
                "winc" => go.winc = reader.milliseconds("winc"),
                "binc" => go.binc = reader.milliseconds("binc"),
                "movestogo" => go.movestogo = reader.natural32("movestogo"),
                "depth" => go.depth = reader.natural32("depth"),
                "nodes" => go.nodes = reader.natural("nodes"),
                "mate" => go.mate = reader.natural32("mate"),
                "movetime" => go.movetime = reader.milliseconds("movetime"),
                "perft" => go.perft = reader.natural32("perft"),
                _ => reader.report_unknown(word),
            }
        }
        go
    }
}

/// Tests whether a word begins a field of `go`.
pub(super) fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 13] = [
        "searchmoves",
        "ponder",
        "infinite",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "perft",
    ];
    WORDS.contains(&word)
}

impl core::str::FromStr for Go {
    type Err = ProtocolError;

    /// Reads the text after the word `go`. If that word is in the text, it is skipped as an unknown word.
    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let words = crate::reader::Words::new(text);
        crate::error::strict(|report| Ok(Self::read(&mut Reader::new(words, "go", is_keyword, report))))
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (name, is_set) in [(" ponder", self.ponder), (" infinite", self.infinite)] {
            if is_set {
                f.write_str(name)?;
            }
        }
        let times = [
            ("wtime", self.wtime),
            ("btime", self.btime),
            ("winc", self.winc),
            ("binc", self.binc),
            ("movetime", self.movetime),
        ];
        for (name, time) in times {
            if let Some(time) = time {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        let numbers = [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        write_moves(f, " searchmoves", &self.searchmoves)
    }
}
