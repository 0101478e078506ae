use core::ops::ControlFlow;

use chess_board::{KeyHistory, Position};
use chess_types::{Bitboard, Move, MoveList, PieceType, Square};

use crate::generator::{Selection, Sink};
use crate::illegal::{IllegalMove, UciError};
use crate::node::Node;
use crate::outcome::{Outcome, outcome_with};

/// The move generator as methods of [`Position`].
///
/// The methods of [`Position`] that make moves ([`play`](Position::play), [`make`](Position::make),
/// [`after`](Position::after)) do not test them; [`try_play`](Self::try_play) and [`try_after`](Self::try_after) do.
///
/// # Examples
/// ```
/// use chess_movegen::{Position, PositionExt, Square};
///
/// let mut position = Position::START;
/// assert_eq!(position.legal_moves().len(), 20);
///
/// // A GUI marks the squares where the user can put down the piece picked up from g1.
/// assert_eq!(position.legal_targets(Square::G1), Square::F3 | Square::H3);
///
/// // The square where the user puts it down makes a move, or an error in words.
/// let mv = position.find_move(Square::G1, Square::F3, None)?;
/// position.play(mv);
/// let error = position.find_move(Square::E1, Square::G1, None).unwrap_err();
/// assert_eq!(error.to_string(), "e1g1: the white king on e1 does not belong to the side to move");
/// # Ok::<(), chess_movegen::IllegalMove>(())
/// ```
pub trait PositionExt: sealed::Sealed {
    /// Lists all legal moves.
    ///
    /// The list is returned by value, 516 bytes. A search that lists moves at every node should fill lists of its own,
    /// for example one for each ply, with [`generate`].
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit into the list, as [`generate`] does.
    #[must_use]
    #[inline]
    fn legal_moves(&self) -> MoveList {
        self.node().legal_moves()
    }

    /// Counts the legal moves, without building a list.
    #[must_use]
    #[inline]
    fn legal_count(&self) -> usize {
        self.node().legal_count()
    }

    /// Tests whether there is a legal move. It stops at the first one found.
    #[must_use]
    #[inline]
    fn has_legal_move(&self) -> bool {
        self.node().has_legal_move()
    }

    /// Returns the squares to which the piece on `from` can be moved. Castling is shown on the king's destination.
    #[inline]
    fn legal_targets(&self, from: Square) -> Bitboard {
        self.node().legal_targets(from)
    }

    /// Finds the legal move that a person or a protocol gives by two squares.
    ///
    /// In addition to [`legal_move`](Self::legal_move), castling is also found by the square that it takes the king to,
    /// unless the king can step there.
    ///
    /// # Errors
    /// There is no such legal move. The error names the rule that it breaks; a promotion without its piece is
    /// [`PromotionMissing`](crate::IllegalReason::PromotionMissing).
    #[inline]
    fn find_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<Move, IllegalMove> {
        self.node().find_move(from, to, promotion)
    }

    /// Finds the legal move that a text names in UCI notation: `e2e4`, `e7e8q`. Castling has the destination of the king, `e1g1`, or the
    /// square of the rook, `e1h1`.
    ///
    /// # Errors
    /// The text is not a move of UCI, or not a legal move, as in [`find_move`](Self::find_move). `0000` is not a legal move.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Position, PositionExt};
    ///
    /// let mut position = Position::START;
    /// position.play(position.find_uci("e2e4")?);
    /// assert_eq!(position.find_uci("e2e4").unwrap_err().to_string(), "e2e4: there is no piece on e2");
    /// # Ok::<(), chess_movegen::UciError>(())
    /// ```
    #[inline]
    fn find_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        self.node().find_uci(text)
    }

    /// Finds the legal move between two squares, with its flags. `promotion` is the piece to promote to, and must be
    /// `None` for other moves. The target of castling is the rook's square.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{MoveKind, Position, PositionExt, Square};
    ///
    /// let mv = Position::START.legal_move(Square::E2, Square::E4, None).unwrap();
    /// assert_eq!(mv.kind(), MoveKind::DoublePush);
    /// assert_eq!(Position::START.legal_move(Square::E2, Square::E5, None), None);
    /// ```
    #[must_use]
    #[inline]
    fn legal_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
        self.node().legal_move(from, to, promotion)
    }

    /// Tests whether `mv` is a legal move, flags included. It generates no moves, and accepts any 16-bit move.
    #[must_use]
    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.node().is_legal(mv)
    }

    /// Tests whether `mv` is a pseudo-legal move, flags included: the piece on its origin moves that way, and its own
    /// king may be left in check. Castling and en passant, whose rules concern the king's safety anyway, must be legal.
    #[must_use]
    #[inline]
    fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.node().is_pseudo_legal(mv)
    }

    /// Tests whether a legal move gives check. It is neither made nor tested for legality.
    #[must_use]
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.node().gives_check(mv)
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal. The position stays as it is.
    #[inline]
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.try_after(mv)?;
        self.set(next);
        Ok(())
    }

    /// Returns the position after `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal.
    #[inline]
    fn try_after(&self, mv: Move) -> Result<Position, IllegalMove> {
        self.node().try_after(mv)
    }

    /// Tests whether the side to move is in check and has no legal move.
    #[must_use]
    #[inline]
    fn is_checkmate(&self) -> bool {
        self.node().is_checkmate()
    }

    /// Tests whether the side to move is not in check and has no legal move.
    #[must_use]
    #[inline]
    fn is_stalemate(&self) -> bool {
        self.node().is_stalemate()
    }

    /// Returns the end of the game as far as this position alone shows it, which excludes repetitions: see
    /// [`outcome`](crate::outcome()).
    #[must_use]
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.node().outcome()
    }
}

impl PositionExt for Position {}

/// Appends the legal moves of `selection`.
///
/// The order of the moves is the same on every backend: steps of the king, promotions, other moves of pawns, captures en passant,
/// moves of knights, bishops, rooks and queens, castling. Pinned pieces come after the others; the targets of a piece are in the
/// order of their squares.
///
/// # Panics
///
/// Panics if the moves do not fit into the list. An empty list holds the moves of any position, except one after an illegal move,
/// which [`make`](Position::make) and the like do not test.
///
/// # Examples
/// ```
/// use chess_movegen::{Bitboard, MoveList, Position, Selection, Square, generate};
///
/// let mut moves = MoveList::new();
/// generate(&Position::START, Selection::ALL.only_from(Square::B1 | Square::E2), &mut moves);
/// assert_eq!(moves.len(), 4);
/// ```
#[inline]
pub fn generate(position: &Position, selection: Selection, moves: &mut MoveList) {
    Node::single(position).generate(selection, moves);
}

/// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use chess_movegen::{Color, Move, PieceType, Position, PositionExt, Selection, Sink, visit};
///
/// /// Makes every move on a copy, and counts the replies.
/// struct Replies<'a>(&'a Position, usize);
///
/// impl Sink for Replies<'_> {
///     #[inline(always)]
///     fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
///         self.1 += self.0.after_piece(us, mv, piece_type).legal_count();
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut replies = Replies(&Position::START, 0);
/// assert!(visit(&Position::START, Selection::ALL, &mut replies).is_continue());
/// assert_eq!(replies.1, 400);
/// ```
#[inline]
pub fn visit(position: &Position, selection: Selection, sink: &mut impl Sink) -> ControlFlow<()> {
    Node::single(position).visit(selection, sink)
}

/// Calls `f` with each legal move of `selection` and the type of the moving piece, which saves the caller a lookup.
///
/// The generator calls `f` at a dozen places, so that `f` should only push to a list: perft that makes each move in `f` takes 1.6
/// times as long as perft with a [`Sink`] that makes it.
///
/// The order is the same on every backend. It is that of [`generate`], with the captures of each piece, except pawns, before its other
/// moves.
///
/// It fills scored lists and move containers of any kind. For a plain list of moves, [`generate`](crate::generate) is
/// faster, since it can write several moves at once.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen::{Selection, for_each_move, see_value};
/// use chess_types::{ScoredMove, ScoredMoveList};
///
/// let position = Position::from_fen("6k1/8/8/3q1p2/8/2N1R3/8/4K3 w - - 0 1")?;
/// let mut moves = ScoredMoveList::new();
/// for_each_move(&position, Selection::ALL, |piece_type, mv| {
///     // Most valuable victim, least valuable attacker.
///     let victim = position.captured(mv).map_or(0, |victim| 16 * see_value(victim) - see_value(piece_type));
///     moves.push(ScoredMove { mv, score: victim });
/// });
/// assert_eq!(moves.best_first().next().unwrap().mv.to_string(), "c3d5");
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[inline]
pub fn for_each_move(position: &Position, selection: Selection, f: impl FnMut(PieceType, Move)) {
    Node::single(position).for_each_move(selection, f);
}

/// Returns the end of the game with `position` on the board after the positions of `history`, or `None` while the
/// game goes on.
///
/// Checkmate and stalemate come before every other reason (FIDE Laws of Chess, articles 5 and 9.6).
pub fn outcome<const N: usize>(position: &Position, history: &KeyHistory<N>) -> Option<Outcome> {
    outcome_with(position, position.has_legal_move(), || history.repetitions(position))
}

mod sealed {
    use chess_board::Position;

    use crate::machine::Single;
    use crate::node::Node;

    /// Seals [`PositionExt`].
    pub trait Sealed {
        fn node(&self) -> Node<'_, Single>;
        fn set(&mut self, position: Position);
    }

    impl Sealed for Position {
        #[inline(always)]
        fn node(&self) -> Node<'_, Single> {
            Node::single(self)
        }

        #[inline(always)]
        fn set(&mut self, position: Position) {
            *self = position;
        }
    }
}
