use chess_types::Color;

use crate::tag_slots::TagSlots;

/// Something that a condition names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Subject {
    name: Box<str>,
    pub(super) kind: Kind,
}

/// What the name stands for. Numbers are slots of tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A tag as it is.
    Tag(usize),
    /// A column of text that is a tag.
    Known(usize),
    Elo(usize),
    LowerElo(usize, usize),
    /// `UTCDate` and `Date`
    Date(usize, usize),
    File,
    Variant,
    Result,
    Plies,
    Sound,
    Move(MoveKind),
}

/// Something about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveKind {
    Ply,
    Side,
    Capture,
    Promotion,
    Castling,
    Check,
    GivesCheck,
    Quiet,
    Pieces,
    Repetition,
    HalfmoveClock,
    Clock,
    Elapsed,
    Eval,
    Mate,
}

/// The kind of values that something is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Tag,
    Text,
    Number,
    Date,
    Result,
    Side,
    Flag,
}

/// The time at which a condition can be asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// The tags have been read.
    Tags,
    /// The game has been replayed.
    Game,
    /// For each move.
    Moves,
}

/// The names of columns of text that are tags.
const KNOWN: [(&str, &str); 12] = [
    ("event", "Event"),
    ("site", "Site"),
    ("round", "Round"),
    ("eco", "ECO"),
    ("opening", "Opening"),
    ("time_control", "TimeControl"),
    ("termination", "Termination"),
    ("annotator", "Annotator"),
    ("white", "White"),
    ("black", "Black"),
    ("white_title", "WhiteTitle"),
    ("black_title", "BlackTitle"),
];

const OTHERS: [(&str, Kind); 20] = [
    ("file", Kind::File),
    ("variant", Kind::Variant),
    ("result", Kind::Result),
    ("plies", Kind::Plies),
    ("sound", Kind::Sound),
    ("ply", Kind::Move(MoveKind::Ply)),
    ("side", Kind::Move(MoveKind::Side)),
    ("capture", Kind::Move(MoveKind::Capture)),
    ("promotion", Kind::Move(MoveKind::Promotion)),
    ("castling", Kind::Move(MoveKind::Castling)),
    ("check", Kind::Move(MoveKind::Check)),
    ("gives_check", Kind::Move(MoveKind::GivesCheck)),
    ("quiet", Kind::Move(MoveKind::Quiet)),
    ("pieces", Kind::Move(MoveKind::Pieces)),
    ("repetition", Kind::Move(MoveKind::Repetition)),
    ("halfmove_clock", Kind::Move(MoveKind::HalfmoveClock)),
    ("clock", Kind::Move(MoveKind::Clock)),
    ("elapsed", Kind::Move(MoveKind::Elapsed)),
    ("eval", Kind::Move(MoveKind::Eval)),
    ("mate", Kind::Move(MoveKind::Mate)),
];

impl Subject {
    /// What a name stands for; tags get slots. `None` if there is no such name.
    pub(super) fn new(name: &str, slots: &mut TagSlots) -> Option<Self> {
        let kind = match name {
            "white_elo" => Kind::Elo(slots.slot(elo_tag(Color::White))),
            "black_elo" => Kind::Elo(slots.slot(elo_tag(Color::Black))),
            "elo" => Kind::LowerElo(slots.slot(elo_tag(Color::White)), slots.slot(elo_tag(Color::Black))),
            "date" => Kind::Date(slots.slot("UTCDate"), slots.slot("Date")),
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => Kind::Tag(slots.slot(name)),
            _ => match KNOWN.iter().find(|(known, _)| *known == name) {
                Some((_, tag)) => Kind::Known(slots.slot(tag)),
                None => OTHERS.iter().find(|(known, _)| *known == name)?.1,
            },
        };
        Some(Self { name: name.into(), kind })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn kind_of_values(&self) -> Type {
        match self.kind {
            Kind::Tag(_) => Type::Tag,
            Kind::Known(_) | Kind::File | Kind::Variant => Type::Text,
            Kind::Elo(_) | Kind::LowerElo(..) | Kind::Plies => Type::Number,
            Kind::Date(..) => Type::Date,
            Kind::Result => Type::Result,
            Kind::Sound => Type::Flag,
            Kind::Move(kind) => match kind {
                MoveKind::Side => Type::Side,
                MoveKind::Ply
                | MoveKind::Pieces
                | MoveKind::Repetition
                | MoveKind::HalfmoveClock
                | MoveKind::Clock
                | MoveKind::Elapsed
                | MoveKind::Eval
                | MoveKind::Mate => Type::Number,
                MoveKind::Capture
                | MoveKind::Promotion
                | MoveKind::Castling
                | MoveKind::Check
                | MoveKind::GivesCheck
                | MoveKind::Quiet => Type::Flag,
            },
        }
    }

    /// The stage at which the answer is known; that of the result if its tag tells it.
    pub(super) fn stage(&self) -> Stage {
        match self.kind {
            Kind::Plies | Kind::Sound => Stage::Game,
            Kind::Move(_) => Stage::Moves,
            _ => Stage::Tags,
        }
    }
}

const fn elo_tag(color: Color) -> &'static str {
    match color {
        Color::White => "WhiteElo",
        Color::Black => "BlackElo",
    }
}
