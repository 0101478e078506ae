//! Checks this workspace's notation against files of FENs, moves, keys and games with the verdicts of other programs.
//!
//! `chess-corpus DIR` reads `DIR/notation` and `DIR/games`, and prints a line for each file. It fails at the first wrong record, and
//! if a file is missing or empty.

#![allow(clippy::print_stdout, reason = "run by hand and by the gate")]

use std::error::Error;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::{env, fs};

use chess_board::{
    CastlingStyle, EnPassantStyle, FenField, KeyHistory, ParsePositionError, Position, Reason,
};
use chess_movegen::{Outcome, PositionExt};
use chess_notation::pgn::{Event, PgnError, Replay};
use chess_notation::{San, SanError, polyglot, read_san, read_san_strict, read_uci};
use serde::Deserialize;

/// The fault of a record.
type Finding = Result<(), String>;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(env::args_os().nth(1).ok_or("usage: chess-corpus DIR")?);
    let check = |file: &str, check: fn(&str) -> Finding| records(&directory.join(file), check);
    check("notation/fen_illegal_sample.jsonl", illegal)?;
    check("notation/fen_malformed_sample.jsonl", malformed)?;
    check("notation/fen_odd_ok_sample.jsonl", odd)?;
    check("notation/polyglot_keys_sample.tsv", polyglot_key)?;
    check("notation/polyglot_published9.tsv", polyglot_key)?;
    check("notation/san_invalid_sample.jsonl", invalid)?;
    check("notation/san_triples_sample.jsonl", triple)?;
    check("games/frc_engine_games.tsv", moves)?;
    pgn(&directory.join("games/lichess_100.pgn"), &directory.join("games/lichess_100.expected.tsv"))?;
    reading(&directory.join("games"))
}

/// Checks each line of a file that is neither empty nor a comment.
fn records(file: &Path, mut check: impl FnMut(&str) -> Finding) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut count = 0;
    for (number, line) in lines {
        check(line).map_err(|finding| format!("{}:{number}: {finding}", file.display()))?;
        count += 1;
    }
    println!("{}: {count} records", file.display());
    if count > 0 { Ok(()) } else { Err("no record".into()) }
}

#[derive(Deserialize)]
struct Illegal {
    fen: String,
    python_chess_status: Vec<String>,
    consensus_refuse: bool,
}

#[derive(Deserialize)]
struct Malformed {
    fen: String,
    cls: String,
}

#[derive(Deserialize)]
struct Odd {
    fen: String,
    xfen: String,
    xfen_ep_always: String,
    shredder: String,
    legal_moves: usize,
}

/// A FEN of no legal position: refused for every reason of another program that is also one of ours.
fn illegal(line: &str) -> Finding {
    let Illegal { fen, python_chess_status, consensus_refuse } = parse(line)?;
    let mut reasons: Vec<Reason> = python_chess_status.iter().filter_map(|status| reason(status)).collect();
    // With a second king, the right may be of that king.
    if reasons.contains(&Reason::ManyKings) {
        reasons.retain(|&reason| reason != Reason::Castling);
    }
    match Position::from_fen(&fen) {
        Ok(_) if consensus_refuse || !reasons.is_empty() => Err(format!("{fen} is accepted: {reasons:?}")),
        Ok(_) => Ok(()),
        Err(ParsePositionError::Invalid(invalid)) if reasons.iter().all(|&reason| invalid.has(reason)) => {
            Ok(())
        }
        Err(ParsePositionError::Fen(error)) if reasons == [Reason::EnPassant] => {
            same(&fen, &error.field, &FenField::EnPassant)
        }
        Err(error) => Err(format!("{fen} is refused because {error}, not {reasons:?}")),
    }
}

/// Some programs refuse checks that no game leads to; they are accepted here.
fn reason(status: &str) -> Option<Reason> {
    match status {
        "BAD_CASTLING_RIGHTS" => Some(Reason::Castling),
        "INVALID_EP_SQUARE" => Some(Reason::EnPassant),
        "NO_WHITE_KING" | "NO_BLACK_KING" => Some(Reason::NoKing),
        "OPPOSITE_CHECK" => Some(Reason::OpponentInCheck),
        "PAWNS_ON_BACKRANK" => Some(Reason::PawnOnBackRank),
        "TOO_MANY_KINGS" => Some(Reason::ManyKings),
        "TOO_MANY_WHITE_PAWNS"
        | "TOO_MANY_BLACK_PAWNS"
        | "TOO_MANY_WHITE_PIECES"
        | "TOO_MANY_BLACK_PIECES" => Some(Reason::Material),
        _ => None,
    }
}

/// A text that is not FEN: refused in the field that was damaged.
fn malformed(line: &str) -> Finding {
    let Malformed { fen, cls } = parse(line)?;
    let field = match cls.as_str() {
        "bad-side-to-move" => FenField::SideToMove,
        "bad-ep-field" => FenField::EnPassant,
        "bad-halfmove" => FenField::HalfmoveClock,
        "bad-fullmove" => FenField::FullmoveNumber,
        "too-many-fields" => FenField::End,
        _ => FenField::Board,
    };
    match Position::from_fen(&fen) {
        Ok(_) => Err(format!("{fen} is accepted: {cls}")),
        Err(ParsePositionError::Fen(error)) => same(&fen, &error.field, &field),
        Err(error) => Err(format!("{fen} is FEN, and refused because {error}: {cls}")),
    }
}

/// A FEN that is odd: accepted, and written in the usual spellings.
fn odd(line: &str) -> Finding {
    let Odd { fen, xfen, xfen_ep_always, shredder, legal_moves } = parse(line)?;
    let position = Position::from_fen(&fen).map_err(|error| format!("{fen} is refused: {error}"))?;
    same("X-FEN", &position.to_string(), &xfen)?;
    let always = position.fen(CastlingStyle::XFen, EnPassantStyle::Always);
    same("X-FEN with every en passant square", &always.to_string(), &xfen_ep_always)?;
    same("Shredder-FEN", &format!("{position:#}"), &shredder)?;
    same("number of legal moves", &position.legal_count(), &legal_moves)
}

fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}

#[derive(Deserialize)]
struct Triple {
    fen: String,
    uci: String,
    san: String,
    chess960: bool,
}

#[derive(Deserialize)]
struct Invalid {
    fen: String,
    san: String,
    python_chess: String,
}

/// A legal move in UCI and in SAN: each is read, and written from the other.
fn triple(line: &str) -> Finding {
    let Triple { fen, uci, san, chess960 } = parse(line)?;
    let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let mv = read_san_strict(&position, &san).map_err(|error| format!("{fen} {san}: {error}"))?;
    same(&san, &read_san(&position, &san), &Ok(mv))?;
    same(&uci, &read_uci(&position, &uci), &Ok(mv))?;
    same(&uci, San::new(&position, mv).as_str(), &san)?;
    same(&san, &if chess960 { mv.uci960() } else { mv.uci() }.to_string(), &uci)
}

/// A text that is not a legal move: refused, and for the right reason.
fn invalid(line: &str) -> Finding {
    let Invalid { fen, san, python_chess } = parse(line)?;
    let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let kind = match read_san(&position, &san) {
        Ok(mv) => return Err(format!("{fen} {san} is read as {mv}")),
        Err(SanError::NotSan(_)) => "invalid",
        Err(SanError::Ambiguous(_)) => "ambiguous",
        Err(_) => "illegal",
    };
    same(&format!("{fen} {san}"), kind, &python_chess)
}

/// A FEN, a tab, and its key as hexadecimal digits; the rest is a remark.
fn polyglot_key(line: &str) -> Finding {
    let (fen, rest) = line.split_once('\t').ok_or("there is no key")?;
    let digits = rest.split('\t').next().unwrap_or_default();
    let position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    same(fen, format!("{:016x}", polyglot::key(&position)).as_str(), digits)
}

/// Number, plies, start, end, key of the end, moves in SAN and in UCI: both are the same moves and lead to the end.
fn moves(line: &str) -> Finding {
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
        position.play_unchecked(mv);
    }
    check_end(&position, end, key)
}

/// Games of PGN, each with a line of its result: number, plies, end, key of the end, outcome, UCI.
///
/// They are also written again, move by move as in the file.
fn pgn(pgn: &Path, expected: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(pgn)?;
    let mut games = Replay::new(&text);
    let mut written = String::new();
    records(expected, |line| {
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
    })?;
    same("the game after the last record", &games.next_game()?, &None)?;
    Ok(same("the movetext, written again", &movetext(&text).eq(movetext(&written)), &true)?)
}

fn movetext(pgn: &str) -> impl Iterator<Item = &str> {
    pgn.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace)
}

fn how_ended(position: &Position) -> &'static str {
    match position.outcome_with(&KeyHistory::<1>::EMPTY) {
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

/// The events of a file as text, and the errors.
struct Reading {
    events: Vec<String>,
    errors: usize,
    games: u64,
    ends: usize,
    moves: usize,
}

/// All files of games. Without errors, lenient and strict reading give the same. With errors, lenient reading ends every game,
/// and has all moves of strict reading.
fn reading(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (mut clean, mut lost) = (0, 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        let (name, bytes) = (path.display().to_string(), fs::read(&path)?);
        let strict = Reading::new(&mut Replay::new(&bytes));
        let lenient = Reading::new(&mut Replay::new(&bytes).lenient(true));
        if strict.errors == 0 {
            clean += 1;
            let is_same = lenient.errors == 0 && lenient.events == strict.events;
            same(&format!("{name}: lenient reading is strict reading"), &is_same, &true)?;
        }
        lost += strict.errors;
        if lenient.moves < strict.moves {
            return Err(format!("{name}: {} moves, {} in strict reading", lenient.moves, strict.moves).into());
        }
        // The last error may come after the last game.
        same(&format!("{name}, ends of games"), &(lenient.ends as u64), &lenient.games)?;
    }
    println!("{}: {clean} files without errors, {lost} errors in others", folder.display());
    if clean > 0 { Ok(()) } else { Err("no file without errors".into()) }
}

impl Reading {
    fn new<S: chess_notation::pgn::Source>(replay: &mut Replay<S>) -> Self {
        let mut reading = Self { events: Vec::new(), errors: 0, games: 0, ends: 0, moves: 0 };
        loop {
            match replay.next_event() {
                Ok(None) => break,
                Ok(Some(event)) => {
                    reading.moves += usize::from(matches!(event, Event::Move(_)));
                    reading.ends += usize::from(matches!(event, Event::End(_)));
                    reading.events.push(format!("{event:?}"));
                }
                Err(PgnError::Game(_)) => reading.errors += 1,
                Err(error) => panic!("a slice has no error: {error}"),
            }
        }
        reading.games = replay.game();
        reading
    }
}

/// A finding if our value differs from that of the file.
fn same<T: PartialEq + Debug + ?Sized>(what: &str, ours: &T, expected: &T) -> Finding {
    if ours == expected { Ok(()) } else { Err(format!("{what} is {ours:?}, not {expected:?}")) }
}
