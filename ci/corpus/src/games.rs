use chess_board::{KeyHistory, Position};
use chess_movegen::{Outcome, outcome};
use chess_notation::{polyglot, read_san_strict, read_uci};

use crate::report::{Finding, Report, same};

/// Number, plies, start, end, key of the end, moves in SAN and in UCI: both are the same moves, and lead to the end.
pub(crate) fn moves(line: &str) -> Finding {
    let fields: Vec<_> = line.split('\t').collect();
    let [_, plies, start, end, key, san, uci] = fields[..] else {
        return Err(format!("there are {} fields", fields.len()));
    };
    let mut position: Position = start.parse().map_err(|error| format!("{start}: {error}"))?;
    let (sans, ucis): (Vec<_>, Vec<_>) = (san.split(' ').collect(), uci.split(' ').collect());
    same("number of moves", sans.len().to_string().as_str(), plies)?;
    same("number of moves in UCI", &ucis.len(), &sans.len())?;
    for (san, uci) in sans.into_iter().zip(ucis) {
        let mv = read_san_strict(&position, san).map_err(|error| format!("{position} {san}: {error}"))?;
        same(uci, &read_uci(&position, uci), &Ok(mv))?;
        same(san, mv.uci960().to_string().as_str(), uci)?;
        position.play(mv);
    }
    check_end(&position, end, key)
}

/// Games of PGN, each with a line of what it comes to: number, plies, end, key of the end, how the game ended, UCI.
pub(crate) fn pgn(report: &mut Report, pgn: &str, expected: &str) {
    let Some(text) = report.read(pgn) else { return };
    let mut tokens = text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace);
    report.check(expected, |line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, plies, end, key, how, uci] = fields[..] else {
            return Err(format!("there are {} fields", fields.len()));
        };
        let game: Vec<_> = tokens.by_ref().take_while(|token| !RESULTS.contains(token)).collect();
        let (mut position, mut ucis) = (Position::START, Vec::new());
        for san in game {
            if !san.ends_with('.') {
                let mv =
                    read_san_strict(&position, san).map_err(|error| format!("{position} {san}: {error}"))?;
                ucis.push(mv.uci().to_string());
                position.play(mv);
            }
        }
        same("number of plies", ucis.len().to_string().as_str(), plies)?;
        same("moves", ucis.join(" ").as_str(), uci)?;
        same("end of the game", how_ended(&position), how)?;
        check_end(&position, end, key)
    });
    if tokens.next().is_some() {
        report.fail(&format!("{pgn}: more games than in {expected}"));
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

fn how_ended(position: &Position) -> &'static str {
    match outcome(position, &KeyHistory::<1>::new()) {
        Some(Outcome::Checkmate { .. }) => "checkmate",
        Some(Outcome::Stalemate) => "stalemate",
        Some(Outcome::InsufficientMaterial) => "insufficient",
        _ => "-",
    }
}

fn check_end(position: &Position, fen: &str, key: &str) -> Finding {
    same("end", position.to_string().as_str(), fen)?;
    same("key", format!("{:016x}", polyglot::key(position)).as_str(), key)
}
