use chess_board::{KeyHistory, Position};
use chess_movegen::{Outcome, outcome};
use chess_notation::pgn::Replay;
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
///
/// They are also written again, move by move as they stood there.
pub(crate) fn pgn(report: &mut Report, pgn: &str, expected: &str) {
    let Some(text) = report.read(pgn) else { return };
    let mut games = Replay::new(&text);
    let mut written = String::new();
    report.check(expected, |line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, plies, end, key, how, uci] = fields[..] else {
            return Err(format!("there are {} fields", fields.len()));
        };
        let game = games.next_game().map_err(|error| error.to_string())?.ok_or("there is no such game")?;
        written += &game.to_string();
        let moves: Vec<_> = game.mainline().map(|played| played.mv.uci().to_string()).collect();
        same("number of plies", moves.len().to_string().as_str(), plies)?;
        same("moves", moves.join(" ").as_str(), uci)?;
        let position = game.mainline().last().map_or(*game.start(), |played| played.after);
        same("end of the game", how_ended(&position), how)?;
        check_end(&position, end, key)
    });
    if !matches!(games.next_game(), Ok(None)) {
        report.fail(&format!("{pgn}: there are more games than in {expected}"));
    } else if !movetext(&text).eq(movetext(&written)) {
        report.fail(&format!("{pgn}: the games are written otherwise"));
    }
}

fn movetext(pgn: &str) -> impl Iterator<Item = &str> {
    pgn.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace)
}

fn how_ended(position: &Position) -> &'static str {
    match outcome(position, &KeyHistory::<1>::EMPTY) {
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
