//! Writes games as PGN: any number, all different, and the same ones for the same seed.
//!
//! Moves are chosen by [`likely_move`](chess_testkit::likely_move), so that the forms of SAN have natural frequencies; clocks,
//! scores, comments, glyphs and variations are those of the [kind](Kind) of the game. Some games are [damaged](Damage).

#![forbid(unsafe_code)]

mod movetext;

use std::fmt::{Display, Write};
use std::iter;

use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::GameState;
use chess_notation::pgn::GameResult;
use chess_testkit::{Random, chess960, double_chess960, likely_move};
use chess_types::{Color, PieceType};
use clap::ValueEnum;

use movetext::movetext;

/// A kind of game, by its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// A game of an online site, in one line: clocks and scores.
    Online,
    /// A game of strong players from a database, without comments; a few in Latin-1.
    Master,
    /// A game of two engines: score, depth and time after each move.
    Engine,
    /// A game with comments, glyphs and nested variations.
    Annotated,
    /// A game of Chess960, with a start position and comments of any of the kinds above.
    Chess960,
    /// A game from a position, with comments of any of the kinds above.
    Position,
}

/// A kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Damage {
    /// A move that is not legal.
    IllegalMove,
    /// The game ends in the middle of a move; the next one follows.
    Cut,
    /// A comment without its closing brace: it lasts to the next one, in this game or in one that follows.
    UnclosedComment,
    /// A variation without its closing parenthesis.
    UnclosedVariation,
    /// A tag without a quote or a bracket, or with a value that ends with a backslash.
    BadTag,
    /// A mark that is neither a move nor a glyph.
    StrayGlyph,
    /// A result with spaces in it.
    SplitResult,
    /// A blank line between two tags.
    BlankLine,
    /// Moves as in UCI.
    UciMoves,
}

/// A source of games, reproducible by its seed. The text of a game does not depend on the games before it.
pub struct Games {
    /// The kinds of the games, at least one. A kind that comes twice is twice as frequent.
    pub kinds: Vec<Kind>,
    /// How many games in a thousand are damaged; 10 at first.
    pub damaged: usize,
    seed: u64,
    number: u64,
}

// Words with semicolons between them.
const PEOPLE: &str = "García, José;Smirnov,A;Müller, Hans;O'Neill, Eva;Søndergaard,L;Zhang, Wei;Yılmaz, Ana";
const EVENTS: &str = r#"City Open;Team Cup [A];Memorial \"Capablanca\";São Paulo Rapid"#;
const ENGINES: &str = "Amber 3.1;Kestrel 12;Obsidian Knight;Zephyr-dev";
const OPENINGS: &str = "Sicilian Defense: Najdorf Variation;Queen's Gambit;Grünfeld Defense";
const BAD_TAGS: &str = r#"[Event "Cup \\"];[Annotator  "Krush, I];[Source Unknown];[Type "swiss";["Untitled"];[Event ""A" and B"]"#;

impl Games {
    /// Creates the source of this seed, with games of all kinds.
    pub fn new(seed: u64) -> Self {
        let shares = Kind::value_variants().iter().zip([11, 7, 3, 2, 1, 1]);
        let kinds = shares.flat_map(|(&kind, share)| iter::repeat_n(kind, share)).collect();
        Self { kinds, damaged: 10, seed: Random::fixed(seed).word(), number: 0 }
    }

    /// Appends the next game to `pgn`, with a blank line behind it. Returns the number of its plies, and its damage, if there is
    /// one.
    pub fn write(&mut self, pgn: &mut Vec<u8>) -> (usize, Option<Damage>) {
        self.number += 1;
        let mut random =
            Random::fixed(self.seed.wrapping_add(self.number.wrapping_mul(0xd134_2543_de82_ef95)));
        let random = &mut random;
        let kind = random.pick(&self.kinds);
        let style = match kind {
            Kind::Chess960 | Kind::Position => random.pick(&Kind::value_variants()[..4]),
            _ => kind,
        };
        let damage = (random.below(1000) < self.damaged).then(|| random.pick(Damage::value_variants()));
        let game = play(kind, random);
        let mut text = tags(kind, style, damage, &game, random);
        text += &movetext(style, damage, &game, random);
        text += "\n\n";
        if style != Kind::Online && random.below(12) == 0 {
            text = text.replace('\n', "\r\n");
        }
        if style == Kind::Master && random.below(50) == 0 {
            pgn.extend(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')));
        } else {
            pgn.extend_from_slice(text.as_bytes());
        }
        (game.moves().len(), damage)
    }
}

/// Plays a game with at least one move.
fn play(kind: Kind, random: &mut Random) -> GameState {
    loop {
        let start = match kind {
            Kind::Chess960 if random.below(8) == 0 => double_chess960(random),
            Kind::Chess960 => chess960(random),
            Kind::Position => *play_from(Position::START, 200, 1 + random.below(99), random).position(),
            _ => Position::START,
        };
        // A weak player overlooks a piece at times, a strong one hardly ever.
        let noise = if kind == Kind::Online { 100 + random.below(150) } else { 20 + random.below(120) };
        let limit = 40 + random.below(120) + random.below(120);
        let game = play_from(start, noise as u32, limit, random);
        if !game.moves().is_empty() {
            return game;
        }
    }
}

/// Plays a game to its end by the rules, by resignation or agreement, or to `limit` plies.
fn play_from(start: Position, noise: u32, limit: usize, random: &mut Random) -> GameState {
    let mut game = GameState::new(start);
    for ply in 0..limit {
        let (position, word) = (game.position(), random.word());
        let balance = balance(position);
        let losing = if position.side_to_move() == Color::White { -balance } else { balance };
        let is_resigned = losing >= 550 && !position.is_in_check() && word & 255 < 20;
        let is_agreed = ply > 40 && balance.abs() < 150 && word >> 8 & 1023 < 10;
        if ply > 20 && (is_resigned || is_agreed) || game.claim().is_some() || game.outcome().is_some() {
            break;
        }
        // Players choose among openings.
        let noise = if ply < 10 { noise + 60 } else { noise };
        let last = ply.checked_sub(2).map(|ply| game.moves()[ply]);
        let mv = likely_move(position, last, noise, random).expect("the game goes on");
        game.play_unchecked(mv);
    }
    game
}

/// The result by the rules, or for the side with more material.
fn result(game: &GameState) -> GameResult {
    match (game.outcome(), balance(game.position())) {
        (Some(outcome), _) => outcome.into(),
        (None, 200..) => GameResult::WhiteWins,
        (None, ..=-200) => GameResult::BlackWins,
        (None, _) => GameResult::Draw,
    }
}

/// The material of White less that of Black, in hundredths of a pawn.
fn balance(position: &Position) -> i32 {
    let values = [100, 310, 330, 500, 950].into_iter().zip(PieceType::ALL);
    let count = |color, piece| position.pieces(color, piece).count() as i32;
    values.map(|(value, piece)| (count(Color::White, piece) - count(Color::Black, piece)) * value).sum()
}

/// Writes the tags and the blank line after them.
fn tags(kind: Kind, style: Kind, damage: Option<Damage>, game: &GameState, random: &mut Random) -> String {
    let number = random.word() & 0xffff_ffff;
    let [white, black] = [0, 16].map(|shift| match style {
        Kind::Online => format!("silent_knight{}", number >> shift & 0xffff),
        Kind::Engine => one_of(ENGINES, random).into(),
        _ => one_of(PEOPLE, random).into(),
    });
    let mut out = String::new();
    let mut tag = |name, value: &dyn Display| writeln!(out, "[{name} \"{value}\"]").expect("room");
    tag("Event", &one_of(if style == Kind::Engine { "SPRT;?" } else { EVENTS }, random));
    tag("Site", &format_args!("https://games.example/{number:08x}"));
    tag("Date", &format_args!("{}.{:02}.{:02}", 1960 + number % 65, 1 + number % 12, 1 + number % 28));
    tag("Round", &format_args!("{}.{}", number % 11, number % 13));
    tag("White", &white);
    tag("Black", &black);
    tag("Result", &result(game));
    if style != Kind::Engine && number % 8 > 0 {
        tag("WhiteElo", &(900 + number % 1900));
        tag("BlackElo", &(900 + number / 7 % 1900));
    }
    if style == Kind::Online {
        tag("TimeControl", &"180+0");
        tag("Termination", &"Normal");
    }
    let is_chess960 = kind == Kind::Chess960;
    if is_chess960 {
        tag("Variant", &one_of("Chess960;fischerandom;chess 960", random));
    }
    if is_chess960 || kind == Kind::Position {
        let is_shredder = is_chess960 && number % 2 == 0;
        let style = if is_shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        tag("SetUp", &1);
        tag("FEN", &game.start().fen(style, EnPassantStyle::Legal));
    } else {
        tag("ECO", &format_args!("B{:02}", number % 100));
        tag("Opening", &one_of(OPENINGS, random));
    }
    match damage {
        Some(Damage::BadTag) => out.extend([one_of(BAD_TAGS, random), "\n"]),
        Some(Damage::BlankLine) => out.push('\n'),
        _ => {}
    }
    writeln!(out, "[PlyCount \"{}\"]\n", game.moves().len()).expect("room");
    out
}

/// One of the words.
fn one_of(words: &'static str, random: &mut Random) -> &'static str {
    words.split(';').nth(random.below(words.split(';').count())).expect("a number below their count")
}
