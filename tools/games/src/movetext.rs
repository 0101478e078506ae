use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_notation::pgn::GameResult;
use chess_notation::{San, read_san};
use chess_testkit::{Random, likely_move};
use chess_types::{Color, Move};

use crate::{Damage, Kind, balance, result};

const COMMENTS: [&str; 7] = [
    "{A strong move.}",
    "{White wants (as in many games of the 1970s) the exchange; see the note to move 12.}",
    "{50% of the games end in a draw = Nunn}",
    "{The computer's 0.00 means little - the pawn on e6 stays weak, and the open file decides.}",
    "{Black prepares ...c5! [%csl Gd5,Re4][%cal Gg1f3]}",
    "{A line that looks like a tag:\n[White \"Somebody\"] is missing here}",
    ";[Event-1]\n",
];
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
const STRAY: [&str; 10] = ["+", "+-", "=", "D", ",", "$256", "=/\\", "~", "e.p.", "N"];

/// The text of the moves.
struct Movetext<'a> {
    text: String,
    is_wrapped: bool,
    wants_number: bool,
    random: &'a mut Random,
}

/// Writes the moves and the result of a game.
pub(crate) fn movetext(style: Kind, damage: Option<Damage>, game: &GameState, random: &mut Random) -> String {
    let (plies, result) = (game.moves().len(), result(game));
    let (damaged_ply, horizon) = (random.below(plies), 3 + random.below(20));
    // One of two ways to write comments of moves.
    let is_other = random.below(5) == 0;
    let is_wrapped = style != Kind::Online && !(style == Kind::Engine && is_other);
    let mut text = Movetext { text: String::new(), is_wrapped, wants_number: true, random };
    let (mut clocks, mut drift) = ([1800; 2], 20);
    let is_mate = game.position().is_checkmate();
    for (ply, (position, &mv)) in game.positions().zip(game.moves()).enumerate() {
        let (here, left) = (damage.filter(|_| ply == damaged_ply), plies - ply - 1);
        if here == Some(Damage::IllegalMove) {
            // The king cannot reach both squares.
            text.words(
                ["Ke5", "Ka1"].into_iter().find(|san| read_san(position, san).is_err()).unwrap_or("Ke5"),
            );
        }
        text.mv(position, mv, damage == Some(Damage::UciMoves));
        match here {
            Some(Damage::Cut) => {
                text.text.truncate(text.text.len() - text.random.below(3));
                return text.text;
            }
            Some(Damage::UnclosedComment) => text.words("{ the beginning of a comment"),
            Some(Damage::UnclosedVariation) => text.words("( and more moves"),
            Some(Damage::StrayGlyph) => text.words(STRAY[ply % STRAY.len()]),
            _ => {}
        }
        let mover = position.side_to_move();
        let clock = &mut clocks[mover.index()];
        let tenths = text.random.below(*clock / 15 + 1);
        *clock -= tenths;
        drift += text.random.below(31) as i32 - 15 - drift / 16;
        let mate = (is_mate && left < horizon).then_some(left);
        let score = match mate {
            Some(_) if result == GameResult::WhiteWins => 2000,
            Some(_) => -2000,
            None => balance(&position.after(mv)) * 3 / 4 + drift,
        };
        match style {
            Kind::Online => text.online(score, mate, *clock, is_other),
            Kind::Engine if mover == Color::White => text.engine(score, mate, tenths, is_other),
            Kind::Engine => text.engine(-score, mate, tenths, is_other),
            Kind::Annotated => text.annotate(position, mv, 1),
            _ => {}
        }
    }
    text.words(if damage == Some(Damage::SplitResult) { "1/2 - 1/2" } else { result.as_str() });
    text.text
}

impl Movetext<'_> {
    /// Writes words, with spaces or breaks of lines between them.
    fn words(&mut self, words: &str) {
        for word in words.split(' ') {
            let column = self.text.len() - self.text.rfind('\n').map_or(0, |end| end + 1);
            if self.is_wrapped && column + word.len() >= 79 {
                self.text.push('\n');
            } else if column > 0 && !self.text.ends_with('(') {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Writes a move, with its number where one is due.
    fn mv(&mut self, position: &Position, mv: Move, is_uci: bool) {
        let is_white = position.side_to_move() == Color::White;
        if is_white || self.wants_number {
            self.words(&format!("{}{}", position.fullmove_number(), if is_white { "." } else { "..." }));
        }
        self.wants_number = false;
        if is_uci {
            self.words(&mv.uci().to_string());
        } else {
            self.words(San::new(position, mv).as_str());
        }
    }

    /// Writes White's score, or the plies to mate, and the clock, or the clock alone with tenths of a second.
    fn online(&mut self, score: i32, mate: Option<usize>, clock: usize, is_other: bool) {
        let time = format!("[%clk 0:{:02}:{:02}", clock / 600, clock / 10 % 60);
        let eval = match mate {
            None => format!("{:?}", f64::from(score) / 100.0),
            Some(plies) => format!("#{}", score.signum() * plies.div_ceil(2) as i32),
        };
        self.wants_number = true;
        if is_other {
            self.words(&format!("{{[{time}.{}]}}", clock % 10));
        } else if mate == Some(0) {
            self.words(&format!("{{ {time}] }}"));
        } else {
            self.words(&format!("{{ [%eval {eval}] {time}] }}"));
        }
    }

    /// Writes the mover's score, or the plies to mate, the depth and the time as cutechess does, or as ChessGUI.
    fn engine(&mut self, score: i32, mate: Option<usize>, tenths: usize, is_other: bool) {
        let depth = 9 + self.random.below(28);
        let (seconds, sign) = (tenths / 10, if score < 0 { '-' } else { '+' });
        self.words(&match mate {
            _ if is_other => format!("{{[%eval {score},{depth}] [%emt 0:00:{seconds:02}]}}"),
            None => format!("{{{:+.2}/{depth} {seconds}.{}0s}}", f64::from(score) / 100.0, tenths % 10),
            Some(0) => format!("{{+M1/{depth} {seconds}.01s, mates}}"),
            Some(plies) => format!("{{{sign}M{}/{depth} {seconds}.01s}}", plies + 1),
        });
    }

    /// Writes a glyph, a comment and a variation behind a move, each sometimes.
    fn annotate(&mut self, before: &Position, mv: Move, depth: usize) {
        let chances = self.random.word().to_le_bytes();
        match chances[0] {
            0..8 => self.text.push_str(MARKS[usize::from(chances[1]) % MARKS.len()]),
            8..20 => self.words(&format!("${}", chances[1] % 140)),
            _ => {}
        }
        if chances[2] < 24 {
            let comment = self.random.pick(&COMMENTS);
            self.words(comment);
            self.wants_number = true;
        }
        if chances[3] < 64 >> depth {
            self.variation(*before, mv, depth);
        }
    }

    /// Writes a variation that replaces `mv`, if another move is found.
    fn variation(&mut self, mut position: Position, mv: Move, depth: usize) {
        let mut next = likely_move(&position, None, 500, self.random).filter(|&other| other != mv);
        if next.is_none() {
            return;
        }
        self.words("(");
        self.wants_number = true;
        for _ in 0..=self.random.below(5) + self.random.below(6) {
            let Some(mv) = next else { break };
            self.mv(&position, mv, false);
            self.annotate(&position, mv, depth + 1);
            position.play_unchecked(mv);
            next = likely_move(&position, None, 150, self.random);
        }
        self.text.push(')');
        self.wants_number = true;
    }
}
