use std::mem;

use chess_board::Position;
use chess_testkit::{Random, chess960, double_chess960, game as random_game, likely_move};

use crate::clock::Control;
use crate::damage::Damage;
use crate::dialect::Dialect;
use crate::kind::Kind;
use crate::mainline::Mainline;
use crate::movetext::Movetext;
use crate::openings::{self, Opening, openings};
use crate::out::Out;
use crate::played::{Habits, Played};
use crate::tags::Tags;

/// A source of games, reproducible by its seed.
///
/// Each game has random choices of its own, by the seed and its number, so that its text does not depend on the games before
/// it.
pub struct Games {
    seed: u64,
    kinds: Vec<Kind>,
    per_mille: usize,
    openings: Vec<Opening>,
    number: u64,
    out: Out,
}

/// Facts about a game that has been written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The kind.
    pub kind: Kind,
    /// The damage, if there is one.
    pub damage: Option<Damage>,
    /// The number of plies of the main line, without damage.
    pub plies: usize,
    /// The number of bytes.
    pub bytes: usize,
}

impl Games {
    /// Creates the source of this seed, with games of all kinds, ten in a thousand of them damaged.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            kinds: Kind::ALL.to_vec(),
            per_mille: 10,
            openings: openings(),
            number: 0,
            out: Out::default(),
        }
    }

    /// Limits the games to some kinds.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn kinds(mut self, kinds: &[Kind]) -> Self {
        assert!(!kinds.is_empty(), "games need a kind");
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets how many games in a thousand are damaged.
    #[must_use]
    pub const fn damaged(mut self, per_mille: usize) -> Self {
        self.per_mille = per_mille;
        self
    }

    /// Appends the next game to `pgn`, with a blank line behind it.
    pub fn write(&mut self, pgn: &mut Vec<u8>) -> Game {
        let mut random = self.next_random();
        // The room of the game before.
        let mut out = mem::take(&mut self.out);
        out.0.clear();
        let kind = Kind::pick(&self.kinds, &mut random);
        let dialect = Dialect::pick(kind, &mut random);
        let (played, opening, known, elo) = self.play(kind, dialect, &mut random);
        let mut damage = (random.below(1000) < self.per_mille).then(|| random.pick(&Damage::ALL));
        if damage == Some(Damage::SplitResult) && played.result.winner().is_some() {
            damage = Some(Damage::StrayGlyph);
        }
        let has_crlf = !dialect.is_online() && random.below(12) == 0;
        let newline = if has_crlf { "\r\n" } else { "\n" };
        let control = if dialect.is_of_engines() {
            Control { base: random.pick(&[10, 10, 60, 120]), increment: random.below(2) as u32 }
        } else {
            Control::online(&mut random)
        };
        Tags { game: &played, kind, dialect, opening, elo, control, damage, newline, out: &mut out }
            .write(&mut random);
        let text = Movetext::new(&mut out, dialect.is_wrapped(), newline);
        Mainline { game: &played, dialect, control, known, damage, text }.write(&mut random);
        out.text(newline);
        let start = pgn.len();
        if dialect == Dialect::Database && random.below(50) == 0 {
            append_latin1(&out.0, pgn);
        } else {
            pgn.extend_from_slice(&out.0);
        }
        self.out = out;
        Game { kind, damage, plies: played.moves.len(), bytes: pgn.len() - start }
    }

    /// The positions of the next game after each of its moves.
    pub fn positions(&mut self) -> Vec<Position> {
        let mut random = self.next_random();
        let kind = Kind::pick(&self.kinds, &mut random);
        let dialect = Dialect::pick(kind, &mut random);
        let (played, ..) = self.play(kind, dialect, &mut random);
        let mut position = played.start;
        let moves = played.moves.into_iter().map(|mv| {
            position.play(mv);
            position
        });
        moves.collect()
    }

    fn next_random(&mut self) -> Random {
        self.number += 1;
        Random::new(
            Random::new(self.seed).word().wrapping_add(self.number.wrapping_mul(0xd134_2543_de82_ef95)),
        )
    }

    fn play(
        &self,
        kind: Kind,
        dialect: Dialect,
        random: &mut Random,
    ) -> (Played, Option<&Opening>, usize, [u32; 2]) {
        let level = match kind {
            Kind::Online => 900 + random.below(700) + random.below(900),
            Kind::Engine => 2900 + random.below(600),
            _ => 2100 + random.below(650),
        } as u32;
        let elo = [level, (level + 200 - random.below(400) as u32)];
        // A weak player overlooks a piece at times, a strong one hardly ever.
        let noise = elo.map(|elo| 12 + 3300u32.saturating_sub(elo) / 10);
        let limit = 40 + random.below(80) + random.below(120);
        let habits = match kind {
            Kind::Engine => Habits { noise, resigns: 2, agrees: 6, limit: 2 * limit },
            _ if dialect.is_online() => Habits { noise, resigns: 14, agrees: 4, limit },
            _ => Habits { noise, resigns: 24, agrees: 16, limit: limit + 60 },
        };
        match kind {
            Kind::Chess960 | Kind::FromPosition => {
                let start = start(kind, random);
                (Played::new(start, &[], habits, random), None, 0, elo)
            }
            _ => {
                let opening = openings::pick(&self.openings, random);
                let most = opening.moves.len();
                // Few games follow the line to its end.
                let known = (most / 3 + random.below(most)).min(most);
                let played = Played::new(Position::START, &opening.moves[..known], habits, random);
                (played, Some(opening), known, elo)
            }
        }
    }
}

/// A start position with a legal move.
fn start(kind: Kind, random: &mut Random) -> Position {
    loop {
        let position = match kind {
            Kind::Chess960 if random.below(8) == 0 => double_chess960(random),
            Kind::Chess960 => chess960(random),
            // A position that random moves have led to, or careful ones.
            _ if random.below(4) == 0 => {
                let plies = 1 + random.below(40);
                *random_game(Position::START, plies, 1, random).last().expect("the start at least")
            }
            _ => {
                let mut position = Position::START;
                for _ in 0..2 + random.below(100) {
                    let Some(mv) = likely_move(&position, None, 200, random) else { break };
                    position.play(mv);
                }
                position
            }
        };
        if likely_move(&position, None, 0, random).is_some() {
            return position;
        }
    }
}

/// Appends text in Latin-1, with question marks for other characters.
fn append_latin1(utf8: &[u8], bytes: &mut Vec<u8>) {
    let text = str::from_utf8(utf8).expect("games are written in UTF-8");
    bytes.extend(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')));
}
