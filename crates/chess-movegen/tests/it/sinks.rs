//! A sink as a user of the crate would write it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::{PawnTargets, PositionExt, Selection, Sink};
use chess_testkit::{POSITIONS, sample};
use chess_types::{Bitboard, Color, Move, MoveKind, PieceType, Square};

/// A sink that records all moves, and breaks after a number of calls with moves.
struct Recorder<'a> {
    position: &'a Position,
    moves: Vec<Move>,
    calls_left: usize,
}

impl<'a> Recorder<'a> {
    fn new(position: &'a Position, calls_left: usize) -> Self {
        Self { position, moves: Vec::new(), calls_left }
    }

    fn record(&mut self, moves: impl IntoIterator<Item = Move>) -> ControlFlow<()> {
        assert!(self.calls_left > 0, "called again after it broke off");
        let before = self.moves.len();
        self.moves.extend(moves);
        self.calls_left -= usize::from(self.moves.len() > before);
        if self.calls_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Recorder<'_> {
    fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        assert_eq!(us, self.position.side_to_move());
        assert_eq!(self.position.piece_type_at(mv.from()), Some(piece_type));
        self.record([mv])
    }

    fn piece(
        &mut self,
        us: Color,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> ControlFlow<()> {
        assert_ne!(piece_type, PieceType::Pawn);
        assert_eq!(theirs, self.position.by_color(!us));
        assert_eq!(self.position.piece_type_at(from), Some(piece_type));
        let kind = |to| if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
        self.record(targets.into_iter().map(|to| Move::new(from, to, kind(to))))
    }

    fn pawns(&mut self, us: Color, targets: PawnTargets) -> ControlFlow<()> {
        let steps = targets.steps(us);
        let moves: Vec<_> =
            steps.into_iter().flat_map(|step| step.targets.into_iter().map(move |to| step.to(to))).collect();
        assert_eq!(moves.len(), targets.count() as usize);
        self.record(moves)
    }
}

/// A sink that takes every move by itself.
struct Single(Vec<Move>);

impl Sink for Single {
    fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
        self.0.push(mv);
        ControlFlow::Continue(())
    }
}

fn set(moves: &[Move]) -> HashSet<Move> {
    let set: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move came twice");
    set
}

#[test]
fn the_sets_handed_over_are_the_legal_moves() {
    for position in POSITIONS.iter() {
        let mut recorder = Recorder::new(position, usize::MAX);
        assert_eq!(position.visit(Selection::ALL, &mut recorder), ControlFlow::Continue(()));
        assert_eq!(set(&recorder.moves), set(&position.legal_moves()), "{position}");
    }
}

#[test]
fn a_sink_may_take_every_move_by_itself() {
    for position in POSITIONS.iter() {
        let mut single = Single(Vec::new());
        assert_eq!(position.visit(Selection::ALL, &mut single), ControlFlow::Continue(()));
        assert_eq!(set(&single.0), set(&position.legal_moves()), "{position}");
    }
}

#[test]
fn a_sink_that_breaks_is_not_called_again() {
    for position in sample(POSITIONS.iter(), 3) {
        let legal = set(&position.legal_moves());
        for calls in 1.. {
            let mut recorder = Recorder::new(position, calls);
            let flow = position.visit(Selection::ALL, &mut recorder);
            assert_eq!(flow.is_break(), recorder.calls_left == 0);
            assert!(set(&recorder.moves).is_subset(&legal));
            if flow.is_continue() {
                assert_eq!(recorder.moves.len(), legal.len());
                break;
            }
        }
    }
}
