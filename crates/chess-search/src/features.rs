//! Inputs of efficiently updatable neural networks: one for each piece on each square, as each side sees it.

use core::ops::{Add, Sub};

use chess_board::{Board, Changes, Position};
use chess_types::{Color, Piece, PieceType, Square};

/// The inputs of one bucket: six types of pieces of two sides on 64 squares.
const BUCKET: u32 = 768;

/// What turns a square of White's view into one of Black's.
const FLIP_RANKS: u8 = 56;
const FLIP_FILES: u8 = 7;

/// A set of inputs: the number of the input of each piece on each square, as a side sees it.
///
/// A side sees the board with its own back rank as the first. Inputs may depend on the square of its own king: by a bucket of 768
/// inputs, and by a board whose files are mirrored, so that the king is on one half. A trainer and an engine that use the same set
/// cannot differ.
///
/// # Examples
/// ```
/// use chess_search::{Color, FeatureSet, Move, MoveKind, Piece, Position, Square};
///
/// let position = Position::START;
/// let view = FeatureSet::CHESS768.view(Color::Black, position.king(Color::Black));
/// // The pawn on e7 is Black's own, and on the second rank as Black sees it.
/// assert_eq!(view.index(Piece::BlackPawn, Square::E7), 12);
/// assert_eq!(view.index(Piece::WhitePawn, Square::E2), 6 * 64 + 52);
///
/// let changes = position.changes(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
/// let changed = FeatureSet::HALFKA_HM.changes(&position, &changes, Color::White).unwrap();
/// assert_eq!((changed.removed(), changed.added()), (&[31 * 768 + 12][..], &[31 * 768 + 28][..]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// By the square of the own king, as its side sees it.
    kings: [Bucket; 64],
    steps: Steps,
    inputs: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bucket {
    /// The first input.
    first: u32,
    /// With what squares are combined by exclusive or: 7 where files are mirrored.
    flip: u8,
}

/// The distances between blocks of 64 inputs, in blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Steps {
    /// From a type of pieces to the next.
    piece_type: u8,
    /// From the own pieces to those of the other side.
    side: u8,
}

impl FeatureSet {
    /// 768 inputs, the same for all squares of the kings: 64 times the type of the piece, 384 more if it is the other side's, and the
    /// square. It is `Chess768` of the trainer bullet.
    pub const CHESS768: Self = Self::buckets(&[0; 64], false);

    /// `HalfKAv2_hm` of Stockfish's trainer, without virtual features: 32 buckets. Files are mirrored so that the own king is on files e to
    /// h, and its square there is the bucket, from h8, which is 0, to e1, which is 31. In a bucket are own and other pawns, own and other
    /// knights, and so on, both kings included.
    pub const HALFKA_HM: Self = {
        let mut kings = [Bucket { first: 0, flip: 0 }; 64];
        let mut square = 0;
        while square < 64 {
            let flip = if square % 8 < 4 { FLIP_FILES } else { 0 };
            let (rank, file) = (square / 8, (square as u8 % 8) ^ flip);
            kings[square] = Bucket { first: BUCKET * (4 * (7 - rank as u32) + 7 - file as u32), flip };
            square += 1;
        }
        Self { kings, steps: Steps { piece_type: 2, side: 1 }, inputs: 32 * BUCKET }
    };

    /// The inputs of [`CHESS768`](Self::CHESS768) for each bucket of a map: the bucket of each square of the own king, as its side sees it.
    /// With `is_mirrored`, files are mirrored if that king is on files e to h, so that it is on files a to d. These are `ChessBuckets`
    /// and `ChessBucketsMirrored` of bullet.
    #[must_use]
    pub const fn buckets(map: &[u8; 64], is_mirrored: bool) -> Self {
        let mut kings = [Bucket { first: 0, flip: 0 }; 64];
        let (mut square, mut inputs) = (0, 0);
        while square < 64 {
            let first = BUCKET * map[square] as u32;
            let flip = if is_mirrored && square % 8 > 3 { FLIP_FILES } else { 0 };
            kings[square] = Bucket { first, flip };
            if first + BUCKET > inputs {
                inputs = first + BUCKET;
            }
            square += 1;
        }
        Self { kings, steps: Steps { piece_type: 1, side: 6 }, inputs }
    }

    /// Returns the number of inputs: 768 for each bucket up to the greatest.
    #[inline]
    pub const fn inputs(&self) -> usize {
        self.inputs as usize
    }

    /// Returns the inputs as `side` sees them, whose king is on `king`.
    #[inline]
    pub const fn view(&self, side: Color, king: Square) -> FeatureView {
        let ranks = FLIP_RANKS * side as u8;
        let Bucket { first, flip } = self.kings[(king as u8 ^ ranks) as usize];
        FeatureView { first, flip: flip ^ ranks, side, steps: self.steps }
    }

    /// Returns the inputs that a move removes and adds, as `side` sees them, from the position before the move. It returns `None` if the move
    /// of its king changes the bucket or mirrors the files, and with that the input of every piece.
    #[inline]
    pub fn changes(&self, before: &Position, changes: &Changes, side: Color) -> Option<FeatureChanges> {
        let view = self.view(side, before.king(side));
        let king = Piece::new(side, PieceType::King);
        if let Some(&(_, to)) = changes.added().iter().find(|(piece, _)| *piece == king) {
            if self.view(side, to) != view {
                return None;
            }
        }
        let list = |placements: &[(Piece, Square)]| {
            let mut list = ([0; 2], placements.len() as u8);
            for (index, &(piece, square)) in list.0.iter_mut().zip(placements) {
                *index = view.index(piece, square) as u32;
            }
            list
        };
        Some(FeatureChanges { removed: list(changes.removed()), added: list(changes.added()) })
    }
}

/// The inputs of a [`FeatureSet`] as a side sees them, with its king on some square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureView {
    first: u32,
    flip: u8,
    side: Color,
    steps: Steps,
}

impl FeatureView {
    /// Returns the input of a piece on a square.
    #[inline]
    pub const fn index(&self, piece: Piece, square: Square) -> usize {
        (self.first_of(piece) + (square as u32 ^ self.flip as u32)) as usize
    }

    /// Returns the inputs of all pieces of a board, whose kings are on the squares of the view.
    #[inline]
    pub fn indices(self, board: &Board) -> impl Iterator<Item = usize> + '_ {
        board.placements().map(move |(piece, square)| self.index(piece, square))
    }

    /// Returns the first of the 64 inputs of a piece. That of a square is the first plus the square, combined with
    /// [`flip`](Self::flip).
    #[inline]
    pub const fn first_of(&self, piece: Piece) -> u32 {
        let theirs = (piece.color() as u8 ^ self.side as u8) as u32;
        let block =
            self.steps.piece_type as u32 * piece.piece_type() as u32 + self.steps.side as u32 * theirs;
        self.first + 64 * block
    }

    /// Returns what turns a square into one that the side sees, by exclusive or.
    #[inline]
    pub const fn flip(&self) -> u8 {
        self.flip
    }
}

/// The inputs that a move removes and adds, as one side sees them, in the order of [`Changes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureChanges {
    removed: ([u32; 2], u8),
    added: ([u32; 2], u8),
}

impl FeatureChanges {
    /// Returns the removed inputs, at most 2.
    #[inline]
    pub fn removed(&self) -> &[u32] {
        &self.removed.0[..usize::from(self.removed.1 & 3)]
    }

    /// Returns the added inputs, at most 2.
    #[inline]
    pub fn added(&self) -> &[u32] {
        &self.added.0[..usize::from(self.added.1 & 3)]
    }

    /// Sets `sums` to those of `before` with the changes applied, in one pass: see [`apply_changes`]. `row` gives the weights of an
    /// input.
    ///
    /// # Panics
    ///
    /// Panics as [`apply_changes`] does.
    #[inline(always)]
    pub fn apply_from<T, R>(&self, before: &[T], sums: &mut [T], row: impl Fn(usize) -> R)
    where
        T: Copy + Add<Output = T> + Sub<Output = T>,
        R: AsRef<[T]>,
    {
        apply_changes(self.removed(), self.added(), before, sums, |input| row(input as usize));
    }
}

/// Sets the sums of an accumulator to those of `before` with the rows of removed inputs subtracted and those of added ones added. An input
/// is of any type, for example a piece on a square as in [`Changes`]. `row` gives its weights, as an array, a slice or a type that is
/// [`AsRef`] one.
///
/// It is one pass over the sums for each shape that changes have: one input removed and one added; two and one; two and two. A loop
/// over the inputs costs a plain build of an engine with a network 9 to 12 % more. It is inlined, so that inside a task it is compiled for
/// the task's machine.
///
/// # Panics
///
/// Panics if a row or `before` is shorter than the sums, and, in builds with overflow checks, if a sum overflows.
///
/// # Examples
/// ```
/// use chess_search::{Move, MoveKind, Piece, Position, Square, apply_changes};
///
/// // An accumulator of two sums follows the move, here by numbers in place of learned weights.
/// let weights = |(piece, square): (Piece, Square)| [64 * piece as i32 + square as i32, 1];
/// let changes = Position::START.changes(Move::new(Square::G1, Square::F3, MoveKind::Quiet));
/// let (before, mut sums) = ([100, 32], [0; 2]);
/// apply_changes(changes.removed(), changes.added(), &before, &mut sums, weights);
/// assert_eq!(sums, [100 - 6 + 21, 32]);
/// ```
#[inline(always)]
pub fn apply_changes<I: Copy, T, R>(
    removed: &[I],
    added: &[I],
    before: &[T],
    sums: &mut [T],
    row: impl Fn(I) -> R,
) where
    T: Copy + Add<Output = T> + Sub<Output = T>,
    R: AsRef<[T]>,
{
    match (removed, added) {
        (&[a], &[b]) => pass(before, sums, &[row(a)], &[row(b)]),
        (&[a, b], &[c]) => pass(before, sums, &[row(a), row(b)], &[row(c)]),
        (&[a, b], &[c, d]) => pass(before, sums, &[row(a), row(b)], &[row(c), row(d)]),
        // The null move, and other numbers than moves have.
        _ => {
            pass::<T, R, 0, 0>(before, sums, &[], &[]);
            let mut change = |input: &I, operation: fn(T, T) -> T| {
                let row = row(*input);
                let row = &row.as_ref()[..sums.len()];
                sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = operation(*sum, weight));
            };
            for input in removed {
                change(input, T::sub);
            }
            for input in added {
                change(input, T::add);
            }
        }
    }
}

#[inline(always)]
fn pass<T, R, const REMOVED: usize, const ADDED: usize>(
    before: &[T],
    sums: &mut [T],
    removed: &[R; REMOVED],
    added: &[R; ADDED],
) where
    T: Copy + Add<Output = T> + Sub<Output = T>,
    R: AsRef<[T]>,
{
    // With all slices of one length, the loop has no bounds checks and is compiled to vector instructions. It calls no closure, which
    // would not take the instructions of a task's machine: with `fold`, the example `network` searched 0.57 times as many nodes a second.
    let len = sums.len();
    let before = &before[..len];
    let removed = removed.each_ref().map(|row| &row.as_ref()[..len]);
    let added = added.each_ref().map(|row| &row.as_ref()[..len]);
    for place in 0..len {
        let mut sum = before[place];
        for row in removed {
            sum = sum - row[place];
        }
        for row in added {
            sum = sum + row[place];
        }
        sums[place] = sum;
    }
}
