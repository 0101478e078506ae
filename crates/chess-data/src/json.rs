//! JSON of positions, moves and games, as the program `chess` prints it: `docs/json.md` has the keys.
//!
//! The functions append to a string and reuse its memory. They do without serde, with which a position takes 1.8 times the CPU
//! time and a move 1.3 times.

use std::fmt::Write;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{San, SanError, polyglot, read_san, read_san_strict, read_uci};
use chess_types::{Color, Move, MoveList, PieceType, UciMove};

#[cfg(feature = "games")]
use crate::main_line::MainLine;

/// Appends `value` as a string, in quotes.
///
/// Characters that [control the display](controls_display) of text are escaped like those that JSON requires, so that the text can be
/// shown and is read as it was.
///
/// # Examples
/// ```
/// let mut json = String::new();
/// chess_data::json::push_str(&mut json, "a \"b\"\n\u{9b}2J");
/// assert_eq!(json, r#""a \"b\"\n\u009b2J""#);
/// ```
pub fn push_str(json: &mut String, value: &str) {
    json.push('"');
    push_escaped(json, value);
    json.push('"');
}

/// Appends `value` as [`push_str`] does, without quotes: a part of a string.
pub fn push_escaped(json: &mut String, value: &str) {
    let mut rest = value;
    let is_special = |c| matches!(c, '"' | '\\') || controls_display(c);
    while let Some(at) = rest.find(is_special) {
        let (plain, tail) = rest.split_at(at);
        let mut tail = tail.chars();
        json.push_str(plain);
        match tail.next() {
            Some(c @ ('"' | '\\')) => json.extend(['\\', c]),
            Some('\n') => json.push_str("\\n"),
            Some('\r') => json.push_str("\\r"),
            Some('\t') => json.push_str("\\t"),
            Some('\u{8}') => json.push_str("\\b"),
            Some('\u{c}') => json.push_str("\\f"),
            Some(c) => push(json, format_args!("\\u{:04x}", u32::from(c))),
            None => {}
        }
        rest = tail.as_str();
    }
    json.push_str(rest);
}

/// Tests whether a character controls how text is displayed: control characters, line breaks among them, and those that change the
/// direction of text.
pub fn controls_display(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends the object of a position that was read from `input`, as `chess inspect` prints it.
///
/// # Examples
/// ```
/// use chess_data::chess_notation::Position;
///
/// let fen = "k7/8/K7/8/8/8/8/1R6 b - - 0 1";
/// let mut json = String::new();
/// chess_data::json::push_position(&mut json, fen, &Position::from_fen(fen)?);
/// assert!(json.contains(r#""checkers":[],"legal":[],"status":"stalemate","#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn push_position(json: &mut String, input: &str, position: &Position) {
    let moves = legal_moves_by_uci(position);
    json.push_str(r#"{"ok":true,"input":"#);
    push_str(json, input);
    let side_to_move = match position.side_to_move() {
        Color::White => "white",
        Color::Black => "black",
    };
    push(
        json,
        format_args!(r#","fen":"{position}","shredder":"{position:#}","side_to_move":"{side_to_move}""#),
    );
    json.push_str(r#","checkers":["#);
    for (i, square) in position.checkers().into_iter().enumerate() {
        push(json, format_args!(r#"{}"{square}""#, comma(i)));
    }
    json.push_str(r#"],"legal":["#);
    for (i, &mv) in moves.iter().enumerate() {
        json.push_str(comma(i));
        json.push('{');
        push_move_keys(json, position, mv);
        json.push('}');
    }
    let (status, key, polyglot) = (status(position, &moves), position.key(), polyglot::key(position));
    push(json, format_args!(r#"],"status":"{status}","key":"{key:016x}","polyglot":"{polyglot:016x}"}}"#));
}

/// Appends the object of a legal move of `position` that was read from `input`, as `chess resolve` prints it.
///
/// # Examples
/// ```
/// use chess_data::chess_notation::{Position, read_san};
///
/// let mut json = String::new();
/// chess_data::json::push_move(&mut json, "startpos\tNf3", &Position::START, read_san(&Position::START, "Nf3")?);
/// assert!(json.starts_with(r#"{"ok":true,"input":"startpos\tNf3","uci":"g1f3","uci960":"g1f3","san":"Nf3","fen":"rnbqkbnr/"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn push_move(json: &mut String, input: &str, position: &Position, mv: Move) {
    json.push_str(r#"{"ok":true,"input":"#);
    push_str(json, input);
    json.push(',');
    push_move_keys(json, position, mv);
    let mut after = *position;
    after.play_unchecked(mv);
    push(json, format_args!(r#","fen":"{after}"}}"#));
}

/// Reads a move from UCI or else from SAN, in the standard's spelling alone if `is_strict` is true, and appends its object as
/// [`push_move`] does.
///
/// # Errors
/// The text names no legal move of `position`, or several; nothing is appended.
pub fn push_move_of_text(
    json: &mut String,
    input: &str,
    position: &Position,
    text: &str,
    is_strict: bool,
) -> Result<(), SanError> {
    let mv = match read_uci(position, text) {
        Ok(mv) => mv,
        Err(_) if is_strict => read_san_strict(position, text)?,
        Err(_) => read_san(position, text)?,
    };
    push_move(json, input, position, mv);
    Ok(())
}

/// Appends the keys of a legal move of `position`, or of the null move: `uci`, `uci960` and `san`.
pub fn push_move_keys(json: &mut String, position: &Position, mv: Move) {
    let (uci, uci960, san) = (mv.uci(), mv.uci960(), San::new(position, mv));
    push(json, format_args!(r#""uci":"{uci}","uci960":"{uci960}","san":"{san}""#));
}

/// Returns the legal moves, sorted by their UCI text. Where castling and a step of the king have the same text, which happens in
/// Chess960, the step comes first.
pub fn legal_moves_by_uci(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|mv| {
        let UciMove { from, to, promotion } = mv.uci();
        (from.file(), from.rank(), to.file(), to.rank(), promotion.map(PieceType::letter), mv.raw())
    });
    moves
}

/// Appends the keys of a game that do not depend on its place: `headers`, `result`, `plies`, `final_fen` and `uci`, as
/// `chess pgn --json` prints them.
///
/// # Examples
/// ```
/// use chess_data::chess_notation::pgn::Replay;
/// use chess_data::json;
/// use chess_data::main_line::MainLine;
///
/// let mut game = MainLine::default();
/// game.read(&mut Replay::new("[White \"Ann\"]\n\n1. e4 e5 *\n"));
/// let mut text = String::new();
/// json::push_game_keys(&mut text, &game);
/// assert!(text.starts_with(r#""headers":{"White":"Ann"},"result":"*","plies":2,"final_fen":"#));
/// assert!(text.ends_with(r#""uci":["e2e4","e7e5"]"#));
/// ```
#[cfg(feature = "games")]
pub fn push_game_keys(json: &mut String, game: &MainLine) {
    json.push_str(r#""headers":{"#);
    for (i, (name, value)) in game.last_tags().into_iter().enumerate() {
        json.push_str(comma(i));
        push_str(json, name);
        json.push(':');
        push_str(json, value);
    }
    let (result, plies) = (game.result().as_str(), game.moves().len());
    push(json, format_args!(r#"}},"result":"{result}","plies":{plies},"final_fen":"#));
    match game.end() {
        Some(position) => push(json, format_args!(r#""{position}""#)),
        None => json.push_str("null"),
    }
    json.push_str(r#","uci":["#);
    let spelling = game.start().map_or(Spelling::Standard, Spelling::of);
    for (i, &mv) in game.moves().iter().enumerate() {
        push(json, format_args!(r#"{}"{}""#, comma(i), spelling.spell(mv)));
    }
    json.push(']');
}

/// The spelling of castling in UCI, for all moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Castling is the king's two steps: `e1g1`.
    Standard,
    /// Castling is the king taking its rook: `e1h1`.
    Chess960,
}

impl Spelling {
    /// Returns the spelling that gives all moves of `position`, and of the positions after it, different texts.
    ///
    /// If king or rook are not on their squares of standard chess, the standard spelling of castling can be that of a step of
    /// the king, or can name no move of the king at all.
    pub fn of(position: &Position) -> Self {
        if position.needs_chess960() { Self::Chess960 } else { Self::Standard }
    }

    /// Returns the text of a move.
    pub fn spell(self, mv: Move) -> UciMove {
        match self {
            Self::Standard => mv.uci(),
            Self::Chess960 => mv.uci960(),
        }
    }
}

/// The state of the game, judged by the position alone.
fn status(position: &Position, legal: &MoveList) -> &'static str {
    match (legal.is_empty(), position.is_in_check()) {
        (true, true) => "checkmate",
        (true, false) => "stalemate",
        (false, _) if position.is_insufficient_material() => "insufficient_material",
        (false, _) => "ongoing",
    }
}

/// The comma before the item of this index in a list.
const fn comma(i: usize) -> &'static str {
    if i == 0 { "" } else { "," }
}

/// Appends formatted text.
pub(crate) fn push(json: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string succeeds.
    let _ = json.write_fmt(text);
}
