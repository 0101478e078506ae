//! One game: its moves, and how it ends.

use std::time::Duration;

use chess_board::Position;
use chess_movegen::GameState;
use chess_notation::pgn::GameResult;
use chess_types::Color;

use crate::player::{Answer, Fault, Limit, Player};

/// The rules of a game beyond those of chess.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The limit of each move.
    pub limit: Limit,
    /// The time by which a limit of time may be passed.
    pub margin: Duration,
    /// The game is a draw once neither player's score was beyond so many hundredths of a pawn, in so many moves of each running.
    pub draw: Option<(u32, i32)>,
    /// The game is lost once a player's score was so many hundredths of a pawn below zero and the opponent's as much above it,
    /// in so many moves of each running.
    pub resign: Option<(u32, i32)>,
    /// The game is a draw after so many moves.
    pub max_moves: usize,
}

/// A game that is over.
#[derive(Debug)]
pub struct Played {
    /// The opening and the moves.
    pub game: GameState,
    /// The answers of the players, from the first move after the opening on.
    pub answers: Vec<Answer>,
    /// The result.
    pub result: GameResult,
    /// The way the game ended, in words.
    pub end: String,
    /// The fault of the player who lost by one.
    pub fault: Option<(Color, Fault)>,
}

/// Plays a game from the end of an opening; White comes first among the players.
pub fn play(mut players: [&mut Player; 2], opening: GameState, rules: &Rules) -> Played {
    let mut game = opening;
    let mut answers = Vec::new();
    let mut clocks = match rules.limit {
        Limit::Clock(base, _) => [base; 2],
        _ => [Duration::ZERO; 2],
    };
    let lost = |game, answers, color: Color, fault: Fault| Played {
        game,
        answers,
        result: won_by(!color),
        end: fault.to_string(),
        fault: Some((color, fault)),
    };
    for (player, color) in players.iter_mut().zip(Color::ALL) {
        if let Err(error) = player.begin() {
            return lost(game, answers, color, Fault::Crash(error));
        }
    }
    loop {
        let over = end_by_rules(&game).or_else(|| adjudicated(&answers, game.position(), rules));
        if let Some((result, end)) = over {
            return Played { game, answers, result, end, fault: None };
        }
        if game.moves().len() >= 2 * rules.max_moves {
            let end = "too many moves".to_owned();
            return Played { game, answers, result: GameResult::Draw, end, fault: None };
        }
        let us = game.position().side_to_move();
        let index = usize::from(us == Color::Black);
        let answer = match players[index].choose(&game, rules.limit, clocks, rules.margin) {
            Ok(answer) => answer,
            Err(fault) => return lost(game, answers, us, fault),
        };
        if let Limit::Clock(_, increment) = rules.limit {
            clocks[index] = clocks[index].saturating_sub(answer.time) + increment;
        }
        if game.try_play(answer.mv).is_err() {
            return lost(game, answers, us, Fault::Illegal(answer.mv.to_string()));
        }
        answers.push(answer);
    }
}

/// The end of the game by the rules of chess, where draws are claimed at once.
fn end_by_rules(game: &GameState) -> Option<(GameResult, String)> {
    match game.outcome() {
        Some(outcome) => Some((outcome.winner().map_or(GameResult::Draw, won_by), outcome.to_string())),
        None => game.claim().map(|claim| (GameResult::Draw, claim.to_string())),
    }
}

/// The end of the game by the scores that both players tell.
fn adjudicated(answers: &[Answer], position: &Position, rules: &Rules) -> Option<(GameResult, String)> {
    let last = |moves: u32| answers.len().checked_sub(2 * moves as usize).map(|start| &answers[start..]);
    if let Some((moves, limit)) = rules.draw {
        let is_even = |answer: &Answer| answer.score.is_some_and(|score| score.abs() <= limit);
        if last(moves.max(1)).is_some_and(|answers| answers.iter().all(is_even)) {
            return Some((GameResult::Draw, "adjudicated draw".to_owned()));
        }
    }
    if let Some((moves, limit)) = rules.resign {
        // The side to move made the first of these, and each second one after it.
        let answers = last(moves.max(1))?;
        for (sign, winner) in [(1, position.side_to_move()), (-1, !position.side_to_move())] {
            let is_clear = |(index, answer): (usize, &Answer)| {
                let sign = if index % 2 == 0 { sign } else { -sign };
                answer.score.is_some_and(|score| score * sign >= limit)
            };
            if answers.iter().enumerate().all(is_clear) {
                return Some((won_by(winner), "adjudicated win".to_owned()));
            }
        }
    }
    None
}

fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}
