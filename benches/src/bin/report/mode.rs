/// The way in which a perft counts its leaves; the names are those that `ratios` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Count,
    List,
    Make,
}

impl Mode {
    pub(crate) const ALL: [Self; 3] = [Self::Count, Self::List, Self::Make];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::List => "list",
            Self::Make => "make",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Count => "Leaves counted",
            Self::List => "Leaves listed",
            Self::Make => "Leaves made",
        }
    }
}
