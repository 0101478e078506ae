use chess_testkit::Random;

use crate::kind::Kind;

/// The way in which a game's tags and movetext are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// One line of movetext, with `{ [%eval 0.17] [%clk 0:01:00] }` after each move.
    Site { has_clocks: bool, has_evals: bool },
    /// One line, with `{[%clk 0:02:59.9]}` after each move.
    OtherSite,
    /// Lines of 79 characters, without comments.
    Database,
    /// Lines of 79 characters, with `{+0.31/14 1.2s}` after each move.
    Manager,
    /// Lines of 79 characters, with `{[%eval 31,14] [%emt 0:00:01]}` after each move: ChessGUI's hundredths of a pawn from the
    /// mover's point of view.
    EngineWindow,
    /// Lines of 79 characters, with comments, glyphs and variations.
    Book,
}

impl Dialect {
    pub(crate) fn pick(kind: Kind, random: &mut Random) -> Self {
        let chance = random.below(100);
        match kind {
            Kind::Online if chance < 18 => Self::OtherSite,
            Kind::Online => Self::Site { has_clocks: chance < 92, has_evals: (18..30).contains(&chance) },
            Kind::Master => Self::Database,
            Kind::Engine if chance < 12 => Self::EngineWindow,
            Kind::Engine => Self::Manager,
            Kind::Annotated => Self::Book,
            Kind::Chess960 | Kind::FromPosition => match chance {
                0..35 => Self::Database,
                35..60 => Self::Manager,
                60..75 => Self::Site { has_clocks: true, has_evals: chance < 65 },
                75..85 => Self::OtherSite,
                _ => Self::Book,
            },
        }
    }

    pub(crate) const fn is_wrapped(self) -> bool {
        !matches!(self, Self::Site { .. } | Self::OtherSite)
    }

    /// True if Black's move has a number after a comment.
    pub(crate) const fn repeats_numbers(self) -> bool {
        !matches!(self, Self::Manager | Self::EngineWindow)
    }

    pub(crate) const fn is_of_engines(self) -> bool {
        matches!(self, Self::Manager | Self::EngineWindow)
    }

    pub(crate) const fn is_online(self) -> bool {
        matches!(self, Self::Site { .. } | Self::OtherSite)
    }
}
