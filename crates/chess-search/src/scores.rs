use chess_board::Position;
use chess_movegen::see_value;
use chess_types::{Move, PieceType};

/// The scores by which a [`MovePicker`](crate::MovePicker) orders the moves of a stage, the greatest first.
///
/// [`Histories`](crate::Histories) is one implementation. An engine with histories of its own implements the trait for a
/// struct that refers to them, usually made for each node, because it also refers to what the moves before have
/// selected. The picker calls the methods once for each generated move, and the compiler inlines them.
///
/// # Examples
/// Quiet moves by a continuation history of two plies, captures as usual:
/// ```
/// use chess_search::{
///     ContinuationHistory, Histories, Move, MovePicker, MoveScores, Node, Piece, PieceTo, PieceToHistory, PieceType,
///     Position, Refutations, Square,
/// };
///
/// struct Scores<'a> {
///     histories: &'a Histories,
///     continuations: [&'a PieceToHistory; 2],
/// }
///
/// impl MoveScores for Scores<'_> {
///     fn quiet(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
///         let piece = Piece::new(position.side_to_move(), piece_type);
///         let [one, two] = self.continuations;
///         let after = one.score(piece, mv.to()) + two.score(piece, mv.to());
///         self.histories.quiet(position, piece_type, mv) + after
///     }
///
///     fn noisy(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
///         self.histories.noisy(position, piece_type, mv)
///     }
/// }
///
/// let mut continuation = ContinuationHistory::new();
/// let histories = Histories::new();
/// // The stack of a search knows the moves one and two plies back.
/// let [one, two] = [PieceTo::new(Piece::BlackPawn, Square::E5), PieceTo::NONE];
/// continuation.after_mut(one).update(Piece::WhiteKnight, Square::F3, 900);
///
/// let position = Position::from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?;
/// let scores =
///     Scores { histories: &histories, continuations: [one, two].map(|earlier| continuation.after(earlier)) };
/// let node = Node::new(&position);
/// let mut picker = MovePicker::new(&node, Move::NULL, Refutations::NONE);
/// assert_eq!(picker.next(&node, &scores).unwrap().to_string(), "g1f3");
/// # Ok::<(), chess_search::ParsePositionError>(())
/// ```
pub trait MoveScores {
    /// Returns the score of `mv`, a legal quiet move of a piece of type `piece_type`. The range is that of
    /// [`ScoredMove`](chess_types::ScoredMove).
    fn quiet(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32;

    /// Returns the score of `mv`, a legal capture or promotion of a piece of type `piece_type`.
    ///
    /// Unless it is overridden, it is [`victim_score`].
    #[inline(always)]
    fn noisy(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        victim_score(position, piece_type, mv)
    }

    /// Returns the score of `mv`, a legal move out of check of a piece of type `piece_type`; quiet and noisy moves are
    /// ordered together.
    ///
    /// Unless it is overridden, noisy moves are raised by 10,300 points, and quiet moves have a quarter of their score.
    #[inline(always)]
    fn evasion(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        if mv.is_quiet() {
            self.quiet(position, piece_type, mv) / 4
        } else {
            self.noisy(position, piece_type, mv) + ABOVE_QUIETS
        }
    }
}

/// With it the least victim is worth more than any quiet move of 16 bits, and an underpromotion less.
const ABOVE_QUIETS: i32 = 10_300;

/// Returns a score for captures and promotions: the values of the piece taken and of the promotion, eight points for each
/// hundredth of a pawn, and less than eight points for the piece that is risked. Promotions to less than a queen have
/// -20,000. The greatest score is 14,400.
///
/// Source: <https://www.chessprogramming.org/MVV-LVA>.
#[inline(always)]
pub fn victim_score(position: &Position, piece_type: PieceType, mv: Move) -> i32 {
    if mv.is_underpromotion() {
        return UNDERPROMOTION;
    }
    let promoted = mv.promotion().map_or(0, see_value);
    let taken = position.captured(mv);
    let risked = if taken.is_some() { piece_type as i32 } else { 0 };
    (promoted + taken.map_or(0, see_value)) * VICTIM_WEIGHT - risked
}

const VICTIM_WEIGHT: i32 = 8;
const UNDERPROMOTION: i32 = -20_000;

/// The two quiet moves that caused the last cut-offs at a ply, the newer one first.
///
/// Source: <https://www.chessprogramming.org/Killer_Heuristic>.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Killers([Move; 2]);

impl Killers {
    /// Creates an empty pair.
    pub const fn new() -> Self {
        Self([Move::NULL; 2])
    }

    /// Puts `mv` first, and drops the older one unless `mv` is first already.
    #[inline]
    pub fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }

    /// Tests whether `mv` is one of them.
    #[inline]
    pub fn contains(&self, mv: Move) -> bool {
        self.0.contains(&mv)
    }
}

/// Quiet moves that a picker tries before the others: two killers and the counter-move.
///
/// They may be any moves, legal or not: the picker skips those that are not legal, not quiet, or repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Refutations([Move; 3]);

impl Refutations {
    /// No refutations.
    pub const NONE: Self = Self([Move::NULL; 3]);

    /// Takes the killers of the ply and the reply to the move before.
    #[inline]
    pub const fn new(killers: Killers, counter: Move) -> Self {
        let [first, second] = killers.0;
        Self([first, second, counter])
    }

    /// Returns the move at `index`, if it is quiet, not `other` and not at a lower index.
    #[inline]
    pub(crate) fn quiet_at(self, index: usize, other: Move) -> Option<Move> {
        let mv = self.0[index];
        let is_new = mv != other && !self.0[..index].contains(&mv);
        (is_new && mv.is_quiet() && !mv.is_null()).then_some(mv)
    }

    #[inline]
    pub(crate) fn contains(self, mv: Move) -> bool {
        self.0.contains(&mv)
    }

    pub(crate) const LEN: usize = 3;
}
