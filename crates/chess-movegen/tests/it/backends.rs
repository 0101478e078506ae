//! Every backend, compared with the portable one. The other tests compare the portable one with known counts and the
//! slow mailbox.

use std::panic;

use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Node, PositionExt, Selection};
use chess_testkit::{POSITIONS, Random, SAME_POSITIONS, after_any, sample_under_miri};
use chess_types::{Bitboard, Move, MoveKind, MoveList, PieceType, Rank, Square};

fn others() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|&backend| backend != Backend::Portable && backend.is_available())
}

/// Appends the moves that `backend` lists.
fn generate_on(backend: Backend, position: &Position, selection: Selection, moves: &mut MoveList) {
    struct Generate<'a>(&'a Position, Selection, &'a mut MoveList);

    impl Task for Generate<'_> {
        type Output = ();

        #[inline(always)]
        fn run(self, machine: impl Machine) {
            Node::on(machine, self.0).generate(self.1, self.2);
        }
    }
    backend.run(Generate(position, selection, moves));
}

/// Returns the moves that `backend` passes one by one.
fn each_on(backend: Backend, position: &Position, selection: Selection) -> MoveList {
    struct Each<'a>(&'a Position, Selection);

    impl Task for Each<'_> {
        type Output = MoveList;

        #[inline(always)]
        fn run(self, machine: impl Machine) -> MoveList {
            let mut moves = MoveList::new();
            Node::on(machine, self.0).for_each_move(self.1, |_, mv| moves.push(mv));
            moves
        }
    }
    backend.run(Each(position, selection))
}

/// Moves the captures of each piece before its quiet moves, except those of pawns.
fn captures_first(position: &Position, list: &MoveList) -> MoveList {
    let mut moves = list.clone();
    for of_piece in moves.chunk_by_mut(|a, b| a.from() == b.from()) {
        if position.piece_type_at(of_piece[0].from()) != Some(PieceType::Pawn) {
            of_piece.sort_by_key(|mv| !mv.is_capture());
        }
    }
    moves
}

const SELECTIONS: [Selection; 5] = [
    Selection::ALL,
    Selection::CAPTURES,
    Selection::NOISY,
    Selection::QUIETS,
    Selection::ALL.only_to(Bitboard::LIGHT_SQUARES),
];

#[test]
fn every_backend_lists_what_the_portable_one_lists() {
    for position in sample_under_miri(POSITIONS.iter(), 4) {
        for selection in SELECTIONS {
            let listed = |backend| {
                let mut moves = MoveList::new();
                generate_on(backend, position, selection, &mut moves);
                moves
            };
            let expected = listed(Backend::Portable);
            let each = captures_first(position, &expected);
            assert_eq!(each_on(Backend::Portable, position, selection), each, "{selection:?}: {position}");
            for backend in others() {
                assert_eq!(listed(backend), expected, "{backend}, {selection:?}: {position}");
                assert_eq!(
                    each_on(backend, position, selection),
                    each,
                    "{backend}, {selection:?}: {position}"
                );
            }
        }
    }
}

/// The sum of the portable lists is the same on every processor: `ci/long/processors.sh` runs this on others.
#[test]
fn the_order_of_moves_is_that_of_this_version() {
    let mut sum = 0_u64;
    for position in SAME_POSITIONS.iter() {
        for selection in SELECTIONS {
            let mut moves = MoveList::new();
            generate_on(Backend::Portable, position, selection, &mut moves);
            sum = moves.iter().fold(sum, |sum, mv| 31_u64.wrapping_mul(sum).wrapping_add(mv.raw().into()));
        }
    }
    assert_eq!(
        sum, 3_445_227_443_501_759_641,
        "the order of moves has changed, and with it the node counts of engines"
    );
}

struct Wide<'a>(&'a mut [i16; 100], &'a [i16; 100]);

impl Task for Wide<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, _: impl Machine) -> i32 {
        self.0.iter_mut().zip(self.1).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        self.0.iter().zip(self.1).map(|(sum, weight)| i32::from(*sum) * i32::from(*weight) / 128).sum()
    }
}

/// A task that runs a wide one.
struct Around<'a>(Wide<'a>);

impl Task for Around<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        machine.run_wide(self.0)
    }
}

#[test]
fn every_backend_adds_what_the_portable_one_adds() {
    let mut random = Random::new(11);
    for _ in sample_under_miri(0..100, 50) {
        let [sums, weights] = [(); 2].map(|()| [(); 100].map(|()| random.word() as i16));
        let on = |backend: Backend| {
            let mut sums = sums;
            let product = backend.run(Around(Wide(&mut sums, &weights)));
            (sums, product)
        };
        let expected = on(Backend::Portable);
        for backend in others() {
            assert_eq!(on(backend), expected, "{backend}");
        }
    }
}

/// At the end of a list, single moves may fit where a block of moves does not.
#[test]
fn every_backend_fills_a_list_to_its_last_place() {
    for position in sample_under_miri(POSITIONS.iter(), 8) {
        let expected = position.legal_moves();
        for backend in Backend::ALL {
            for room in [expected.len(), expected.len() + 1, expected.len() + 31, expected.len() + 33] {
                let mut moves = MoveList::new();
                while moves.remaining_capacity() > room {
                    moves.push(Move::NULL);
                }
                let before = moves.len();
                generate_on(backend, position, Selection::ALL, &mut moves);
                assert_eq!(moves[before..], expected[..], "{backend}: {position}");
            }
        }
    }
}

/// The properties that a machine reports, and the moves that it lists.
struct Report<'a>(&'a Position);

impl Task for Report<'_> {
    type Output = (Backend, bool, bool, MoveList);

    fn run(self, machine: impl Machine) -> Self::Output {
        fn backend_of<M: Machine>(_: M) -> Backend {
            M::BACKEND
        }
        let moves = Node::on(machine, self.0).legal_moves();
        (backend_of(machine), machine.avx2().is_some(), machine.avx512().is_some(), moves)
    }
}

#[test]
fn a_scalar_task_runs_on_avx2_or_portable() {
    let scalar = if Backend::Avx2.is_available() { Backend::Avx2 } else { Backend::Portable };
    for backend in Backend::ALL {
        let (ran_on, has_avx2, has_avx512, moves) = backend.run_scalar(Report(&Position::START));
        assert_eq!(ran_on, if backend == Backend::Portable { backend } else { scalar });
        assert_eq!((has_avx2, has_avx512), (ran_on == Backend::Avx2, false));
        assert_eq!(moves.len(), 20);
    }
}

#[test]
fn a_task_runs_on_the_chosen_backend_or_portable() {
    for backend in Backend::ALL {
        let (ran_on, has_avx2, has_avx512, moves) = backend.run(Report(&Position::START));
        assert_eq!(ran_on, if backend.is_available() { backend } else { Backend::Portable });
        // The model of AVX-512 has no AVX2.
        let vectors = [Backend::Avx2, Backend::Avx512];
        assert_eq!(has_avx2, vectors[..if cfg!(avx512_model) { 1 } else { 2 }].contains(&ran_on));
        assert_eq!(has_avx512, ran_on == Backend::Avx512);
        assert_eq!(moves.len(), 20);
    }
    assert!(Backend::best().is_available());
}

/// A caller that hides instructions of the processor, as `ci/long/processors.sh` does, names the remaining backends in
/// `CHESS_BACKENDS`, from most to fewest instructions, separated by spaces.
#[test]
#[allow(clippy::print_stdout, reason = "who hides instructions reads what is left")]
fn the_best_backend_is_the_first_that_is_available() {
    let available: Vec<_> = Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect();
    assert_eq!(Backend::best(), available[0]);
    let names = available.iter().map(|backend| backend.name()).collect::<Vec<_>>().join(" ");
    println!("backends: {names}");
    if let Ok(expected) = std::env::var("CHESS_BACKENDS") {
        assert_eq!(names, expected);
    }
}

#[test]
fn names_are_read_back() {
    for backend in Backend::ALL {
        assert_eq!(backend.to_string().parse(), Ok(backend));
    }
    let error = "AVX2".parse::<Backend>().unwrap_err();
    assert_eq!(error.to_string(), "expected a backend: avx512, avx2 or portable");
}

/// Returns positions that illegal moves have ruined: moves of all kinds, and moves of White that put queens or pawns on the
/// squares of a region. A move from an empty square counts as a pawn move, after which a pawn is on both squares.
fn ruined() -> Vec<Position> {
    let mut random = Random::new(7);
    let mut positions = Vec::new();
    for _ in 0..100 {
        let mut position = Position::START;
        for _ in 0..60 {
            let mv = Move::new(random.square(), random.square(), random.pick(&MoveKind::ALL));
            position = after_any(&position, mv);
            positions.push(position);
        }
    }
    let every_other_rank = Rank::Third.bitboard() | Rank::Fifth.bitboard();
    for (kind, region) in [(MoveKind::QueenPromotion, Bitboard::EDGES), (MoveKind::Quiet, every_other_rank)] {
        let mut position: Position = "7k/7p/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        for to in region - position.occupied() {
            position = after_any(&position, Move::new(Square::H6, to, kind));
            positions.push(position);
            position = after_any(&position, Move::new(Square::G8, Square::G8, MoveKind::Quiet));
            positions.push(position);
        }
    }
    positions
}

/// Illegal moves lead to broken positions. The generator may return any moves for them, and panics as documented if the list is
/// too short, but must neither write beyond the list nor include items that have not been written. All backends do the same.
#[test]
fn positions_that_illegal_moves_have_ruined_are_listed_alike() {
    let (mut crowds_of_pawns, mut overflows) = (0, 0);
    for position in sample_under_miri(ruined(), 60) {
        let listed = |backend| {
            // The memory is filled before each backend, so that items that it does not write are found.
            let mut moves: MoveList = [Move::NULL; MoveList::CAPACITY].into_iter().collect();
            moves.clear();
            generate_on(backend, &position, Selection::ALL, &mut moves);
            moves
        };
        if position.legal_count() > MoveList::CAPACITY {
            overflows += 1;
            if overflows > 5 {
                continue;
            }
            for backend in others().chain([Backend::Portable]) {
                assert!(panic::catch_unwind(|| listed(backend)).is_err(), "{backend}: {position:?}");
            }
            continue;
        }
        let expected = listed(Backend::Portable);
        for backend in others() {
            assert_eq!(listed(backend), expected, "{backend}: {position:?}");
        }
        let us = position.side_to_move();
        let pushes = position.pieces(us, PieceType::Pawn).push(us) - position.occupied();
        crowds_of_pawns += usize::from(pushes.count() > 8);
    }
    assert!(cfg!(miri) || crowds_of_pawns > 4 && overflows > 0, "{crowds_of_pawns} {overflows}");
}
