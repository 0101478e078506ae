use std::time::Duration;

use chess_board::Position;
use chess_notation::pgn::Score;
use chess_types::{Color, Move, UciMove};
use chess_uci::{Bound, Info, Wdl, resolve_uci};

/// A line of play with its value, as an engine reports it. Score, bound and chances are from White's point of view.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// 1 for the best line, 2 for the next one, and so on.
    pub rank: u32,
    /// The value.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The chances, if they are reported.
    pub wdl: Option<Wdl>,
    /// The depth of the search in plies; 0 if it is not reported.
    pub depth: u32,
    /// The ply of the deepest node.
    pub seldepth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The nodes searched in a second.
    pub nps: Option<u64>,
    /// The time searched.
    pub time: Option<Duration>,
    /// The part of the transposition table that is used, in permille.
    pub hashfull: Option<u32>,
    /// The positions found in endgame tablebases.
    pub tbhits: Option<u64>,
    /// The legal moves of the line, one at least.
    pub moves: Vec<Move>,
}

impl Line {
    /// Reads the line of a report on the search of a position; `None` if it has no score or no legal move. Moves from the first that is
    /// not legal on are left out.
    pub fn of(info: &Info, position: &Position) -> Option<Self> {
        let score = info.score?;
        let moves = legal_line(position, &info.pv);
        let side = position.side_to_move();
        (!moves.is_empty()).then(|| Self {
            rank: info.multipv.unwrap_or(1).max(1),
            score: score.value.seen_by(side),
            bound: seen_by(score.bound, side),
            wdl: info.wdl.map(|wdl| chances_seen_by(wdl, side)),
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth,
            nodes: info.nodes,
            nps: info.nps,
            time: info.time,
            hashfull: info.hashfull,
            tbhits: info.tbhits,
            moves,
        })
    }

    /// Keeps the latest line of each rank, the best first. One whose score is a bound replaces no other, and one that would leave a gap is
    /// not kept.
    pub fn keep(self, lines: &mut Vec<Self>) {
        let rank = self.rank as usize - 1;
        if rank > lines.len() {
            return;
        }
        match lines.get_mut(rank) {
            Some(known) if known.bound == Bound::Exact && self.bound != Bound::Exact => {}
            Some(known) => *known = self,
            None => lines.push(self),
        }
    }
}

/// The moves of a line up to the first that is not legal.
pub(super) fn legal_line(position: &Position, line: &[UciMove]) -> Vec<Move> {
    let mut last = *position;
    let legal = line.iter().map_while(|&mv| {
        let mv = resolve_uci(&last, mv).ok().filter(|mv| !mv.is_null())?;
        last = last.after(mv);
        Some(mv)
    });
    legal.collect()
}

/// White's bound as that of `side`, and the other way round.
pub(crate) const fn seen_by(bound: Bound, side: Color) -> Bound {
    match (bound, side) {
        (Bound::Lower, Color::Black) => Bound::Upper,
        (Bound::Upper, Color::Black) => Bound::Lower,
        _ => bound,
    }
}

/// White's chances as those of `side`, and the other way round.
pub(crate) const fn chances_seen_by(chances: Wdl, side: Color) -> Wdl {
    let Wdl { win, draw, loss } = chances;
    match side {
        Color::White => chances,
        Color::Black => Wdl { win: loss, draw, loss: win },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(position: &Position, infos: &[&str]) -> Vec<Line> {
        let mut lines = Vec::new();
        for info in infos {
            if let Some(line) = Line::of(&info.parse().unwrap(), position) {
                line.keep(&mut lines);
            }
        }
        lines
    }

    #[test]
    fn the_latest_line_of_each_rank_is_kept_for_white() {
        let position: Position = "4k3/8/8/8/8/8/4p3/4K2R b K - 0 1".parse().unwrap();
        let lines = kept(
            &position,
            &[
                "depth 1 multipv 2 score cp 5 pv e8d8",
                "depth 1 multipv 1 score cp 80 pv e8e7 h1h8",
                "depth 1 multipv 2 score cp -31 pv e8d8 e1h1",
                "depth 2 multipv 1 score mate 3 lowerbound pv e8f7",
                "depth 2 multipv 2 score mate -2 pv e8f8 e1g1 e2e1q",
                "depth 3 multipv 1 score cp 90 pv e8e1",
                "depth 4 nodes 100",
            ],
        );
        let found: Vec<_> = lines.iter().map(|line| (line.score, line.depth, line.moves.len())).collect();
        // The castling of the last line passes over an attacked square.
        assert_eq!(found, [(Score::Centipawns(-80), 1, 2), (Score::Mate(2), 2, 1)]);
    }

    #[test]
    fn bounds_and_chances_are_white_s() {
        let info = "depth 3 seldepth 5 multipv 1 score cp 20 lowerbound wdl 700 200 100 nodes 9 nps 8 hashfull 7 tbhits 6 time 5";
        for (fen, move_of, score, bound, win) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 20, Bound::Lower, 700),
            ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", -20, Bound::Upper, 100),
        ] {
            let position = fen.parse().unwrap();
            let [line] = &kept(&position, &[&format!("{info} pv {move_of}")])[..] else { panic!() };
            assert_eq!((line.score, line.bound), (Score::Centipawns(score), bound));
            assert_eq!(line.wdl, Some(Wdl { win, draw: 200, loss: 800 - win }));
            let numbers =
                (line.rank, line.depth, line.seldepth, line.nodes, line.nps, line.hashfull, line.tbhits);
            assert_eq!(numbers, (1, 3, Some(5), Some(9), Some(8), Some(7), Some(6)));
            assert_eq!(line.time, Some(Duration::from_millis(5)));
            // A bound stands until an exact score comes.
            let [line] =
                &kept(&position, &[&format!("{info} pv {move_of}"), &format!("score cp 1 pv {move_of}")])[..]
            else {
                panic!()
            };
            assert_eq!(line.bound, Bound::Exact);
        }
    }
}
