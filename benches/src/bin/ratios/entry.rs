#[cfg(feature = "peer-chess")]
use chess_benches::peers::Chess;
use chess_benches::peers::{Cozy, Shakmaty};
use chess_benches::{Ours, Program};

/// How the leaves of a perft are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The last ply is counted.
    Count,
    /// The last ply is the length of a list that is built.
    List,
    /// Every leaf is made.
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
            Self::Count => "count: the last ply is counted",
            Self::List => "list: the last ply is the length of a list that is built",
            Self::Make => "make: every leaf is made",
        }
    }
}

/// One row of a table: a program and the way it is asked to count.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) mode: Mode,
    /// Leaves of a FEN at a depth.
    pub(crate) perft: fn(&str, u32) -> u64,
}

impl Entry {
    /// The entries of a mode; the first is what the others are compared with.
    pub(crate) fn of(mode: Mode) -> Vec<Self> {
        let mut entries = vec![Self::new::<Ours>(mode)];
        if mode == Mode::Make {
            entries.push(Self {
                name: "ours, copied",
                mode,
                perft: |fen, depth| Ours::perft_copy(&Ours::parse(fen), depth),
            });
        }
        entries.push(Self::new::<Cozy>(mode));
        entries.push(Self::new::<Shakmaty>(mode));
        #[cfg(feature = "peer-chess")]
        entries.push(Self::new::<Chess>(mode));
        entries
    }

    fn new<P: Program>(mode: Mode) -> Self {
        let perft: fn(&str, u32) -> u64 = match mode {
            Mode::Count => |fen, depth| P::perft_count(&P::parse(fen), depth),
            Mode::List => |fen, depth| P::perft_list(&P::parse(fen), depth),
            Mode::Make => |fen, depth| P::perft_make(&P::parse(fen), depth),
        };
        Self { name: P::NAME, mode, perft }
    }
}
