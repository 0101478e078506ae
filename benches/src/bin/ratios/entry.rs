#[cfg(feature = "peer-chess")]
use chess_benches::peers::Chess;
use chess_benches::peers::{Cozy, Shakmaty};
use chess_benches::{Ours, Program};
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, perft_on};

/// The way in which a perft counts its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The last ply is counted.
    Count,
    /// The last ply is the length of a list that is built.
    List,
    /// Every leaf is made: ours in place and on copies, the peers on copies, the only way that they offer.
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

/// Leaves of a FEN at a depth.
type Perft = Box<dyn Fn(&str, u32) -> u64>;

/// One row of a table: a program and the way it is asked to count.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) perft: Perft,
}

impl Entry {
    /// The entries of a mode; the first is what the others are compared with.
    pub(crate) fn of(mode: Mode) -> Vec<Self> {
        let mut entries: Vec<_> = match mode {
            Mode::Count => available().map(|backend| Self::ours(mode, backend, PerftMode::Count)).collect(),
            Mode::List => {
                best_and_portable().map(|backend| Self::ours(mode, backend, PerftMode::List)).collect()
            }
            Mode::Make => best_and_portable()
                .flat_map(|backend| {
                    [PerftMode::Make, PerftMode::Copy].map(|made| Self::ours(mode, backend, made))
                })
                .collect(),
        };
        entries.push(Self::peer::<Cozy>(mode));
        entries.push(Self::peer::<Shakmaty>(mode));
        #[cfg(feature = "peer-chess")]
        entries.push(Self::peer::<Chess>(mode));
        entries
    }

    fn ours(mode: Mode, backend: Backend, perft_mode: PerftMode) -> Self {
        let suffix = if perft_mode == PerftMode::Copy { ", copied" } else { "" };
        Self {
            name: format!("{}, {backend}{suffix}", Ours::NAME),
            mode,
            perft: Box::new(move |fen, depth| perft_on(&Ours::parse(fen), depth, perft_mode, backend)),
        }
    }

    fn peer<P: Program>(mode: Mode) -> Self {
        let perft: fn(&str, u32) -> u64 = match mode {
            Mode::Count => |fen, depth| P::perft_count(&P::parse(fen), depth),
            Mode::List => |fen, depth| P::perft_list(&P::parse(fen), depth),
            Mode::Make => |fen, depth| P::perft_make(&P::parse(fen), depth),
        };
        Self { name: P::NAME.to_owned(), mode, perft: Box::new(perft) }
    }
}

/// The backends that this processor can run, the fastest first.
fn available() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available())
}

/// The best backend and the portable one. In modes without counts in vector lanes, those between them differ little.
fn best_and_portable() -> impl Iterator<Item = Backend> {
    available().filter(|&backend| backend == Backend::best() || backend == Backend::Portable)
}
