//! A filter of games: PGN on standard input, and on standard output a line `FEN | evaluation | result` for each quiet position
//! with an evaluation, as trainers of neural networks read them. Evaluations are in hundredths of a pawn from White's view,
//! results 1.0, 0.5 or 0.0 for White.
//!
//! `example-filter [MINIMUM_ELO] < GAMES.pgn`

use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use chess_notation::pgn::{Command, Event, GameResult, PgnError, Replay, Text};
use chess_notation::{Color, Position};

/// The numbers for the report at the end: games that end without an error, rejected or not; broken games; lines written.
#[derive(Default, PartialEq, Eq, Debug)]
struct Tally {
    games: u64,
    broken: u64,
    lines: u64,
}

/// The part of a game that has been read.
#[derive(Default)]
struct Game {
    elos: [u32; 2],
    /// Quiet positions with their evaluations.
    positions: Vec<(Position, i32)>,
    /// The last move was a capture or a promotion.
    is_noisy: bool,
}

fn filter(input: impl Read, output: &mut impl Write, minimum_elo: u32) -> Result<Tally, PgnError> {
    let mut replay = Replay::from_read(input);
    let (mut tally, mut game) = (Tally::default(), Game::default());
    loop {
        let event = match replay.next_event() {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(tally),
            // A broken game is dropped. Reading goes on with the next one.
            Err(PgnError::Game(_)) => {
                tally.broken += 1;
                game = Game::default();
                continue;
            }
            Err(error) => return Err(error),
        };
        match event {
            Event::Tag { name: "WhiteElo", value } => game.elos[0] = value.to_string().parse().unwrap_or(0),
            Event::Tag { name: "BlackElo", value } => game.elos[1] = value.to_string().parse().unwrap_or(0),
            Event::Movetext if game.elos.iter().any(|&elo| elo < minimum_elo) => {
                replay.skip_game()?;
                game = Game::default();
            }
            Event::VariationStart => replay.skip_variation()?,
            Event::Move(mv) => game.is_noisy = !mv.is_quiet(),
            Event::Comment(text) => {
                let evaluation = evaluation(text);
                let position = replay.position();
                if let Some(evaluation) = evaluation.filter(|_| !game.is_noisy && !position.is_in_check()) {
                    game.positions.push((*position, evaluation));
                }
            }
            Event::End(result) => {
                tally.games += 1;
                if let Some(points) = result.and_then(points_of_white) {
                    tally.lines += game.positions.len() as u64;
                    for (position, evaluation) in &game.positions {
                        writeln!(output, "{position} | {evaluation} | {points:.1}")?;
                    }
                }
                game = Game::default();
            }
            _ => {}
        }
    }
}

/// The evaluation in a comment, if there is one that is not a mate.
fn evaluation(comment: Text<'_>) -> Option<i32> {
    comment.commands().find_map(|command| match command {
        Command::Eval(eval) => eval.centipawns(),
        _ => None,
    })
}

fn points_of_white(result: GameResult) -> Option<f64> {
    match (result, result.winner()) {
        (GameResult::Unknown, _) => None,
        (_, Some(Color::White)) => Some(1.0),
        (_, Some(Color::Black)) => Some(0.0),
        (_, None) => Some(0.5),
    }
}

#[allow(clippy::print_stderr, reason = "a program whose messages are for people")]
fn main() -> ExitCode {
    let minimum_elo = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut output = BufWriter::new(io::stdout().lock());
    match filter(io::stdin().lock(), &mut output, minimum_elo).and_then(|tally| Ok((tally, output.flush()?)))
    {
        Ok((tally, ())) => {
            eprintln!("{} games read, {} broken, {} lines written", tally.games, tally.broken, tally.lines);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = r#"[WhiteElo "2400"]
[BlackElo "2300"]
[Result "1-0"]

1. e4 { [%eval 0.3,20] [%clk 0:03:00] } d5 { [%eval 0.55] } 2. exd5 { [%eval 0.5] } (2. e5 { [%eval 0.1] }) 2... Qxd5
3. Nc3 { [%eval #4] } Qd6 { [%eval -0.05] } 1-0

[WhiteElo "1500"]
[BlackElo "2300"]

1. d4 { [%eval 0.2] } 1/2-1/2

[WhiteElo "2500"]
[BlackElo "2500"]

1. d4 { [%eval 0.2] } Ke7 1-0

[WhiteElo "2500"]
[BlackElo "2500"]

1. d4 { [%eval 0.2] } *
"#;

    #[test]
    fn quiet_positions_of_whole_games_with_results_remain() {
        let mut output = Vec::new();
        let tally = filter(GAMES.as_bytes(), &mut output, 2000).unwrap();
        assert_eq!(tally, Tally { games: 3, broken: 1, lines: 3 });
        assert_eq!(
            String::from_utf8(output).unwrap(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 30 | 1.0\n\
             rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | 55 | 1.0\n\
             rnb1kbnr/ppp1pppp/3q4/8/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4 | -5 | 1.0\n"
        );
    }
}
