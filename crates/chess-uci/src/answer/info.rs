//! The reports of an engine on its search, with scores.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::time::Duration;

use chess_notation::Score as Value;
use chess_types::UciMove;

use crate::error::{ProtocolError, Rule};
use crate::moves::{Moves, write_moves};
use crate::reader::{OneLine, Reader, Words, integer32};

/// The answer `info`: a report of an engine on its search. Every field is optional.
///
/// # Examples
/// ```
/// use chess_uci::{Info, Score};
///
/// let info = Info { depth: Some(3), score: Some(Score::mate(-2)), ..Info::default() };
/// assert_eq!(info.to_string(), "info depth 3 score mate -2");
/// assert_eq!("info score mate -2 depth 3".parse(), Ok(info));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The ply of the deepest node.
    pub seldepth: Option<u32>,
    /// The rank of this line, 1 for the best, where several are shown.
    pub multipv: Option<u32>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The chances of the side to move.
    pub wdl: Option<Wdl>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The nodes searched in a second.
    pub nps: Option<u64>,
    /// The part of the transposition table that is used, in permille.
    pub hashfull: Option<u32>,
    /// The positions found in endgame tablebases.
    pub tbhits: Option<u64>,
    /// The time searched, in whole milliseconds.
    pub time: Option<Duration>,
    /// The root move that is being searched.
    pub currmove: Option<UciMove>,
    /// The number of that move, counted from 1.
    pub currmovenumber: Option<u32>,
    /// The load of the processor, in permille.
    pub cpuload: Option<u32>,
    /// A move and the line that refutes it.
    pub refutation: Option<Refutation>,
    /// The line that is being searched.
    pub currline: Option<CurrentLine>,
    /// The best line; empty if none is given.
    pub pv: Moves,
    /// Text for the user, which ends the line.
    pub string: Option<String>,
}

/// A root move and the line that refutes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The move that is refuted.
    pub mv: UciMove,
    /// The refutation; empty if none has been found.
    pub line: Moves,
}

/// The line that a processor is searching.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CurrentLine {
    /// The number of the processor, counted from 1; `None` if there is only one.
    pub cpu: Option<u32>,
    /// The moves.
    pub moves: Moves,
}

impl Info {
    /// Text for the user, and nothing else.
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Self {
        let mut info = Self::default();
        while let Some(word) = reader.words.next() {
            match word.text {
                "depth" => info.depth = reader.natural32("depth"),
                "seldepth" => info.seldepth = reader.natural32("seldepth"),
                "multipv" => info.multipv = reader.natural32("multipv"),
                "score" => info.score = Score::read(reader),
                "wdl" => info.wdl = Wdl::read(reader),
                "nodes" => info.nodes = reader.natural("nodes"),
                "nps" => info.nps = reader.natural("nps"),
                "hashfull" => info.hashfull = reader.natural32("hashfull"),
                "tbhits" => info.tbhits = reader.natural("tbhits"),
                "time" => info.time = reader.milliseconds("time"),
                "currmove" => info.currmove = reader.moves("currmove", true).first().copied(),
                "currmovenumber" => info.currmovenumber = reader.natural32("currmovenumber"),
                "cpuload" => info.cpuload = reader.natural32("cpuload"),
                "refutation" => info.refutation = Refutation::of(reader.moves("refutation", true)),
                "currline" => info.currline = Some(CurrentLine::read(reader)),
                "pv" => info.pv = reader.moves("pv", true),
                "string" => {
                    info.string = Some(reader.words.rest().to_owned());
                    break;
                }
                _ => reader.report_unknown(word),
            }
        }
        info
    }
}

impl Refutation {
    fn of(mut moves: Moves) -> Option<Self> {
        if moves.is_empty() {
            return None;
        }
        let line = moves.split_off(1);
        Some(Self { mv: moves[0], line })
    }
}

impl CurrentLine {
    fn read(reader: &mut Reader<'_, '_>) -> Self {
        let is_number = |word: &str| word != "0000" && word.bytes().all(|byte| byte.is_ascii_digit());
        let cpu = reader.words.peek().is_some_and(|word| is_number(word.text));
        let cpu = if cpu { reader.natural32("currline") } else { None };
        Self { cpu, moves: reader.moves("currline", true) }
    }
}

impl core::str::FromStr for Info {
    type Err = ProtocolError;

    /// Reads the text after the word `info`. If that word is in the text, it is skipped as an unknown word.
    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let words = Words::new(text);
        crate::error::strict(|report| Ok(Self::read(&mut Reader::new(words, "info", is_keyword, report))))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        field(f, "wdl", self.wdl)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "currmove", self.currmove)?;
        field(f, "currmovenumber", self.currmovenumber)?;
        field(f, "cpuload", self.cpuload)?;
        if let Some(Refutation { mv, line }) = &self.refutation {
            write!(f, " refutation {mv}")?;
            write_moves(f, "", line)?;
        }
        if let Some(CurrentLine { cpu, moves }) = &self.currline {
            f.write_str(" currline")?;
            cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            write_moves(f, "", moves)?;
        }
        write_moves(f, " pv", &self.pv)?;
        field(f, "string", self.string.as_deref().map(OneLine))
    }
}

/// A score of `info`, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The value: `cp` and hundredths of a pawn, or `mate` and moves.
    pub value: Value,
    /// Whether a value is exact or a bound.
    pub bound: Bound,
}

/// The kind of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// The score is the value.
    #[default]
    Exact,
    /// `lowerbound`: the score is at least the value.
    Lower,
    /// `upperbound`: the score is at most the value.
    Upper,
}

/// The chances of the side to move, in permille: `wdl`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// The chance to win.
    pub win: u32,
    /// The chance to draw.
    pub draw: u32,
    /// The chance to lose.
    pub loss: u32,
}

impl Score {
    /// An exact score in centipawns.
    pub const fn centipawns(value: i32) -> Self {
        Self { value: Value::Centipawns(value), bound: Bound::Exact }
    }

    /// An exact score of a mate in `moves` moves, as [`Value::Mate`] counts them.
    pub const fn mate(moves: i32) -> Self {
        Self { value: Value::Mate(moves), bound: Bound::Exact }
    }

    /// Reads the text after `score`; a bound may be on either side of the value.
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Option<Self> {
        let start = reader.words.offset();
        let (mut value, mut bound) = (None, Bound::Exact);
        while let Some(word) =
            reader.words.next_if(|word| matches!(word, "cp" | "mate" | "lowerbound" | "upperbound"))
        {
            match word.text {
                "lowerbound" => bound = Bound::Lower,
                "upperbound" => bound = Bound::Upper,
                kind => {
                    let number = reader.field("score", Rule::Number, integer32)?;
                    value = Some(if kind == "cp" { Value::Centipawns(number) } else { Value::Mate(number) });
                }
            }
        }
        if value.is_none() {
            reader.report_at("score", start, Rule::Score);
        }
        value.map(|value| Self { value, bound })
    }
}

impl Wdl {
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Option<Self> {
        let mut number = || reader.natural32("wdl");
        Some(Self { win: number()?, draw: number()?, loss: number()? })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Centipawns(value) => write!(f, "cp {value}")?,
            Value::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// Tests whether a word begins a field of `info`.
pub(super) fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 17] = [
        "depth",
        "seldepth",
        "multipv",
        "score",
        "wdl",
        "nodes",
        "nps",
        "hashfull",
        "tbhits",
        "time",
        "currmove",
        "currmovenumber",
        "cpuload",
        "refutation",
        "currline",
        "pv",
        "string",
    ];
    WORDS.contains(&word)
}
