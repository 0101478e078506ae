use chess_benches::position::POSITIONS;
use chess_testkit::known;

use crate::calls::{self, attackers, gives_check, has_legal_move, is_legal, key_after, outcome};
use crate::case::{Case, Counted, Run};
use crate::games::Games;
use crate::idiom::Idiom;
#[cfg(feature = "peer-chess")]
use crate::libraries::Chess;
use crate::libraries::{Cozy, Ours, Shakmaty};
use crate::library::Library;
use crate::{idiom, perft, walk};

/// A piece of work that is measured for several programs side by side.
pub(crate) struct Bench {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) unit: Unit,
    pub(crate) cases: Vec<Case>,
    pub(crate) entries: Vec<Entry>,
    /// The known result of a case, with which all programs must agree.
    pub(crate) known: fn(&Case) -> Option<Counted>,
}

/// A program that takes part in a bench.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The library, and the way it is used where there is more than one.
    pub(crate) name: &'static str,
    pub(crate) prepare: fn(&Case) -> Run,
}

/// The unit of the figures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Million things a second.
    Million,
    /// Nanoseconds a thing.
    Nanoseconds,
}

impl Unit {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Million => "million/s",
            Self::Nanoseconds => "ns",
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts have far fewer than 52 bits")]
    pub(crate) fn figure(self, count: u64, seconds: f64) -> f64 {
        match self {
            Self::Million => count as f64 / 1e6 / seconds,
            Self::Nanoseconds => seconds * 1e9 / count as f64,
        }
    }

    /// The number of times that `figure` is faster than `other`.
    pub(crate) fn ratio(self, figure: f64, other: f64) -> f64 {
        match self {
            Self::Million => figure / other,
            Self::Nanoseconds => other / figure,
        }
    }
}

impl Bench {
    /// Returns true for the benches of single calls.
    pub(crate) fn is_call(&self) -> bool {
        self.name.starts_with("call/")
    }

    pub(crate) fn all() -> Vec<Self> {
        let mut benches = vec![perft(), games(), walk(), idiom()];
        benches.extend(calls());
        benches
    }
}

/// The same work on each library, ours first.
macro_rules! on_each {
    ($prepare:ident) => {
        on_each!($prepare, $prepare::<Ours>, Ours::NAME)
    };
    ($prepare:ident, $($ours:expr, $name:expr),+) => {
        vec![
            $(Entry { name: $name, prepare: $ours },)+
            Entry { name: Cozy::NAME, prepare: $prepare::<Cozy> },
            Entry { name: Shakmaty::NAME, prepare: $prepare::<Shakmaty> },
            #[cfg(feature = "peer-chess")]
            Entry { name: Chess::NAME, prepare: $prepare::<Chess> },
        ]
    };
}

fn case(name: &str, fen: &str, depth: u32) -> Case {
    Case { name: name.to_owned(), fen: fen.to_owned(), depth }
}

fn perft() -> Bench {
    fn on_copies<L: Library>(case: &Case) -> Run {
        let (position, depth) = (L::parse(&case.fen), case.depth);
        Box::new(move || (perft::on_copies::<L>(&position, depth), 0))
    }
    fn in_place(case: &Case) -> Run {
        let (position, depth) = (Ours::parse(&case.fen), case.depth);
        Box::new(move || (perft::in_place(&mut { position }, depth), 0))
    }
    Bench {
        name: "perft",
        title: "Natural perft: list, loop, every leaf made; million leaves a second",
        unit: Unit::Million,
        cases: vec![
            case("start d5", known::START, 5),
            case("kiwipete d4", known::KIWIPETE, 4),
            case("cpw3 d5", known::CPW_3, 5),
            case("cpw4 d4", known::CPW_4, 4),
            case("cpw5 d4", known::CPW_5, 4),
            case("cpw6 d4", known::CPW_6, 4),
        ],
        entries: on_each!(on_copies, on_copies::<Ours>, "ours, after", in_place, "ours, make"),
        known: |case| {
            let position = POSITIONS.iter().find(|position| position.fen == case.fen)?;
            position.leaves(case.depth).map(|leaves| (leaves, 0))
        },
    }
}

fn games() -> Bench {
    fn play<L: Library>(case: &Case) -> Run {
        let games = Games::<L>::at_random(&case.fen, case.depth);
        Box::new(move || games.play())
    }
    Bench {
        name: "games",
        title: "Random games: list, choose, play; ns a ply",
        unit: Unit::Nanoseconds,
        cases: vec![case("1000 games", known::START, 1000)],
        entries: on_each!(play),
        known: |_| None,
    }
}

fn walk() -> Bench {
    fn search<L: Library>(case: &Case) -> Run {
        let (position, depth) = (L::parse(&case.fen), case.depth);
        Box::new(move || walk::walk::<L>(&position, depth))
    }
    Bench {
        name: "walk",
        title: "Alpha-beta with captures below, the same text on each library; million nodes a second",
        unit: Unit::Million,
        cases: walk_cases(),
        entries: on_each!(search),
        known: |_| None,
    }
}

fn idiom() -> Bench {
    fn search<L: Idiom>(case: &Case) -> Run {
        let (position, depth) = (L::parse(&case.fen), case.depth);
        Box::new(move || idiom::walk::<L>(&position, depth))
    }
    fn task(case: &Case) -> Run {
        let (position, depth) = (Ours::parse(&case.fen), case.depth);
        Box::new(move || idiom::walk_as_task(&position, depth))
    }
    Bench {
        name: "idiom",
        title: "The same tree in each library's best idiom; million nodes a second",
        unit: Unit::Million,
        cases: walk_cases(),
        entries: vec![
            Entry { name: "ours, task", prepare: task },
            Entry { name: "ours, plain", prepare: search::<Ours> },
            Entry { name: Cozy::NAME, prepare: search::<Cozy> },
            Entry { name: Shakmaty::NAME, prepare: search::<Shakmaty> },
        ],
        known: |case| Some(walk::walk::<Ours>(&Ours::parse(&case.fen), case.depth)),
    }
}

fn calls() -> Vec<Bench> {
    let bench = |name, title, cases: &[&str], entries| Bench {
        name,
        title,
        unit: Unit::Nanoseconds,
        cases: cases.iter().map(|name| case(name, known::START, 100)).collect(),
        entries,
        known: |_| None,
    };
    let ours = |prepare| vec![Entry { name: Ours::NAME, prepare }];
    vec![
        bench("call/is_legal", "`is_legal` of a table's move", &["legal", "illegal"], on_each!(is_legal)),
        bench(
            "call/gives_check",
            "`gives_check`, which peers learn by making the move",
            &["legal moves"],
            on_each!(gives_check),
        ),
        bench("call/see", "`see`", &["captures"], ours(calls::see)),
        bench("call/see_at_least", "`see_at_least`", &["captures"], ours(calls::see_at_least)),
        bench(
            "call/attackers",
            "attackers to a square",
            &["targets of moves"],
            vec![
                Entry { name: Ours::NAME, prepare: attackers::<Ours> },
                Entry { name: Shakmaty::NAME, prepare: attackers::<Shakmaty> },
            ],
        ),
        bench("call/key_after", "the key after a move", &["legal moves"], on_each!(key_after)),
        bench("call/has_legal_move", "`has_legal_move`", &["positions"], on_each!(has_legal_move)),
        bench("call/outcome", "`outcome`", &["positions"], on_each!(outcome)),
    ]
}

fn walk_cases() -> Vec<Case> {
    vec![
        case("start d7", known::START, 7),
        case("kiwipete d6", known::KIWIPETE, 6),
        case("cpw4 d7", known::CPW_4, 7),
        case("cpw6 d6", known::CPW_6, 6),
    ]
}
