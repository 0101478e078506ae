use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write as _};

use chess_data::chunks::{Chunk, Counted};
use chess_data::main_line::MainLine;
use clap::ValueEnum;
use serde::Serialize;

use crate::cmd::full::shared::games::{Ending, Mode, PgnReading, Place};
use crate::cmd::full::shared::summary::Summary;
use crate::error::CliError;
use crate::io::diagnostics::visible;
use crate::io::output::{Output, write_json};

/// Which games of the same players are duplicates.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Dedup {
    /// Of the same start position and moves
    Moves,
    /// Of the same final position after as many moves
    Position,
    /// As by moves, and games with which a longer one begins
    Prefix,
}

/// What duplicates of a game are known by.
pub(super) struct Identity {
    whole: u128,
    /// The identities of the games with which this one begins, if these are duplicates.
    beginnings: Vec<u128>,
}

impl Dedup {
    /// The identity of a game; `None` if it has a fault, so that it is not a duplicate of another.
    pub(super) fn identity(self, game: &MainLine) -> Option<Identity> {
        let whole = if self == Self::Position { game.final_identity() } else { game.identity() }?;
        let beginnings = if self == Self::Prefix { game.beginnings().collect() } else { Vec::new() };
        Some(Identity { whole, beginnings })
    }
}

/// The index of a game's file, and its number there.
pub(super) type GamePlace = (usize, u64);

/// The games that have been seen.
#[derive(Default)]
pub(super) struct Seen {
    first: HashMap<u128, GamePlace>,
    /// For each of them with which longer ones begin, the longest, of which the first.
    longest: HashMap<u128, (Reverse<usize>, GamePlace)>,
}

impl Seen {
    /// Adds a game, and returns the one of which it is a duplicate.
    ///
    /// To find all beginnings of games, all games are added twice in the same order. When a game is added again, each one that begins with it has been
    /// added after it: a later one in the first pass, an earlier one in the second.
    pub(super) fn add(&mut self, identity: &Identity, place: GamePlace) -> Option<GamePlace> {
        let this = (Reverse(identity.beginnings.len()), place);
        for beginning in identity.beginnings.iter().filter(|it| self.first.contains_key(it)) {
            let longest = self.longest.entry(*beginning).or_insert(this);
            *longest = this.min(*longest);
        }
        let first = *self.first.entry(identity.whole).or_insert(place);
        let longest = self.longest.get(&identity.whole).map(|&(_, longest)| longest);
        longest.or(Some(first).filter(|&first| first != place))
    }
}

/// Sees all games, before a second pass that leaves some of them out.
pub(super) struct FirstPass<'a>(pub(super) &'a mut Seen);

impl Mode for FirstPass<'_> {
    type Shared = Dedup;
    type Part = Vec<(u64, Identity)>;

    fn chunk(dedup: &Dedup, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Self::Part> {
        let (mut replay, mut game, mut games) = (chunk.replay(), MainLine::default(), Vec::new());
        game.set_filter(reading.filter(), &reading.base(chunk));
        while game.read(&mut replay) {
            if let Some(identity) = dedup.identity(&game).filter(|_| game.is_kept()) {
                games.push((game.number(), identity));
            }
        }
        Counted { value: games, games: replay.game() }
    }

    fn add(&mut self, games: Self::Part, place: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        for (number, identity) in games {
            self.0.add(&identity, (place.origin.input, place.origin.games + number));
        }
        Ok(true)
    }

    fn finish(self, _: Ending) -> (Summary, Result<(), CliError>) {
        (Summary::default(), Ok(()))
    }
}

/// Adds a line about a duplicate: an object, in which files have names if there are several, or text.
pub(super) fn add_line(
    lines: &mut Vec<u8>,
    as_json: bool,
    files: &[String],
    [game, first]: [GamePlace; 2],
) -> io::Result<()> {
    let name = |(file, _): GamePlace| files.get(file).map_or("", String::as_str);
    if as_json {
        let named = |place| Named { file: (files.len() > 1).then(|| name(place)), game: place.1 };
        write_json(lines, &Duplicate { game: named(game), duplicate_of: named(first) })?;
    } else {
        let [path, first_path] = [game, first].map(name);
        let text = format!("duplicate {path}: game {}, of {first_path}: game {}", game.1, first.1);
        write!(lines, "{}", visible(text))?;
    }
    lines.push(b'\n');
    Ok(())
}

/// The JSON object of a duplicate, its keys in this order.
#[derive(Serialize)]
struct Duplicate<'a> {
    #[serde(flatten)]
    game: Named<'a>,
    duplicate_of: Named<'a>,
}

#[derive(Serialize)]
struct Named<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: u64,
}
