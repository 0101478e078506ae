use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use chess_board::Position;
use chess_movegen::{GameState, cannot_mate};
use chess_notation::pgn::GameResult;
use chess_syzygy::{Tables, Wdl};
use chess_types::Color;

use super::player::{Answer, Side};
use super::schedule::FaultKind;
use crate::engine::{Expected, Fault, MoveTime};

/// The rules of a game beyond those of chess. By default, time may be passed by a tenth of a second, and a game has at most 300 moves.
///
/// All moves are counted from the end of the opening on, those of each side.
pub struct Rules {
    /// The time by which a limit of time may be passed.
    pub margin: Duration,
    /// Calls a game drawn by its scores.
    pub draw: Option<Adjudication>,
    /// Calls a game won by its scores.
    pub resign: Option<Adjudication>,
    /// The moves of each side after which a game is a draw.
    pub max_moves: usize,
    /// Decide a game once they know its position.
    pub tables: Option<Tables>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { margin: Duration::from_millis(100), draw: None, resign: None, max_moves: 300, tables: None }
    }
}

/// A rule about the scores of both players: `MOVES:CP[:FROM]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// The moves of each player in running that have to meet it.
    pub moves: usize,
    /// Hundredths of a pawn.
    pub limit: i32,
    /// The moves that each side has to make before.
    pub from: usize,
}

/// A game that is over.
pub struct Played {
    /// The time at which it began.
    pub begun: SystemTime,
    /// The time at which it ended.
    pub ended: SystemTime,
    /// The names that the engines give themselves, White's first; empty if there is none.
    pub ids: [String; 2],
    /// The opening and the moves.
    pub game: GameState,
    /// The answers of the players, from the first move after the opening on.
    pub answers: Vec<Answer>,
    /// The result.
    pub result: GameResult,
    /// What has ended the game.
    pub end: End,
}

/// The way a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of chess, in words.
    Rules(String),
    /// By those of the match, in words.
    Adjudicated(&'static str),
    /// By a fault of this side, which has lost, or drawn if the other side cannot mate by any series of legal moves.
    Fault(Color, Fault),
}

impl End {
    /// The value of the tag `Termination`.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) => "normal",
            Self::Adjudicated(_) => "adjudication",
            Self::Fault(_, fault) => FaultKind::of(fault).termination(),
        }
    }
}

impl Played {
    /// What has ended the game, in words.
    pub fn reason(&self) -> String {
        match &self.end {
            End::Rules(end) => end.clone(),
            End::Adjudicated(end) => (*end).to_owned(),
            End::Fault(color, fault) => format!("{} {}: {fault}", color.name(), self.penalty()),
        }
    }

    /// What the player with a fault does: `loses`, or draws.
    pub fn penalty(&self) -> &'static str {
        if self.result == GameResult::Draw { "draws (the opponent cannot mate)" } else { "loses" }
    }
}

/// Plays a game from the end of an opening, White first among the players; `None` if it was stopped. Random moves follow from the
/// seed.
pub fn play(
    mut players: [&mut dyn Side; 2],
    opening: GameState,
    seed: u64,
    rules: &Rules,
    stop: &AtomicBool,
) -> Option<Played> {
    let begun = SystemTime::now();
    let limits = [&players[0], &players[1]].map(|player| player.limits());
    let mut game = opening;
    let mut answers = Vec::new();
    let mut clocks = limits.map(|limits| limits.clock.map_or(Duration::ZERO, |clock| clock.base));
    let mut made = [0; 2];
    let lost = |ids, game: GameState, answers, color: Color, fault: Fault| {
        let is_draw = cannot_mate(game.position(), !color);
        let result = if is_draw { GameResult::Draw } else { GameResult::win(!color) };
        Some(Played {
            begun,
            ended: SystemTime::now(),
            ids,
            game,
            answers,
            result,
            end: End::Fault(color, fault),
        })
    };
    let mut ids = [String::new(), String::new()];
    for (player, color) in players.iter_mut().zip(Color::ALL) {
        match player.begin(seed, stop) {
            Ok(()) => {}
            Err(Fault::Stopped) => return None,
            Err(fault) => return lost(ids, game, answers, color, fault),
        }
        player.id().clone_into(&mut ids[color.index()]);
    }
    loop {
        let over = end_by_rules(&game).or_else(|| adjudicated(&answers, &game, rules));
        if let Some((result, end)) = over {
            return Some(Played { begun, ended: SystemTime::now(), ids, game, answers, result, end });
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let us = game.position().side_to_move();
        let index = usize::from(us == Color::Black);
        let (go, allowed) = limits[index].go(us, clocks, made[index]);
        let time = allowed.map_or(MoveTime::WhileTelling, |allowed| MoveTime::Within(allowed + rules.margin));
        let answer = match players[index].choose(&game, &go, time, stop) {
            Ok(answer) => answer,
            Err(Fault::Stopped) => return None,
            Err(fault) => return lost(ids, game, answers, us, fault),
        };
        made[index] += 1;
        if let Some(clock) = limits[index].clock {
            clocks[index] = clock.after(clocks[index], answer.time, made[index]);
        }
        if game.play(answer.mv).is_err() {
            return lost(ids, game, answers, us, Fault::Illegal(answer.mv.to_string()));
        }
        answers.push(answer);
    }
}

/// The end of the game by the rules of chess, where draws are claimed at once.
fn end_by_rules(game: &GameState) -> Option<(GameResult, End)> {
    match game.outcome() {
        Some(outcome) => Some((outcome.into(), End::Rules(outcome.to_string()))),
        None => game.claim().map(|claim| (GameResult::Draw, End::Rules(claim.to_string()))),
    }
}

/// The end of the game by the tables, the scores that both players tell, or its length.
fn adjudicated(answers: &[Answer], game: &GameState, rules: &Rules) -> Option<(GameResult, End)> {
    let position = game.position();
    let us = position.side_to_move();
    if let Some(result) = rules.tables.as_ref().and_then(|tables| by_tables(tables, position)) {
        return Some((result, End::Adjudicated("adjudicated by endgame tablebases")));
    }
    let last = |rule: Adjudication| {
        let start = answers.len().checked_sub(2 * rule.moves)?;
        (answers.len() / 2 >= rule.from).then(|| &answers[start..])
    };
    if let Some(rule) = rules.draw {
        let is_even =
            |answer: &Answer| answer.centipawns().is_some_and(|score| score.saturating_abs() <= rule.limit);
        if last(rule).is_some_and(|answers| answers.iter().all(is_even)) {
            return Some((GameResult::Draw, End::Adjudicated("adjudicated draw")));
        }
    }
    if let Some(rule) = rules.resign
        && let Some(answers) = last(rule)
    {
        // The side to move made the first of these, and each second one after it.
        for (sign, winner) in [(1, us), (-1, !us)] {
            let is_clear = |(index, answer): (usize, &Answer)| {
                let sign = if index % 2 == 0 { sign } else { -sign };
                answer.centipawns().is_some_and(|score| score.saturating_mul(sign) >= rule.limit)
            };
            if answers.iter().enumerate().all(is_clear) {
                return Some((GameResult::win(winner), End::Adjudicated("adjudicated win")));
            }
        }
    }
    let is_long = answers.len() / 2 >= rules.max_moves;
    is_long.then_some((GameResult::Draw, End::Adjudicated("too many moves")))
}

/// The result by endgame tablebases, which is certain under the fifty-move rule: that of a draw, or right after a capture or a pawn move.
fn by_tables(tables: &Tables, position: &Position) -> Option<GameResult> {
    if position.occupied().count() > tables.max_pieces() {
        return None;
    }
    let us = position.side_to_move();
    match tables.probe_wdl(position).ok()? {
        Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Some(GameResult::Draw),
        _ if position.halfmove_clock() > 0 => None,
        Wdl::Win => Some(GameResult::win(us)),
        Wdl::Loss => Some(GameResult::win(!us)),
    }
}

impl std::str::FromStr for Adjudication {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        let numbers: Option<Vec<usize>> = text.split(':').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[moves @ 1..=1000, limit @ 0..=100_000]) => {
                Ok(Self { moves, limit: limit as i32, from: 0 })
            }
            Some(&[moves @ 1..=1000, limit @ 0..=100_000, from]) => {
                Ok(Self { moves, limit: limit as i32, from })
            }
            _ => Err(Expected("MOVES:CP or MOVES:CP:FROM, such as 8:10:40")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the moves after the opening count.
    #[test]
    fn scores_and_length_decide_a_game_once_its_move_is_played() {
        use chess_notation::pgn::Score;

        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let rule = |text: &str| Some(text.parse().unwrap());
        let draw = |text| Rules { draw: rule(text), ..Rules::default() };
        let resign = |text| Rules { resign: rule(text), ..Rules::default() };
        let max_moves = |max_moves| Rules { max_moves, ..Rules::default() };
        for (number, (rules, first)) in [
            (draw("4:1000"), 8),
            (draw("4:1000:10"), 20),
            (draw("4:1000:2"), 8),
            (draw("11:1000:10"), 22),
            (draw("1:0"), 2),
            (resign("4:500"), 8),
            (resign("4:500:10"), 20),
            (max_moves(1), 2),
            (max_moves(7), 14),
        ]
        .into_iter()
        .enumerate()
        {
            for opening in 0..12 {
                let (mut game, mut answers) = (GameState::default(), Vec::new());
                let play = |game: &mut GameState| {
                    let uci = shuffle[game.moves().len() % 4];
                    let mv = chess_notation::read_uci(game.position(), uci).unwrap();
                    game.play_unchecked(mv);
                    mv
                };
                for _ in 0..opening {
                    play(&mut game);
                }
                while adjudicated(&answers, &game, &rules).is_none() {
                    // White is ahead where that decides.
                    let sign = if game.position().side_to_move() == Color::White { 1 } else { -1 };
                    let score = Score::Centipawns(if rules.resign.is_some() { 500 * sign } else { 0 });
                    let mv = play(&mut game);
                    let (depth, nodes) = (None, None);
                    answers.push(Answer { mv, score: Some(score), depth, nodes, time: Duration::ZERO });
                }
                assert_eq!(answers.len(), first, "{number} {opening}");
            }
        }
    }
}
