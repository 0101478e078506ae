use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use chess_types::{Move, MoveList, PvLine};

use crate::picker::MovePicker;
use crate::score::{INFINITE, MAX_PLY};
use crate::scores::Killers;

/// The state that a search keeps for one ply, with `data` of its own.
///
/// An engine puts into `T` whatever else it needs there: the piece and target of the move for a continuation history, an
/// excluded move, the accumulator of a network.
#[derive(Clone, Debug)]
pub struct Frame<T = ()> {
    /// The moves of the node.
    pub picker: MovePicker,
    /// The move that is being searched; the null move if there is none. The search sets it.
    pub mv: Move,
    /// The moves searched before it, for updates of the histories.
    pub tried: MoveList,
    /// The quiet moves that caused cut-offs at this ply.
    pub killers: Killers,
    /// The static evaluation of the node for the side to move; [`NO_EVALUATION`] in check.
    pub evaluation: i32,
    /// The best line from this node on.
    pub pv: PvLine,
    /// The data of the search that uses the stack.
    pub data: T,
}

/// The static evaluation of a node in check, below every score.
pub const NO_EVALUATION: i32 = -INFINITE;

impl<T> Frame<T> {
    /// Creates a frame without moves, with this data.
    pub fn new(data: T) -> Self {
        Self {
            picker: MovePicker::empty(),
            mv: Move::NULL,
            tried: MoveList::new(),
            killers: Killers::new(),
            evaluation: NO_EVALUATION,
            pv: PvLine::new(),
            data,
        }
    }
}

impl<T: Default> Default for Frame<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

/// A frame for every ply from the root to one ply after [`MAX_PLY`], allocated once, so that a search allocates nothing.
///
/// # Examples
/// A search with an accumulator, such as the first layer of a network, keeps one in each frame. Each move brings it up to date by
/// the pieces that the move changes:
/// ```
/// use chess_search::{Changes, Piece, Position, PositionExt, Square, Stack};
///
/// /// The pieces on each colour of squares, as an example of sums over pieces.
/// #[derive(Clone, Default, PartialEq, Debug)]
/// struct Accumulator([i32; 2]);
///
/// impl Accumulator {
///     fn add(&mut self, pieces: &[(Piece, Square)], times: i32) {
///         for &(_, square) in pieces {
///             self.0[square.shade() as usize] += times;
///         }
///     }
/// }
///
/// let position = Position::START;
/// let mut stack: Stack<Accumulator> = Stack::new();
/// stack[0].data.0 = [16, 16];
///
/// let (ply, mv) = (0, position.find_move(Square::E2, Square::E3, None)?);
/// let changes: Changes = position.changes(mv);
/// stack[ply].mv = mv;
/// let mut next = stack[ply].data.clone();
/// next.add(changes.removed(), -1);
/// next.add(changes.added(), 1);
/// stack[ply + 1].data = next;
/// assert_eq!(stack[1].data.0, [15, 17]);
///
/// // The move two plies before the present node, if the search is that deep.
/// assert_eq!(stack.back(1, 1).map(|frame| frame.mv), Some(mv));
/// assert!(stack.back(1, 2).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stack<T = ()>(Vec<Frame<T>>);

impl<T> Stack<T> {
    /// Creates a stack whose frames have the data that `data` returns.
    pub fn with(mut data: impl FnMut() -> T) -> Self {
        Self((0..MAX_PLY + 2).map(|_| Frame::new(data())).collect())
    }

    /// Returns the frame `plies` plies before `ply`; `None` before the root.
    #[inline]
    pub fn back(&self, ply: usize, plies: usize) -> Option<&Frame<T>> {
        self.0.get(ply.checked_sub(plies)?)
    }

    /// Removes killers and lines. Moves, evaluations and data stay, since a search sets them anew.
    pub fn clear(&mut self) {
        for frame in &mut self.0 {
            frame.killers = Killers::new();
            frame.pv.clear();
        }
    }

    /// Sets the line of `ply` to the move `mv` and the line of the ply after it.
    #[inline]
    pub fn set_pv(&mut self, ply: usize, mv: Move) {
        if let [frame, child, ..] = &mut self.0[ply..] {
            frame.pv.set(mv, &child.pv);
        }
    }
}

impl<T: Default> Stack<T> {
    /// Creates a stack whose frames have the default data.
    pub fn new() -> Self {
        Self::with(T::default)
    }
}

impl<T: Default> Default for Stack<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Index<usize> for Stack<T> {
    type Output = Frame<T>;

    /// Returns the frame of a ply, at most one ply after [`MAX_PLY`].
    ///
    /// # Panics
    /// There is no such ply.
    #[inline]
    fn index(&self, ply: usize) -> &Frame<T> {
        &self.0[ply]
    }
}

impl<T> IndexMut<usize> for Stack<T> {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame<T> {
        &mut self.0[ply]
    }
}
