use core::ops::{ControlFlow, Deref};

use chess_board::Position;
use chess_magic::{aligned, between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use chess_types::{Bitboard, Move, MoveList, PieceType, Square};

use crate::generator::{AnyMove, Each, KingSafety, Selection, Sink, Visit};
use crate::legality::{gives_check, is_step_safe, pseudo_legal_move};
use crate::lists::Generate;
use crate::machine::{Backend, Runner};
use crate::outcome::{Outcome, outcome_after};

/// A position of a search, with the checkers and pins of the side to move found once.
///
/// A search makes several queries at each node: for check, for the legality of the transposition table's move, for the end of the
/// game, for the moves. [`Position`] finds checkers and pins anew for each query; a node finds them once, which is faster from
/// the second query on. It dereferences to its position, and needs no trait in scope.
///
/// A node borrows its position. A search makes the child's node where it makes the child, and passes it down, so that it knows
/// whether the move gives check before the next step begins.
///
/// `R` runs the queries: a [`Backend`], in [`Node::new`] the best one, or, in [`Node::on`], the
/// [`Machine`](crate::machine::Machine) of the task in which the node is made.
///
/// # Examples
/// ```
/// use chess_movegen::{Move, Node, Position, ScoredMove, ScoredMoveList, Selection, see_value};
///
/// /// Returns the value of the best line of `depth` plies for the side to move: material alone.
/// fn search(node: &Node, depth: u32, mut alpha: i32, beta: i32) -> i32 {
///     if node.outcome().is_some() {
///         return if node.is_in_check() { -30_000 } else { 0 };
///     }
///     if depth == 0 {
///         return 0;
///     }
///     // The moves come with the piece that moves, which saves a lookup for each.
///     let mut moves = ScoredMoveList::new();
///     node.for_each_move(Selection::ALL, |piece_type, mv| {
///         let gain = node.captured(mv).map_or(0, |taken| 16 * see_value(taken) - see_value(piece_type));
///         moves.push(ScoredMove::new(mv, gain));
///     });
///     for scored in moves.best_first() {
///         let child = node.after(scored.mv);
///         let gain = node.captured(scored.mv).map_or(0, see_value);
///         alpha = alpha.max(gain - search(&Node::new(&child), depth - 1, gain - beta, gain - alpha));
///         if alpha >= beta {
///             break;
///         }
///     }
///     alpha
/// }
///
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
/// assert_eq!(search(&Node::new(&position), 2, -99_999, 99_999), 30_000);
/// # Ok::<(), chess_movegen::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'a, R = Backend> {
    position: &'a Position,
    safety: KingSafety,
    runner: R,
}

impl<'a> Node<'a> {
    /// Finds the checkers and pins of `position`.
    #[inline]
    pub fn new(position: &'a Position) -> Self {
        Self::on(Backend::best(), position)
    }
}

impl<'a, R: Runner> Node<'a, R> {
    /// Finds the checkers and pins of `position`. Every query of the node is compiled for `runner`, if that is the machine of a
    /// task.
    #[inline(always)]
    pub fn on(runner: R, position: &'a Position) -> Self {
        Self { position, safety: KingSafety::of(position, position.side_to_move()), runner }
    }

    /// Returns the runner of the queries.
    #[inline(always)]
    pub const fn runner(&self) -> R {
        self.runner
    }

    /// Returns the node whose queries `runner` runs.
    #[inline(always)]
    pub const fn with_runner<S: Runner>(&self, runner: S) -> Node<'a, S> {
        Node { position: self.position, safety: self.safety, runner }
    }

    /// Returns the position.
    #[inline(always)]
    pub const fn position(&self) -> &'a Position {
        self.position
    }

    /// Returns the pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.safety.checkers
    }

    /// Tests for the side to move being in check.
    #[inline(always)]
    pub const fn is_in_check(&self) -> bool {
        !self.safety.checkers.is_empty()
    }

    /// Returns the pieces of the side to move that are pinned to their king.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.safety.pins() & self.position.by_color(self.position.side_to_move())
    }

    /// Calls `f` with each legal move of `selection` and the type of the moving piece, which saves the caller a lookup.
    #[inline(always)]
    pub fn for_each_move(&self, selection: Selection, f: impl FnMut(PieceType, Move)) {
        let _ = self.visit(selection, &mut Each(f));
    }

    /// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks.
    #[inline(always)]
    pub fn visit(&self, selection: Selection, sink: &mut impl Sink) -> ControlFlow<()> {
        self.runner.inline(Visit { position: self.position, known: &self.safety, selection, sink })
    }

    /// Appends the legal moves of `selection`.
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit into the list, as [`generate`](crate::generate()) does.
    #[inline(always)]
    pub fn generate(&self, selection: Selection, moves: &mut MoveList) {
        self.runner.inline(Generate { position: self.position, known: &self.safety, selection, moves });
    }

    /// Lists all legal moves.
    #[inline(always)]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Selection::ALL, &mut moves);
        moves
    }

    /// Tests whether there is a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let us = self.position.side_to_move();
        let free = self.position.pieces(us, PieceType::Pawn) - self.safety.pins();
        !self.is_in_check() && us.push(free).intersects(!self.position.occupied())
            || self.visit(Selection::ALL, &mut AnyMove).is_break()
    }

    /// Finds the legal move between two squares, with its flags, as
    /// [`PositionExt::legal_move`](crate::PositionExt::legal_move) does.
    #[inline]
    pub fn legal_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
        pseudo_legal_move(self.position, from, to, promotion).filter(|&mv| self.is_safe(mv))
    }

    /// Tests `mv` for being a legal move, flags included. It accepts any 16-bit move.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_move(mv.from(), mv.to(), mv.promotion()) == Some(mv)
    }

    /// Tests for a safe king of the side to move after a pseudo-legal move.
    #[inline]
    fn is_safe(&self, mv: Move) -> bool {
        if mv.is_castle() || mv.is_en_passant() {
            return true;
        }
        let king = self.position.king(self.position.side_to_move());
        if mv.from() == king {
            return is_step_safe(self.position, mv);
        }
        let checkers = self.safety.checkers;
        let evades = match checkers.first() {
            None => true,
            Some(checker) => !checkers.has_many() && (between(king, checker) | checkers).contains(mv.to()),
        };
        evades && (!self.safety.pins().contains(mv.from()) || aligned(king, mv.from(), mv.to()))
    }

    /// Returns the end of the game as far as this position alone shows it, which excludes repetitions.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_after(self.position, self.has_legal_move(), || 0)
    }

    /// Returns the squares from which the side to move gives check, for a loop that tests several moves by
    /// [`gives_check`](CheckSquares::gives_check).
    #[inline]
    pub fn check_squares(&self) -> CheckSquares<'a> {
        CheckSquares::of(self.position)
    }
}

impl<R> Deref for Node<'_, R> {
    type Target = Position;

    #[inline(always)]
    fn deref(&self) -> &Position {
        self.position
    }
}

/// The squares from which each piece of the side to move gives check, and the pieces that give check by leaving theirs. See
/// [`Node::check_squares`].
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares<'a> {
    position: &'a Position,
    king: Square,
    squares: [Bitboard; 6],
    blockers: Bitboard,
}

impl<'a> CheckSquares<'a> {
    #[inline]
    fn of(position: &'a Position) -> Self {
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let (pawn, knight) = (pawn_attacks(!us, king), knight_attacks(king));
        let squares = [pawn, knight, bishop, rook, bishop | rook, Bitboard::EMPTY];
        Self { position, king, squares, blockers: position.blockers(king, us) }
    }

    /// Tests a legal move for giving check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        if !(mv.is_plain() || mv.is_double_push()) {
            return gives_check(self.position, mv);
        }
        let Some(piece_type) = self.position.piece_type_at(mv.from()) else { return false };
        self.squares[piece_type as usize].contains(mv.to())
            || self.blockers.contains(mv.from()) && !aligned(self.king, mv.from(), mv.to())
    }
}
