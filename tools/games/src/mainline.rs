use chess_board::Position;
use chess_notation::San;
use chess_testkit::{Random, likely_move};
use chess_types::{Color, Move};

use crate::clock::{Clocks, Control, write_clock};
use crate::damage::{Damage, STRAY, illegal_move};
use crate::dialect::Dialect;
use crate::movetext::{Movetext, number};
use crate::out::Out;
use crate::played::{End, Played};
use crate::prose::{self, write_glyphs};
use crate::score::{Score, Scores};

/// The writer of a game's movetext.
pub(crate) struct Mainline<'a, 'b> {
    pub(crate) game: &'a Played,
    pub(crate) dialect: Dialect,
    pub(crate) control: Control,
    /// The number of plies that the opening has given.
    pub(crate) known: usize,
    pub(crate) damage: Option<Damage>,
    pub(crate) text: Movetext<'b>,
}

/// The state for the comments of a game.
struct Comments {
    clocks: Clocks,
    scores: Scores,
    /// The last score for White.
    score: i32,
    piece: Out,
}

impl Mainline<'_, '_> {
    /// Writes the moves and the result.
    pub(crate) fn write(mut self, random: &mut Random) {
        let game = self.game;
        let mut position = game.start;
        let mut comments = Comments {
            clocks: Clocks::new(self.control),
            scores: Scores::new(game.mate(), random),
            score: 20,
            piece: Out::default(),
        };
        let damaged_ply = random.below(game.moves.len().max(1));
        let mut wants_number = true;
        if self.dialect == Dialect::Book && random.below(4) == 0 {
            self.prose(random);
        }
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply == damaged_ply && self.damage == Some(Damage::IllegalMove) {
                number(&position, wants_number, &mut self.text);
                self.text.piece(&illegal_move(&position, random));
            }
            number(&position, wants_number, &mut self.text);
            self.san(&position, mv);
            let after = position.after(mv);
            wants_number = self.comment(&mut comments, &after, ply, random) && self.dialect.repeats_numbers();
            if ply == damaged_ply && self.harm(random) {
                return;
            }
            if self.dialect == Dialect::Book {
                wants_number |= self.annotate(&position, mv, random);
            }
            position = after;
        }
        if self.damage == Some(Damage::SplitResult) {
            self.text.words(b"1/2 - 1/2");
        } else {
            self.text.piece(game.result.as_str().as_bytes());
        }
        self.text.end_line();
    }

    fn san(&mut self, position: &Position, mv: Move) {
        if self.damage == Some(Damage::UciMoves) {
            self.text.piece(mv.uci().to_string().as_bytes());
        } else {
            self.text.piece(San::new(position, mv).as_str().as_bytes());
        }
    }

    /// Writes the comment of the move that has led to `after`, if it has one.
    fn comment(
        &mut self,
        comments: &mut Comments,
        after: &Position,
        ply: usize,
        random: &mut Random,
    ) -> bool {
        let Comments { clocks, scores, score, piece } = comments;
        let mover = after.side_to_move().opponent();
        let is_last = ply + 1 == self.game.moves.len();
        piece.0.clear();
        match self.dialect {
            Dialect::Database | Dialect::Book => return false,
            Dialect::Site { has_clocks, has_evals } => {
                if !has_clocks && !has_evals {
                    return false;
                }
                piece.text("{");
                if has_evals && !(is_last && self.game.end == End::Mate) {
                    let new = scores.after(after, ply + 1, random);
                    self.judge(*score, new.value(), mover);
                    *score = new.value();
                    piece.text(" [%eval ");
                    new.write_eval(piece);
                    piece.text("]");
                }
                if has_clocks {
                    piece.text(" [%clk ");
                    write_clock(clocks.step(mover, ply, random).0, false, piece);
                    piece.text("]");
                }
                piece.text(" }");
            }
            Dialect::OtherSite => {
                piece.text("{[%clk ");
                write_clock(clocks.step(mover, ply, random).0, true, piece);
                piece.text("]}");
            }
            Dialect::Manager if ply < self.known => piece.text("{book}"),
            Dialect::Manager => {
                let (_, taken) = clocks.step(mover, ply, random);
                self.manager_comment(
                    scores.after(after, ply + 1, random).of(mover),
                    taken,
                    self.game.moves.len() - ply,
                    random,
                    piece,
                );
            }
            Dialect::EngineWindow => {
                let (_, taken) = clocks.step(mover, ply, random);
                let value = scores.after(after, ply + 1, random).of(mover).value();
                piece.format(format_args!("{{[%eval {value},{}] [%emt ", 8 + random.below(20)));
                write_clock(taken, false, piece);
                piece.text("]}");
            }
        }
        self.text.piece(&piece.0);
        true
    }

    /// Writes the comment of a move with which the game has `plies_left` plies.
    fn manager_comment(
        &self,
        score: Score,
        taken: u32,
        plies_left: usize,
        random: &mut Random,
        piece: &mut Out,
    ) {
        piece.text("{");
        score.write_signed(plies_left as u32, piece);
        let (depth, hundredths) = (9 + random.below(28), taken as usize * 10 + random.below(10));
        piece.format(format_args!("/{depth} {}.{:02}s", hundredths / 100, hundredths % 100));
        if plies_left == 1 {
            piece.text(match self.game.end {
                End::Mate if self.game.result.winner() == Some(Color::White) => ", White mates",
                End::Mate => ", Black mates",
                End::Stalemate => ", Draw by stalemate",
                End::Repetition => ", Draw by 3-fold repetition",
                End::FiftyMoves => ", Draw by fifty moves rule",
                End::Material => ", Draw by insufficient mating material",
                _ => ", adjudicated",
            });
        }
        piece.text("}");
    }

    /// Marks a move that loses much, as sites do: `?!`, `?`, `??` behind the move.
    fn judge(&mut self, before: i32, after: i32, mover: Color) {
        let loss = if mover == Color::White { before - after } else { after - before };
        let mark = match loss {
            300.. => "??",
            150..300 => "?",
            70..150 => "?!",
            _ => return,
        };
        self.text.glue();
        self.text.piece(mark.as_bytes());
    }

    /// Writes the damage behind a move. True if the text ends here.
    fn harm(&mut self, random: &mut Random) -> bool {
        match self.damage {
            Some(Damage::Cut) => {
                let text = &mut self.text.out.0;
                text.truncate(text.len() - random.below(3));
                self.text.end_line();
                return true;
            }
            Some(Damage::UnclosedComment) => self.text.words(b"{ the beginning of a comment"),
            Some(Damage::UnclosedVariation) => self.text.words(b"( and more moves"),
            Some(Damage::StrayGlyph) => self.text.piece(random.pick(STRAY).as_bytes()),
            _ => {}
        }
        false
    }

    /// Writes glyphs, a comment and variations behind a move, each sometimes. True if the next move needs its number.
    fn annotate(&mut self, before: &Position, mv: Move, random: &mut Random) -> bool {
        let chance = random.word();
        let mut has_text = false;
        if chance & 0xff < 16 {
            write_glyphs(&mut self.text, random);
        }
        if chance >> 8 & 0xff < 28 {
            self.prose(random);
            has_text = true;
        }
        if chance >> 16 & 0xff < 42 {
            for _ in 0..=(random.below(5) / 3) {
                has_text |= write_variation(&mut self.text, before, mv, 1, random);
            }
        }
        if chance >> 24 & 0x3ff < 2 {
            // A comment to the end of the line, which holds a tag.
            self.text.piece(b"; as in [Event \"Match\"]");
            self.text.end_line();
            has_text = true;
        }
        has_text
    }

    fn prose(&mut self, random: &mut Random) {
        let mut words = b"{".to_vec();
        prose::comment(random, &mut words);
        if random.below(64) == 0 {
            words.extend_from_slice(b" [%csl Gd5,Re4][%cal Gg1f3]");
        }
        if random.below(128) == 0 {
            // A line of a comment that looks like a tag.
            self.text.words(&words);
            self.text.end_line();
            words = b"[White \"Somebody\"] is missing here".to_vec();
        }
        words.push(b'}');
        self.text.words(&words);
    }
}

/// The most variations in one another.
const DEPTH: usize = 5;

/// Writes a variation that replaces `mv` in `position`, sometimes with nested ones. False if no other move is found.
fn write_variation(
    text: &mut Movetext,
    position: &Position,
    mv: Move,
    depth: usize,
    random: &mut Random,
) -> bool {
    let Some(mut next) = likely_move(position, None, 500, random).filter(|&other| other != mv) else {
        return false;
    };
    text.piece(b"(");
    text.glue();
    let mut position = *position;
    let mut wants_number = true;
    let plies = 1 + random.below(5) + random.below(6);
    for ply in 0..plies {
        number(&position, wants_number, text);
        text.piece(San::new(&position, next).as_str().as_bytes());
        wants_number = false;
        let chance = random.word();
        if chance & 0xff < 16 {
            write_glyphs(text, random);
        }
        if depth < DEPTH && ply > 0 && chance >> 8 & 0xff < 24 {
            wants_number |= write_variation(text, &position, next, depth + 1, random);
        }
        if chance >> 16 & 0xff < 12 {
            let mut words = b"{".to_vec();
            prose::comment(random, &mut words);
            words.push(b'}');
            text.words(&words);
            wants_number = true;
        }
        position.play(next);
        match likely_move(&position, None, 150, random) {
            Some(mv) => next = mv,
            None => break,
        }
    }
    text.glue();
    text.piece(b")");
    true
}
