use chess_board::CastlingStyle;
use chess_testkit::Random;

use crate::clock::Control;
use crate::damage::{BAD_TAGS, Damage};
use crate::dialect::Dialect;
use crate::kind::Kind;
use crate::names;
use crate::openings::Opening;
use crate::out::Out;
use crate::played::{End, Played};

/// The writer of a game's tags.
pub(crate) struct Tags<'a> {
    pub(crate) game: &'a Played,
    pub(crate) kind: Kind,
    pub(crate) dialect: Dialect,
    pub(crate) opening: Option<&'a Opening>,
    /// The ratings of White and Black.
    pub(crate) elo: [u32; 2],
    pub(crate) control: Control,
    pub(crate) damage: Option<Damage>,
    pub(crate) newline: &'static str,
    pub(crate) out: &'a mut Out,
}

impl Tags<'_> {
    /// Writes the tags and the blank line after them.
    pub(crate) fn write(mut self, random: &mut Random) {
        match self.dialect {
            Dialect::Site { .. } => self.site(random),
            Dialect::OtherSite => self.other_site(random),
            Dialect::Manager | Dialect::EngineWindow => self.engines(random),
            Dialect::Database | Dialect::Book => self.database(random),
        }
        if matches!(self.kind, Kind::Chess960 | Kind::FromPosition) {
            self.start(random);
        }
        self.out.text(self.newline);
    }

    fn site(&mut self, random: &mut Random) {
        let speed = self.control.speed();
        let date = Date::between(2022, 2024, random);
        let is_tournament = random.below(8) == 0;
        self.tag("Event", |out| {
            if is_tournament {
                out.format(format_args!("Rated {speed} tournament https://games.example/tournament/"));
                names::code(random, out);
            } else {
                out.format(format_args!("Rated {speed} game"));
            }
        });
        self.harm(random);
        self.tag("Site", |out| {
            out.text("https://games.example/");
            names::code(random, out);
        });
        self.tag("Date", |out| date.write(3, out));
        self.tag("Round", |out| out.text("-"));
        self.tag("White", |out| names::handle(random, out));
        self.tag("Black", |out| names::handle(random, out));
        self.result();
        self.tag("UTCDate", |out| date.write(3, out));
        self.tag("UTCTime", |out| write_time(random, out));
        self.elo();
        let change = 1 + random.below(11) as u32;
        let white_gains =
            self.game.result.winner().map_or(random.below(2) == 0, |winner| winner.index() == 0);
        for (name, gains) in [("WhiteRatingDiff", white_gains), ("BlackRatingDiff", !white_gains)] {
            let sign = if gains { '+' } else { '-' };
            self.tag(name, |out| out.format(format_args!("{sign}{change}")));
        }
        if random.below(40) == 0 {
            self.tag("WhiteTitle", |out| out.text(names::title(random)));
        }
        self.opening(true);
        self.time_control();
        let is_forfeit = random.below(3) == 0;
        let termination = match self.game.end {
            End::Resignation if is_forfeit => "Time forfeit",
            End::Abandoned if is_forfeit => "Abandoned",
            End::Abandoned => "Time forfeit",
            _ => "Normal",
        };
        self.tag("Termination", |out| out.text(termination));
    }

    fn other_site(&mut self, random: &mut Random) {
        let date = Date::between(2019, 2024, random);
        let (mut white, mut black) = (Out::default(), Out::default());
        names::handle(random, &mut white);
        names::handle(random, &mut black);
        self.tag("Event", |out| out.text("Live Chess"));
        self.tag("Site", |out| out.text("Chess.example"));
        self.harm(random);
        self.tag("Date", |out| date.write(3, out));
        self.tag("Round", |out| out.text("?"));
        self.tag("White", |out| out.0.extend_from_slice(&white.0));
        self.tag("Black", |out| out.0.extend_from_slice(&black.0));
        self.result();
        self.opening(false);
        self.tag("UTCDate", |out| date.write(3, out));
        self.tag("UTCTime", |out| write_time(random, out));
        self.elo();
        self.time_control();
        let end = self.game.end;
        let winner = self.game.result.winner();
        self.tag("Termination", |out| match winner {
            Some(winner) => {
                out.0.extend_from_slice(if winner.index() == 0 { &white.0 } else { &black.0 });
                out.text(match end {
                    End::Mate => " won by checkmate",
                    End::Abandoned => " won on time",
                    _ => " won by resignation",
                });
            }
            None => out.text(match end {
                End::Stalemate => "Game drawn by stalemate",
                End::Repetition => "Game drawn by repetition",
                End::FiftyMoves => "Game drawn by 50-move rule",
                End::Material => "Game drawn by insufficient material",
                _ => "Game drawn by agreement",
            }),
        });
    }

    fn engines(&mut self, random: &mut Random) {
        let date = Date::between(2021, 2025, random);
        let round = 1 + random.below(4000) as u32;
        self.tag("Event", |out| {
            out.text(random.pick(&["?", "Engine match", "Gauntlet", "SPRT", "Season 12"]));
        });
        self.tag("Site", |out| out.text("?"));
        self.harm(random);
        self.tag("Date", |out| date.write(3, out));
        self.tag("Round", |out| out.format(format_args!("{round}")));
        self.tag("White", |out| names::engine(random, out));
        self.tag("Black", |out| names::engine(random, out));
        self.result();
        self.opening(true);
        let plies = self.game.moves.len();
        self.tag("PlyCount", |out| out.format(format_args!("{plies}")));
        if self.game.end == End::Abandoned {
            self.tag("Termination", |out| out.text("adjudication"));
        }
        self.time_control();
    }

    fn database(&mut self, random: &mut Random) {
        let date = Date::between(1960, 2024, random);
        let parts = if random.below(12) == 0 { 1 + random.below(2) } else { 3 };
        let is_short = random.below(2) == 0;
        let (round, board) = (1 + random.below(11) as u32, random.below(12) as u32);
        self.tag("Event", |out| out.text(names::event(random)));
        self.tag("Site", |out| out.text(names::place(random)));
        self.harm(random);
        self.tag("Date", |out| date.write(parts, out));
        self.tag("Round", |out| {
            out.format(format_args!("{round}"));
            if board > 0 {
                out.format(format_args!(".{board}"));
            }
        });
        self.tag("White", |out| names::person(is_short, random, out));
        self.tag("Black", |out| names::person(is_short, random, out));
        self.result();
        if random.below(8) > 0 {
            self.elo();
        }
        if random.below(3) == 0 {
            self.tag("WhiteTitle", |out| out.text(names::title(random)));
            self.tag("BlackTitle", |out| out.text(names::title(random)));
        }
        self.opening(random.below(3) == 0);
        if self.dialect == Dialect::Book {
            self.tag("Annotator", |out| names::person(false, random, out));
        }
        if random.below(4) == 0 {
            let plies = self.game.moves.len();
            self.tag("PlyCount", |out| out.format(format_args!("{plies}")));
            self.tag("EventDate", |out| date.write(2, out));
        }
    }

    /// Writes the tags of the start position.
    fn start(&mut self, random: &mut Random) {
        let start = self.game.start;
        let is_chess960 = self.kind == Kind::Chess960;
        let style =
            if is_chess960 && random.below(2) == 0 { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        if is_chess960 {
            let name = random.pick(&["Chess960", "Chess960", "fischerandom", "chess 960"]);
            self.tag("Variant", |out| out.text(name));
        } else if self.dialect.is_online() {
            self.tag("Variant", |out| out.text("From Position"));
        }
        self.tag("SetUp", |out| out.text("1"));
        self.tag("FEN", |out| out.text(&start.fen().castling(style).to_string()));
    }

    fn result(&mut self) {
        let result = self.game.result.as_str();
        self.tag("Result", |out| out.text(result));
    }

    fn elo(&mut self) {
        for (name, elo) in [("WhiteElo", self.elo[0]), ("BlackElo", self.elo[1])] {
            self.tag(name, |out| out.format(format_args!("{elo}")));
        }
    }

    fn opening(&mut self, has_name: bool) {
        if let Some(opening) = self.opening {
            self.tag("ECO", |out| out.text(opening.eco));
            if has_name {
                self.tag("Opening", |out| out.text(opening.name));
            }
        }
    }

    fn time_control(&mut self) {
        let control = self.control;
        self.tag("TimeControl", |out| control.write(out));
    }

    /// Writes a bad tag or a blank line, if that is the damage.
    fn harm(&mut self, random: &mut Random) {
        match self.damage {
            Some(Damage::BadTag) => {
                self.out.text(random.pick(BAD_TAGS));
                self.out.text(self.newline);
            }
            Some(Damage::BlankLine) => self.out.text(self.newline),
            _ => {}
        }
    }

    fn tag(&mut self, name: &str, value: impl FnOnce(&mut Out)) {
        self.out.text("[");
        self.out.text(name);
        self.out.text(" \"");
        let start = self.out.0.len();
        value(self.out);
        // Quotes within are rare.
        if self.out.0[start..].contains(&b'"') {
            let value = self.out.0.split_off(start);
            for byte in value {
                if byte == b'"' {
                    self.out.0.push(b'\\');
                }
                self.out.0.push(byte);
            }
        }
        self.out.text("\"]");
        self.out.text(self.newline);
    }
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// A day from the first of January of a year to the end of a later one.
    fn between(first: u32, last: u32, random: &mut Random) -> Self {
        let year = first + random.below((last - first + 1) as usize) as u32;
        let month = 1 + random.below(12) as u32;
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            _ => 31,
        };
        Self { year, month, day: 1 + random.below(days) as u32 }
    }

    /// Writes the date as PGN has it; with fewer than 3 `parts`, the day and then the month are unknown.
    fn write(self, parts: usize, out: &mut Out) {
        let Self { year, month, day } = self;
        match parts {
            1 => out.format(format_args!("{year}.??.??")),
            2 => out.format(format_args!("{year}.{month:02}.??")),
            _ => out.format(format_args!("{year}.{month:02}.{day:02}")),
        }
    }
}

/// Writes a time of day.
fn write_time(random: &mut Random, out: &mut Out) {
    let [hours, minutes, seconds] = [24, 60, 60].map(|bound| random.below(bound));
    out.format(format_args!("{hours:02}:{minutes:02}:{seconds:02}"));
}
