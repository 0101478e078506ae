use core::borrow::BorrowMut;
use core::iter;
use core::ops::{ControlFlow, Deref};

use chess_board::internals::attackers_by;
use chess_board::{KeyHistory, Position};
use chess_magic::{Sliders, attacks_by, king_attacks, knight_attacks, line, on_empty_board, pawn_attacks};
use chess_types::{Bitboard, CastlingSide, Color, List, Move, MoveList, PieceType, Square, UciMove};

#[cfg(any(target_arch = "x86_64", avx512_model))]
use crate::generator::list;
use crate::generator::{Any, Checks, CountMoves, Each, Selection, Sink, Targets, threats, visit_checked};
use crate::illegal::{IllegalMove, UciError};
use crate::legality::{
    GivesCheck, castling, fault, fault_of_squares, flagged_move, is_pseudo_legal, is_step_safe,
    leaves_king_safe,
};
use crate::machine::{Dispatch, Machine, Sealed as _, Task};
use crate::outcome::{Claim, Outcome, claim, outcome};
use crate::see::{SeeRules, see, see_at_least};

/// A position of a search, with the checkers and pins of the side to move found once.
///
/// A search makes several queries at each node: for check, for the legality of the transposition table's move, for the end of the
/// game, for the moves. A [`Position`] computes checkers and pins for every query, a node once, which is faster from the second query
/// on. It implements [`PositionExt`](crate::PositionExt), and dereferences to its position.
///
/// A node borrows its position. A search makes the child's node where it makes the child, and passes it down, so that it knows
/// whether the move gives check before the next step begins. One that makes moves on a single position in place cannot hold its node
/// meanwhile: it makes the node of a copy, which is 128 bytes, or makes it anew after the moves are taken back.
///
/// `M` runs the queries: the [`Machine`] of the task in which the node is made by [`Node::on`], or [`Dispatch`] outside of tasks, which
/// [`Node::new`] takes.
///
/// # Examples
/// ```
/// use chess_movegen::{
///     Move, Node, Position, PositionExt, ScoredMove, ScoredMoveList, Selection, see_value,
/// };
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
///         moves.push(ScoredMove { mv, score: gain });
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
pub struct Node<'a, M = Dispatch> {
    position: &'a Position,
    checks: Checks,
    machine: M,
}

impl<'a> Node<'a> {
    /// Finds the checkers and pins of `position`.
    #[inline]
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        Self::on(Dispatch, position)
    }
}

impl<'a, M: Machine> Node<'a, M> {
    /// Finds the checkers and pins of `position`. Every query of the node is compiled for `machine`.
    #[inline(always)]
    #[must_use]
    pub fn on(machine: M, position: &'a Position) -> Self {
        Self { position, checks: Checks::of(position, position.side_to_move()), machine }
    }

    /// Returns the machine that runs the queries.
    #[inline(always)]
    #[must_use]
    pub const fn machine(&self) -> M {
        self.machine
    }

    /// Returns the node whose queries `machine` runs.
    #[inline(always)]
    #[must_use]
    pub const fn with_machine<N: Machine>(&self, machine: N) -> Node<'a, N> {
        Node { position: self.position, checks: self.checks, machine }
    }

    /// Returns the position.
    #[inline(always)]
    #[must_use]
    pub const fn position(&self) -> &'a Position {
        self.position
    }

    /// Returns the pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checks.checkers
    }

    /// Tests whether the side to move is in check.
    #[inline(always)]
    #[must_use]
    pub const fn is_in_check(&self) -> bool {
        !self.checks.checkers.is_empty()
    }

    /// Returns the pieces of `color` that are pinned to their king. Those of the side to move are known.
    #[inline(always)]
    pub fn pinned(&self, color: Color) -> Bitboard {
        if color == self.side_to_move() {
            self.checks.pins() & self.by_color(color)
        } else {
            self.position.pinned(color)
        }
    }

    /// Returns the pieces of both colours that attack `square`, with the squares of `occupancy` occupied: see
    /// [`Board::attackers_to`](chess_board::Board::attackers_to).
    #[inline(always)]
    pub fn attackers_to(&self, square: Square, occupancy: Bitboard) -> Bitboard {
        attackers_by(self.machine.sliders(), self, square, occupancy)
    }

    /// Returns the squares from which the side to move gives check, for a loop that tests several moves by
    /// [`gives_check`](CheckSquares::gives_check).
    #[inline]
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares<'a> {
        let (position, us, sliders) = (self.position, self.side_to_move(), self.machine.sliders());
        let king = position.king(!us);
        let bishop = sliders.bishop_attacks(king, position.occupied());
        let rook = sliders.rook_attacks(king, position.occupied());
        let (pawn, knight) = (pawn_attacks(!us, king), knight_attacks(king));
        let squares = [pawn, knight, bishop, rook, bishop | rook, Bitboard::EMPTY];
        CheckSquares { position, king, squares, blockers: position.blockers(king, us) }
    }
}

impl<M> Deref for Node<'_, M> {
    type Target = Position;

    #[inline(always)]
    fn deref(&self) -> &Position {
        self.position
    }
}

/// The queries of a [`Position`] and of a [`Node`].
///
/// A `Position` computes checkers and pins for every query, a `Node` once.
///
/// [`play`](Self::play) and [`try_after`](Self::try_after) check the move, [`Position::make`], [`after`](Position::after) and
/// [`play_unchecked`](Position::play_unchecked) do not: [`Position`] has a table.
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
/// position.play(mv)?;
/// let error = position.find_move(Square::E1, Square::G1, None).unwrap_err();
/// assert_eq!(error.to_string(), "e1g1: the white king on e1 does not belong to the side to move");
/// # Ok::<(), chess_movegen::IllegalMove>(())
/// ```
pub trait PositionExt: sealed::Sealed {
    /// Lists all legal moves.
    ///
    /// The list is returned by value, 516 bytes. A search that lists moves at every node should fill lists of its own,
    /// for example one for each ply, with [`generate`](Self::generate).
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit into the list, as [`generate`](Self::generate) does.
    #[must_use]
    #[inline(always)]
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Selection::ALL, &mut moves);
        moves
    }

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
    /// use chess_movegen::{MoveList, Position, PositionExt, Selection, Square};
    ///
    /// let mut moves = MoveList::new();
    /// Position::START.generate(Selection::ALL.only_from(Square::B1 | Square::E2), &mut moves);
    /// assert_eq!(moves.len(), 4);
    /// ```
    #[inline(always)]
    fn generate(&self, selection: Selection, moves: &mut MoveList) {
        let Query { position, checks, machine } = self.query();
        machine.run_list(Generate { position, checks, selection, moves });
    }

    /// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use chess_movegen::{Color, Move, PieceType, Position, PositionExt, Selection, Sink};
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
    /// assert!(Position::START.visit(Selection::ALL, &mut replies).is_continue());
    /// assert_eq!(replies.1, 400);
    /// ```
    #[inline(always)]
    fn visit(&self, selection: Selection, sink: &mut impl Sink) -> ControlFlow<()> {
        let Query { position, checks, machine } = self.query();
        machine.run_words(Visit::<_, false> { position, checks, selection, sink })
    }

    /// Calls `f` with each legal move of `selection` and the type of the moving piece, which saves the caller a lookup.
    ///
    /// The generator calls `f` at a dozen places, so that `f` should only push to a list: perft that makes each move in `f` takes 1.6
    /// times as long as perft with a [`Sink`] that makes it.
    ///
    /// The order is the same on every backend. It is that of [`generate`](Self::generate), with the captures of each piece, except
    /// pawns, before its other moves.
    ///
    /// It fills scored lists and move containers of any kind. For a plain list of moves, [`generate`](Self::generate) is
    /// faster, since it can write several moves at once.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Position, PositionExt, ScoredMove, ScoredMoveList, Selection, see_value};
    ///
    /// let position = Position::from_fen("6k1/8/8/3q1p2/8/2N1R3/8/4K3 w - - 0 1")?;
    /// let mut moves = ScoredMoveList::new();
    /// position.for_each_move(Selection::ALL, |piece_type, mv| {
    ///     // Most valuable victim, least valuable attacker.
    ///     let victim = position.captured(mv).map_or(0, |victim| 16 * see_value(victim) - see_value(piece_type));
    ///     moves.push(ScoredMove { mv, score: victim });
    /// });
    /// assert_eq!(moves.best_first().next().unwrap().mv.to_string(), "c3d5");
    /// # Ok::<(), chess_movegen::ParsePositionError>(())
    /// ```
    #[inline(always)]
    fn for_each_move(&self, selection: Selection, f: impl FnMut(PieceType, Move)) {
        let Query { position, checks, machine } = self.query();
        let _ = machine.run_words(Visit::<_, true> { position, checks, selection, sink: &mut Each(f) });
    }

    /// Counts the legal moves, without building a list.
    #[must_use]
    #[inline(always)]
    fn legal_count(&self) -> usize {
        let mut counter = CountMoves(0);
        let _ = self.visit(Selection::ALL, &mut counter);
        counter.0 as usize
    }

    /// Tests whether there is a legal move. It stops at the first one found.
    #[must_use]
    #[inline]
    fn has_legal_move(&self) -> bool {
        let query = self.query();
        let (us, position) = (query.position.side_to_move(), query.position);
        let king = position.king(us);
        // A pawn that shares no line with its king cannot be pinned.
        let pinned = match query.checks {
            Some(checks) => checks.pins(),
            None => on_empty_board(PieceType::Queen)[king.index()],
        };
        // Out of check, most positions have a free pawn that can be pushed.
        let free = position.pieces(us, PieceType::Pawn) - pinned;
        free.push(us).intersects(!position.occupied()) && !query.is_in_check()
            || match query.checks {
                Some(_) => can_step(position) || self.visit(Selection::ALL, &mut Any).is_break(),
                None => any_move(position),
            }
    }

    /// Returns the squares to which the piece on `from` can be moved, from each of which [`find_move`](Self::find_move) finds a move.
    ///
    /// Castling is shown on the king's destination. In Chess960 the king may stand there already or be able to step there: then castling
    /// is shown on the rook's square.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Position, PositionExt, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w A - 0 1")?;
    /// let castling = position.find_move(Square::B1, Square::A1, None).unwrap();
    /// let step = position.find_move(Square::B1, Square::C1, None).unwrap();
    /// assert!(castling.is_castle() && !step.is_castle());
    /// assert!((Square::A1 | Square::C1).is_subset(position.legal_targets(Square::B1)));
    /// # Ok::<(), chess_movegen::ParsePositionError>(())
    /// ```
    #[inline]
    fn legal_targets(&self, from: Square) -> Bitboard {
        let mut targets = Targets(Bitboard::EMPTY);
        let _ = self.visit(Selection::ALL.only_from(from.bitboard()), &mut targets);
        targets.0
    }

    /// Finds the legal move given as two squares, for example by a GUI or UCI.
    ///
    /// In addition to [`legal_move`](Self::legal_move), castling is also found by the square that it takes the king to,
    /// unless the king can step there: the step is then found, and castling by the rook's square only.
    ///
    /// # Errors
    /// There is no such legal move. The error names the rule that it breaks; a promotion without its piece is
    /// [`PromotionMissing`](crate::IllegalReason::PromotionMissing).
    #[inline]
    fn find_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<Move, IllegalMove> {
        match self.legal_move(from, to, promotion) {
            Some(mv) => Ok(mv),
            None => castling_by_destination(self.query().position, UciMove { from, to, promotion }),
        }
    }

    /// Returns the legal moves between two squares, as [`find_move`](Self::find_move) finds them: none, one, or the four promotions, to a
    /// queen, rook, bishop and knight. A GUI asks its user to choose if there are several.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Position, PositionExt, Square};
    ///
    /// let position = Position::from_fen("8/P5k1/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert!(position.find_moves(Square::A7, Square::A6).is_empty());
    /// assert!(position.find_moves(Square::E1, Square::G1)[0].is_castle());
    /// assert_eq!(position.find_moves(Square::A7, Square::A8)[0].to_string(), "a7a8q");
    /// assert_eq!(position.find_moves(Square::A7, Square::A8).len(), 4);
    /// # Ok::<(), chess_movegen::ParsePositionError>(())
    /// ```
    #[must_use]
    fn find_moves(&self, from: Square, to: Square) -> List<Move, 4> {
        let promotions = PieceType::PROMOTIONS.into_iter().rev().map(Some);
        let choices = iter::once(None).chain(promotions);
        choices.filter_map(|promotion| self.find_move(from, to, promotion).ok()).collect()
    }

    /// Finds the legal move that a text names in UCI notation: `e2e4`, `e7e8q`. Castling has the destination of the king, `e1g1`, or the
    /// square of the rook, `e1h1`.
    ///
    /// In Chess960 a king that castles may also be able to step to its destination of castling. Both moves then have the same standard
    /// spelling, which means the step here: write the moves of Chess960 by [`uci960`](Move::uci960), which spells each legal move
    /// differently, and not by `Display`.
    ///
    /// # Errors
    /// The text is not a move of UCI, or not a legal move, as in [`find_move`](Self::find_move). `0000` is not a legal move.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Position, PositionExt};
    ///
    /// let mut position = Position::START;
    /// position.play(position.find_uci("e2e4")?)?;
    /// assert_eq!(position.find_uci("e2e4").unwrap_err().to_string(), "e2e4: there is no piece on e2");
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w A - 0 1")?;
    /// let castling = position.find_uci("b1a1")?;
    /// assert_eq!((castling.to_string(), castling.uci960().to_string()), ("b1c1".into(), "b1a1".into()));
    /// assert!(castling.is_castle() && !position.find_uci("b1c1")?.is_castle());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    fn find_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        let uci = UciMove::from_bytes(text.as_ref())?;
        if uci.is_null() {
            self.try_after(Move::NULL)?;
        }
        Ok(self.find_move(uci.from, uci.to, uci.promotion)?)
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
        flagged_move(self.query().position, from, to, promotion).filter(|&mv| self.is_legal(mv))
    }

    /// Tests whether `mv` is a legal move, flags included. It generates no moves, and accepts any 16-bit move.
    #[must_use]
    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let query = self.query();
        is_pseudo_legal(query.position, mv) && query.is_safe(mv)
    }

    /// Tests whether a legal move gives check. It is neither made nor tested for legality.
    #[must_use]
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        let Query { position, machine, .. } = self.query();
        machine.run_lookup(GivesCheck { position, mv })
    }

    /// Returns the squares that the piece on `square` attacks, pinned or not: empty squares and pieces of both colours. No square is
    /// attacked from an empty one.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Bitboard, Position, PositionExt, Square};
    ///
    /// assert_eq!(Position::START.attacks_from(Square::A1), Square::A2 | Square::B1);
    /// assert_eq!(Position::START.attacks_from(Square::E2), Square::D3 | Square::F3);
    /// assert_eq!(Position::START.attacks_from(Square::E4), Bitboard::EMPTY);
    /// ```
    #[inline(always)]
    fn attacks_from(&self, square: Square) -> Bitboard {
        let Query { position, machine, .. } = self.query();
        let Some(piece) = position.piece_at(square) else { return Bitboard::EMPTY };
        attacks_by(machine.sliders(), piece.piece_type(), piece.color(), square, position.occupied())
    }

    /// Returns the squares that the pieces of `color` attack: those of [`attacks_from`](Self::attacks_from) of all its pieces.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Color, Position, PositionExt, Rank};
    ///
    /// assert!(Rank::Third.bitboard().is_subset(Position::START.threats(Color::White)));
    /// assert!(Rank::Fourth.bitboard().is_disjoint(Position::START.threats(Color::White)));
    /// ```
    #[inline(always)]
    fn threats(&self, color: Color) -> Bitboard {
        let Query { position, machine, .. } = self.query();
        threats(machine.sliders(), color, position, position.occupied())
    }

    /// Plays `mv` if it is legal. [`Position::play_unchecked`] plays a move that is known to be legal.
    ///
    /// # Errors
    /// The move is not legal; the null move never is. The position stays as it is.
    #[inline]
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>
    where
        Self: BorrowMut<Position>,
    {
        let next = self.try_after(mv)?;
        *self.borrow_mut() = next;
        Ok(())
    }

    /// Returns the position after `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal.
    #[inline]
    fn try_after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let position = self.query().position;
        if self.is_legal(mv) {
            return Ok(position.after(mv));
        }
        Err(fault(position, mv, self.legal_move(mv.from(), mv.to(), mv.promotion())))
    }

    /// Tests whether the side to move is in check and has no legal move.
    #[must_use]
    #[inline]
    fn is_checkmate(&self) -> bool {
        self.query().is_in_check() && !self.has_legal_move()
    }

    /// Tests whether the side to move is not in check and has no legal move.
    #[must_use]
    #[inline]
    fn is_stalemate(&self) -> bool {
        !self.query().is_in_check() && !self.has_legal_move()
    }

    /// Returns the material that the side to move wins by the legal move `mv`; it is negative for a loss.
    ///
    /// After `mv`, each side captures on the target square with its least valuable piece, or stops if that is better. The least valuable
    /// piece is the first in the order pawn, knight, bishop, rook, queen, king, whatever the values; among pieces of one type it is the one
    /// on the lowest square. Sliders behind a piece that has captured take part (X-rays). A pawn that captures on the last rank becomes a
    /// queen. Castling has the value 0. An en passant reply to a double push happens on another square and is not considered.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Move, MoveKind, Pins, Position, PositionExt, SeeRules, Square};
    ///
    /// const SEE: SeeRules = SeeRules::new(Pins::Ignored);
    ///
    /// // The knight takes a pawn, and two pieces recapture in turn.
    /// let position = Position::from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")?;
    /// let mv = Move::new(Square::D3, Square::E5, MoveKind::Capture);
    /// assert_eq!(position.see(mv, &SEE), -200);
    /// assert!(position.see_at_least(mv, -200, &SEE));
    /// assert!(!position.see_at_least(mv, -199, &SEE));
    ///
    /// // An engine's own values.
    /// let rules = SeeRules { values: [161, 446, 464, 705, 1322, 0], pins: Pins::Respected };
    /// assert_eq!(position.see(mv, &rules), 161 - 446);
    /// # Ok::<(), chess_movegen::ParsePositionError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    fn see(&self, mv: Move, rules: &SeeRules) -> i32 {
        let Query { position, machine, .. } = self.query();
        see(machine, position, mv, rules)
    }

    /// Tests whether a move wins `threshold` or more, by the rules of [`see`](Self::see). The move must be legal.
    ///
    /// It stops as soon as the answer is certain, which is often before the first recapture.
    #[must_use]
    #[inline(always)]
    fn see_at_least(&self, mv: Move, threshold: i32, rules: &SeeRules) -> bool {
        let Query { position, machine, .. } = self.query();
        see_at_least(machine, position, mv, threshold, rules)
    }

    /// Returns the outcome, ignoring history: repetitions are not found.
    ///
    /// Checkmate and stalemate come before every other reason (FIDE Laws of Chess, articles 5 and 9.6).
    #[must_use]
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        outcome(self.query().position, self.has_legal_move(), || 0)
    }

    /// Returns the end of the game with this position on the board after the positions of `history`, or `None` while the
    /// game goes on.
    #[must_use]
    #[inline]
    fn outcome_with<const N: usize>(&self, history: &KeyHistory<N>) -> Option<Outcome> {
        let position = self.query().position;
        outcome(position, self.has_legal_move(), || history.repetitions(position))
    }

    /// Returns the draw that the side to move may claim with this position on the board after the positions of `history`.
    ///
    /// A player may also claim a draw by announcing a move (FIDE 9.2.1, 9.3.1); to test for that, make the move and call
    /// this function again. It does not test for an end of the game.
    #[must_use]
    #[inline]
    fn claim<const N: usize>(&self, history: &KeyHistory<N>) -> Option<Claim> {
        let position = self.query().position;
        claim(position, || history.repetitions(position))
    }
}

impl PositionExt for Position {}

impl<M: Machine> PositionExt for Node<'_, M> {}

/// What answers the queries of [`PositionExt`].
mod sealed {
    use chess_board::Position;

    use super::{Node, Query};
    use crate::machine::{Dispatch, Machine};

    pub trait Sealed {
        type Machine: Machine;

        fn query(&self) -> Query<'_, Self::Machine>;
    }

    impl Sealed for Position {
        type Machine = Dispatch;

        #[inline(always)]
        fn query(&self) -> Query<'_, Dispatch> {
            Query { position: self, checks: None, machine: Dispatch }
        }
    }

    impl<M: Machine> Sealed for Node<'_, M> {
        type Machine = M;

        #[inline(always)]
        fn query(&self) -> Query<'_, M> {
            Query { position: self.position, checks: Some(self.checks), machine: self.machine }
        }
    }
}

/// A position that is asked, its checkers and pins if they are known, and the machine of the answer.
#[derive(Clone, Copy)]
pub struct Query<'a, M> {
    pub(crate) position: &'a Position,
    checks: Option<Checks>,
    machine: M,
}

impl<M> Query<'_, M> {
    #[inline(always)]
    fn is_in_check(&self) -> bool {
        match self.checks {
            Some(checks) => !checks.checkers.is_empty(),
            None => self.position.is_in_check(),
        }
    }

    /// Tests whether the king of the side to move is safe after a pseudo-legal move.
    #[inline(always)]
    fn is_safe(&self, mv: Move) -> bool {
        if mv.is_castle() || mv.is_en_passant() {
            return true;
        }
        let king = self.position.king(self.position.side_to_move());
        if mv.from() == king {
            return is_step_safe(self.position, mv.to());
        }
        let Some(checks) = self.checks else {
            return leaves_king_safe(self.position, mv.from(), mv.to());
        };
        checks.mask(king).is_some_and(|mask| mask.contains(mv.to()))
            && (!checks.pins().contains(mv.from()) || line(king, mv.from()).contains(mv.to()))
    }
}

/// Finds the legal castling that takes the king to the target of `uci`. It is called when there is no legal move to the target,
/// so that the king cannot step there: a step to the king's destination is legal if the castling is.
#[cold]
fn castling_by_destination(position: &Position, uci: UciMove) -> Result<Move, IllegalMove> {
    let mut castlings = CastlingSide::ALL.into_iter().filter_map(|side| castling(position, side).ok());
    castlings.find(|mv| mv.uci() == uci).ok_or_else(|| fault_of_squares(position, uci))
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

impl CheckSquares<'_> {
    /// Tests whether a legal move gives check.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        if !(mv.is_plain() || mv.is_double_push()) {
            return self.position.gives_check(mv);
        }
        let Some(piece_type) = self.position.piece_type_at(mv.from()) else { return false };
        self.squares[piece_type as usize].contains(mv.to())
            || self.blockers.contains(mv.from()) && !line(self.king, mv.from()).contains(mv.to())
    }
}

impl IllegalMove {
    /// Returns the rule that `mv` breaks in `position`, or `None` if it is legal or a null move while not in check. Games and lines that
    /// may have null moves are tested with it.
    pub fn find_or_null(position: &Position, mv: Move) -> Option<Self> {
        if mv.is_null() && !position.is_in_check() { None } else { position.try_after(mv).err() }
    }
}

/// The legal moves of `selection`, passed to a sink.
struct Visit<'a, S, const APART: bool> {
    position: &'a Position,
    checks: Option<Checks>,
    selection: Selection,
    sink: &'a mut S,
}

impl<S: Sink, const APART: bool> Task for Visit<'_, S, APART> {
    type Output = ControlFlow<()>;

    /// The colour is a constant in both arms, for which the generator is compiled without branches on it.
    #[inline(always)]
    fn run(self, machine: impl Machine) -> ControlFlow<()> {
        let Self { position, checks, selection, sink } = self;
        match position.side_to_move() {
            Color::White => visit_checked::<APART>(machine, Color::White, position, checks, selection, sink),
            Color::Black => visit_checked::<APART>(machine, Color::Black, position, checks, selection, sink),
        }
    }
}

/// The legal moves of `selection`, appended to a list.
struct Generate<'a> {
    position: &'a Position,
    checks: Option<Checks>,
    selection: Selection,
    moves: &'a mut MoveList,
}

impl Task for Generate<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { position, checks, selection, moves } = self;
        #[cfg(any(target_arch = "x86_64", avx512_model))]
        if let Some(proof) = machine.avx512() {
            let us = position.side_to_move();
            let checks = Checks::known_or_of(checks, position, us);
            // SAFETY: `proof` proves the instructions. Test: `every_backend_lists_what_the_portable_one_lists`. Gain: in list
            // mode, perft is 1.7 times as fast as with AVX2 (787 to 473 million leaves a second over five positions,
            // Intel Xeon, model 167).
            return unsafe {
                match us {
                    Color::White => list::<true, _>(proof, machine, position, checks, selection, moves),
                    Color::Black => list::<false, _>(proof, machine, position, checks, selection, moves),
                }
            };
        }
        let _ = Visit::<_, false> { position, checks, selection, sink: moves }.run(machine);
    }
}

/// Tests whether there is a legal move, by a call: the test before it, which most often has the answer, then needs no stack. Without
/// tables, where programs are to be small, it lists them, so that the generator is not compiled for another sink.
#[inline(never)]
fn any_move(position: &Position) -> bool {
    can_step(position)
        || if cfg!(feature = "tables") {
            position.visit(Selection::ALL, &mut Any).is_break()
        } else {
            !position.legal_moves().is_empty()
        }
}

/// Tests whether the king can step, square by square: most often the first test has the answer, where the generator looks up all that
/// the other side attacks.
#[inline]
fn can_step(position: &Position) -> bool {
    let us = position.side_to_move();
    let steps = king_attacks(position.king(us)) - position.by_color(us);
    steps.into_iter().any(|to| is_step_safe(position, to))
}
