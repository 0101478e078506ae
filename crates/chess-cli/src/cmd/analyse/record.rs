//! The JSON objects of analyses, their keys in this order.

use chess_arena::analysis::{Analysed, Judged, Mark};
use chess_data::json::Spelling;
use chess_notation::pgn::Score;
use chess_types::{Color, Move};
use serde::{Serialize, Serializer};

/// A score as `{"cp": 31}` or `{"mate": -3}`, from White's point of view.
pub(super) struct ScoreRecord(pub(super) Score);

impl Serialize for ScoreRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (key, value) = match self.0 {
            Score::Centipawns(value) => ("cp", value),
            Score::Mate(moves) => ("mate", moves),
        };
        serializer.collect_map([(key, value)])
    }
}

/// An analysed game.
#[derive(Serialize)]
pub(super) struct GameRecord<'a> {
    game: usize,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    engine: &'a str,
    sides: Sides,
    moves: Vec<MoveRecord<'a>>,
}

#[derive(Serialize)]
struct Sides {
    white: SideRecord,
    black: SideRecord,
}

#[derive(Serialize)]
struct SideRecord {
    average_loss: Option<f64>,
    dubious: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct MoveRecord<'a> {
    uci: String,
    san: &'a str,
    eval: Option<ScoreRecord>,
    depth: Option<u32>,
    best: Option<String>,
    loss: Option<f64>,
    mark: Option<&'static str>,
}

impl<'a> GameRecord<'a> {
    /// The game with this number, counted from 1.
    pub(super) fn new(analysed: &'a Analysed, number: usize, engine: &'a str) -> Self {
        let side = |side| {
            let [dubious, mistakes, blunders] = analysed.marks(side);
            let average_loss = analysed.average_loss(side).map(rounded);
            SideRecord { average_loss, dubious, mistakes, blunders }
        };
        let spelling = Spelling::of(analysed.game.start());
        let spell = |mv: Move| spelling.spell(mv).to_string();
        let record = |judged: &'a Judged| MoveRecord {
            uci: spell(judged.mv),
            san: &judged.san,
            eval: judged.eval.map(|eval| ScoreRecord(eval.score)),
            depth: judged.eval.and_then(|eval| eval.depth),
            best: judged.best.map(spell),
            loss: judged.loss.map(rounded),
            mark: judged.mark.map(Mark::text),
        };
        let tags = analysed.game.tags();
        Self {
            game: number,
            white: tags.white(),
            black: tags.black(),
            result: analysed.game.result().as_str(),
            engine,
            sides: Sides { white: side(Color::White), black: side(Color::Black) },
            moves: analysed.moves.iter().map(record).collect(),
        }
    }
}

/// A part of a score to four digits.
fn rounded(part: f64) -> f64 {
    (part * 10_000.0).round() / 10_000.0
}
