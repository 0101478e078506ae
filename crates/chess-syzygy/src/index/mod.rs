//! The number of a position in a table: the order of the pieces, and the numbering of placements.

mod squares;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Bitboard, Color, Piece, PieceType, Square};

use self::squares::{
    BELOW_DIAGONAL, KINGS, LEAD_PAWNS, THREE_PIECES, TRIANGLE, TWO_KINGS, above_diagonal, choose, edge_file,
    flip_diagonal, lead_pawn, lead_pawns_on, other_pawn, rank,
};
use crate::material::{MOST_PIECES, Material};

/// XOR with a square's index reverses the files.
const FLIP_FILES: usize = 0b000_111;
/// XOR with a square's index reverses the ranks.
const FLIP_RANKS: usize = 0b111_000;

/// The order in which a part of a table counts the placements of its pieces.
///
/// Pieces are in groups of equal ones. The first group leads: it determines how the board is mirrored, so that the table has only
/// one of several mirror images. The number of a position is the sum of the groups' numbers, each times a factor.
#[derive(Debug)]
pub(crate) struct Order {
    lead: Lead,
    /// The leading pieces, one after the other.
    leaders: ArrayVec<Piece, MOST_PIECES>,
    lead_factor: u64,
    groups: ArrayVec<Group, MOST_PIECES>,
    size: u64,
}

/// The pieces that come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// Three pieces of different kinds. The board has eight mirror images.
    ThreePieces,
    /// Two kings that do not touch. The board has eight mirror images.
    TwoKings,
    /// The pawns of one side. The board has two mirror images.
    Pawns,
}

/// Pieces of one kind behind the leading ones.
#[derive(Debug)]
struct Group {
    piece: Piece,
    count: u8,
    /// The squares before the first one that the pieces can be on: 8 for the second colour's pawns, which are counted
    /// right behind the leading ones.
    first_square: u8,
    factor: u64,
}

/// A rule of the format about the order of pieces that a file breaks.
type OrderError = &'static str;

impl Order {
    /// Reads an order: the pieces one by one, and the places of the leading pieces and of the second colour's pawns among
    /// the groups. There is one king of each colour. `file` is the leading pawn's, 0 for a to 3 for d.
    pub(crate) fn new(
        pieces: &[Piece],
        [lead_place, pawns_place]: [u8; 2],
        file: usize,
    ) -> Result<Self, OrderError> {
        let material = material(pieces);
        let lead = lead_of(material);
        let count = lead_count(lead, material);
        let (leaders, rest) = pieces.split_at_checked(count).ok_or("too few pieces")?;
        check_leaders(lead, leaders, material)?;

        // The other groups, each at the place where its factor is computed. `pawns_place` is that of the second colour's pawns.
        let mut groups = ArrayVec::<Group, MOST_PIECES>::new();
        for &piece in rest {
            let known = groups.iter().position(|group| group.piece == piece);
            match known {
                Some(last) if last + 1 == groups.len() => groups[last].count += 1,
                Some(_) => return Err("equal pieces are apart"),
                None => groups.push(Group { piece, count: 1, first_square: 0, factor: 0 }),
            }
        }
        let has_second_pawns = lead == Lead::Pawns && material.has_pawns_of(leaders[0].color().opponent());
        if has_second_pawns {
            let first = groups.first_mut().filter(|group| group.piece.piece_type() == PieceType::Pawn);
            first.ok_or("the second colour's pawns do not follow the first's")?.first_square = 8;
        }

        let lead_size = match lead {
            Lead::ThreePieces => THREE_PIECES,
            Lead::TwoKings => TWO_KINGS,
            Lead::Pawns => lead_pawns_on(file, count),
        };
        let (mut size, mut lead_factor) = (1, 0);
        let mut free = 64 - count - if has_second_pawns { usize::from(groups[0].count) } else { 0 };
        let mut next = usize::from(has_second_pawns);
        for place in 0..=groups.len() {
            if place == usize::from(lead_place) {
                lead_factor = size;
                size *= lead_size;
            } else if has_second_pawns && place == usize::from(pawns_place) {
                groups[0].factor = size;
                size *= choose(48 - count, usize::from(groups[0].count));
            } else {
                let group = groups.get_mut(next).ok_or("a group of pieces is not placed")?;
                next += 1;
                group.factor = size;
                size *= choose(free, usize::from(group.count));
                free -= usize::from(group.count);
            }
        }
        let leaders = leaders.iter().copied().collect();
        Ok(Self { lead, leaders, lead_factor, groups, size })
    }

    /// Returns the number of placements.
    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of a position, below [`size`](Self::size).
    ///
    /// `mirrored` exchanges the colours. The position has the pieces of the order.
    #[inline]
    pub(crate) fn index(&self, position: &Position, mirrored: bool) -> u64 {
        // The leading pieces' squares, and how the board is mirrored: XOR of the squares, then at the diagonal.
        let turn = if mirrored { FLIP_RANKS } else { 0 };
        let mut squares = [0; MOST_PIECES];
        let leaders = self.leaders.len();
        let (lead_index, xor, diagonal) = match self.lead {
            Lead::Pawns => {
                let mut set = set_of(position, self.leaders[0], mirrored);
                for square in &mut squares[..leaders] {
                    *square = set.pop_first().map_or(0, Square::index) ^ turn;
                }
                let (index, xor) = lead_pawns(&mut squares[..leaders]);
                (index, xor, false)
            }
            Lead::ThreePieces | Lead::TwoKings => {
                for (square, &piece) in squares.iter_mut().zip(&self.leaders) {
                    *square = set_of(position, piece, mirrored).first().map_or(0, Square::index) ^ turn;
                }
                let xor = FLIP_FILES * (squares[0] >> 2 & 1) + FLIP_RANKS * (squares[0] >> 5 & 1);
                let leading = &mut squares[..leaders];
                for square in leading.iter_mut() {
                    *square ^= xor;
                }
                let off = leading.iter().map(|&square| above_diagonal(square)).find(|&above| above != 0);
                let diagonal = off.is_some_and(|above| above > 0);
                if diagonal {
                    for square in leading.iter_mut() {
                        *square = flip_diagonal(*square);
                    }
                }
                let index = match *leading {
                    [a, b, c] => three_pieces(a, b, c),
                    _ => u64::from(KINGS[usize::from(TRIANGLE[leading[0]])][leading[1]]),
                };
                (index, xor, diagonal)
            }
        };

        let mut taken = 0u64;
        for &square in &squares[..leaders] {
            taken |= 1 << square;
        }
        let mut index = lead_index * self.lead_factor;
        for group in &self.groups {
            // The squares on the mirrored board: the pieces are counted in their order there.
            let mut set = Bitboard::EMPTY;
            for square in set_of(position, group.piece, mirrored) {
                let square = square.index() ^ turn ^ xor;
                set |= Bitboard(1 << if diagonal { flip_diagonal(square) } else { square });
            }
            let mut before = taken;
            let mut number = 0;
            for (place, square) in set.into_iter().enumerate() {
                let square = square.index();
                before |= 1 << square;
                // Squares that other groups have taken do not count.
                let skipped = (taken & ((1 << square) - 1)).count_ones() as usize;
                number +=
                    choose((square - skipped).saturating_sub(usize::from(group.first_square)), place + 1);
            }
            taken = before;
            index += number * group.factor;
        }
        index
    }
}

/// Returns the squares of a piece, whose colour is exchanged if `mirrored`.
#[inline]
fn set_of(position: &Position, piece: Piece, mirrored: bool) -> Bitboard {
    let color = if mirrored { piece.color().opponent() } else { piece.color() };
    position.pieces(color, piece.piece_type())
}

/// Returns the file, 0 for a to 3 for d, of the leading one of the pawns that `pawn` names.
#[inline]
pub(crate) fn lead_file(position: &Position, pawn: Piece, mirrored: bool) -> usize {
    let pawns = set_of(position, pawn, mirrored);
    pawns.into_iter().map(|square| edge_file(square.index())).min().unwrap_or(0)
}

/// Numbers the placement of leading pawns. Sorts them and mirrors them to the files a to d of the leading one.
#[inline]
fn lead_pawns(squares: &mut [usize]) -> (u64, usize) {
    let lead = (1..squares.len())
        .fold(0, |lead, next| if lead_pawn(squares[next]) < lead_pawn(squares[lead]) { next } else { lead });
    squares.swap(0, lead);
    let xor = FLIP_FILES * (squares[0] >> 2 & 1);
    for square in squares.iter_mut() {
        *square ^= xor;
    }
    // The others by falling numbers.
    let (first, others) = squares.split_at_mut(1);
    others.sort_unstable_by_key(|&square| usize::MAX - other_pawn(square));
    let count = others.len();
    let mut index = u64::from(LEAD_PAWNS[count][lead_pawn(first[0])]);
    for (place, &square) in others.iter().enumerate() {
        index += choose(other_pawn(square), count - place);
    }
    (index, xor)
}

/// Numbers the placement of three pieces of different kinds, of which the first is in the triangle a1-d1-d4 and the
/// first one off the diagonal is below it.
#[inline]
fn three_pieces(a: usize, b: usize, c: usize) -> u64 {
    // Squares are counted without those of the pieces before.
    let b_skips = usize::from(b > a);
    let c_skips = usize::from(c > a) + usize::from(c > b);
    let index = if above_diagonal(a) != 0 {
        (usize::from(TRIANGLE[a]) * 63 + b - b_skips) * 62 + c - c_skips
    } else if above_diagonal(b) != 0 {
        (6 * 63 + rank(a) * 28 + usize::from(BELOW_DIAGONAL[b])) * 62 + c - c_skips
    } else {
        let both = rank(a) * 7 + rank(b) - b_skips;
        let before = (6 * 63 + 4 * 28) * 62;
        if above_diagonal(c) != 0 {
            before + both * 28 + usize::from(BELOW_DIAGONAL[c])
        } else {
            before + 4 * 7 * 28 + both * 6 + rank(c) - c_skips
        }
    };
    index as u64
}

/// Counts a list of pieces.
fn material(pieces: &[Piece]) -> Material {
    pieces.iter().fold(Material::KINGS, |material, &piece| material.with(piece))
}

/// Returns the kind of the leading pieces of an ending.
fn lead_of(material: Material) -> Lead {
    if material.has_pawns() {
        Lead::Pawns
    } else if material.has_single_piece() {
        Lead::ThreePieces
    } else {
        Lead::TwoKings
    }
}

/// Returns the number of the leading pieces of an ending.
fn lead_count(lead: Lead, material: Material) -> usize {
    match lead {
        Lead::ThreePieces => 3,
        Lead::TwoKings => 2,
        Lead::Pawns => material.lead_pawns() as usize,
    }
}

/// Tests the leading pieces for being of the right kinds.
fn check_leaders(lead: Lead, leaders: &[Piece], material: Material) -> Result<(), OrderError> {
    match lead {
        Lead::ThreePieces => {
            let single = |piece: &Piece| material.count(piece.color(), piece.piece_type()) == 1;
            if !leaders.iter().all(single) {
                return Err("the leading pieces are not three single ones");
            }
        }
        Lead::TwoKings => {
            if leaders.iter().any(|piece| piece.piece_type() != PieceType::King) {
                return Err("the leading pieces are not the kings");
            }
        }
        Lead::Pawns => {
            let pawn = leaders[0];
            if pawn.piece_type() != PieceType::Pawn
                || leaders.iter().any(|&piece| piece != pawn)
                || material.count(pawn.color(), PieceType::Pawn) as usize != leaders.len()
            {
                return Err("the leading pieces are not the pawns of the side with fewer");
            }
        }
    }
    Ok(())
}

impl Material {
    /// Tests whether `color` has pawns.
    fn has_pawns_of(self, color: Color) -> bool {
        self.count(color, PieceType::Pawn) > 0
    }

    /// Tests whether some piece other than a king is the only one of its kind.
    fn has_single_piece(self) -> bool {
        Color::ALL
            .into_iter()
            .any(|color| PieceType::ALL[..5].iter().any(|&kind| self.count(color, kind) == 1))
    }

    /// Counts the leading pawns: those of the side that has fewer, but has some.
    fn lead_pawns(self) -> u32 {
        let counts = Color::ALL.map(|color| self.count(color, PieceType::Pawn));
        counts.into_iter().filter(|&count| count > 0).min().unwrap_or(0)
    }
}
