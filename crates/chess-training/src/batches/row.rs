//! Rows: positions with their labels, as they wait and as batches hold them.

use chess_board::Board;
use chess_notation::packed::{PackedPosition, piece_codes};
use chess_search::FeatureSet;
use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};

use super::options::{Contents, WIDTH};
use crate::record::Record;

/// A row that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// A packed position; or for each bit of a code of pieces the squares whose code has it, as the mover sees them. A code is 1 for a
    /// pawn to 6 for a king, 8 more for the other side, and 0 for none.
    words: [u64; 4],
    score: i32,
    ply: u32,
    mv: u16,
    result: i8,
}

impl Row {
    /// A row from White's view, for [`Contents::Positions`].
    pub(super) fn packed(record: &Record, score: i32, result: i8) -> Self {
        let bytes = PackedPosition::new(&record.position).to_bytes();
        let words = std::array::from_fn(|word| {
            u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * word + byte]))
        });
        Self { words, score, ply: record.ply, mv: record.mv.map_or(0, Move::raw), result }
    }

    /// A row from the mover's view, which is `us`.
    #[inline]
    pub(super) fn seen(board: &Board, us: Color, ply: u32, score: i32, result: i8) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(|it| board.by_type(it).0);
        let words = [
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            board.by_color(!us).0,
        ];
        let words = if us == Color::White { words } else { words.map(u64::swap_bytes) };
        Self { words, score, ply, mv: 0, result }
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.words[0] | self.words[1] | self.words[2]
    }

    /// The king of the mover, and that of the other side.
    #[inline]
    fn kings(&self) -> [Square; 2] {
        let kings = self.words[2] & self.words[1];
        [kings & !self.words[3], kings & self.words[3]]
            .map(|king| Square::from_low_bits(king.trailing_zeros() as u8 & 63))
    }
}

/// The first inputs of pieces by their codes, relative to the first of the bucket, as the mover and the other side see them.
#[derive(Clone, Debug)]
pub(super) struct Blocks([[i32; 2]; 16]);

impl Blocks {
    pub(super) fn new(set: &FeatureSet) -> Self {
        let mut blocks = [[0; 2]; 16];
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                // The mover is White where it sees the board.
                let block = Color::ALL.map(|side| {
                    let view = set.view(side, Square::E1);
                    let first = view.first_of(Piece::new(side, PieceType::Pawn));
                    (view.first_of(Piece::new(color, piece_type)) - first) as i32
                });
                blocks[8 * color.index() + piece_type.index() + 1] = block;
            }
        }
        Self(blocks)
    }
}

/// Rows with what a network learns from them. A column that [`Contents`] does not name is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// Packed positions, 32 bytes a row.
    pub positions: Vec<u8>,
    /// The words of the moves that were played, 0 where none is known.
    pub moves: Vec<u16>,
    /// The inputs as the mover sees them, [`WIDTH`] a row.
    pub mover: Vec<i32>,
    /// The inputs as the other side sees them.
    pub other: Vec<i32>,
    /// Planes, 768 bytes a row: 64 for each, from a1 to h8.
    pub planes: Vec<i8>,
    /// The number of pieces; empty for [`Contents::Positions`].
    pub count: Vec<u8>,
    /// The score: the mover's, for [`Contents::Positions`] White's.
    pub score: Vec<i32>,
    /// The result, 1, 0 or -1, of the same side.
    pub result: Vec<i8>,
    /// The number of moves before the position in its game.
    pub ply: Vec<i32>,
}

impl Batch {
    /// An empty batch with memory for this number of rows.
    pub(super) fn with_capacity(contents: &Contents, rows: usize) -> Self {
        let mut batch = Self {
            score: Vec::with_capacity(rows),
            result: Vec::with_capacity(rows),
            ply: Vec::with_capacity(rows),
            ..Self::default()
        };
        match contents {
            Contents::Positions => {
                batch.positions.reserve_exact(rows * PackedPosition::SIZE);
                batch.moves.reserve_exact(rows);
            }
            Contents::Inputs { .. } => {
                batch.mover.reserve_exact(rows * WIDTH);
                batch.other.reserve_exact(rows * WIDTH);
                batch.count.reserve_exact(rows);
            }
            Contents::Planes => {
                batch.planes.reserve_exact(rows * 768);
                batch.count.reserve_exact(rows);
            }
        }
        batch
    }

    /// Adds rows in an order of their indices.
    pub(super) fn extend(&mut self, rows: &[Row], order: &[u16], contents: &Contents, blocks: &Blocks) {
        let ordered = || order.iter().filter_map(|&index| rows.get(usize::from(index)));
        self.score.extend(ordered().map(|row| row.score));
        self.result.extend(ordered().map(|row| row.result));
        self.ply.extend(ordered().map(|row| row.ply as i32));
        match contents {
            Contents::Positions => ordered().for_each(|row| {
                self.positions.extend_from_slice(row.words.map(u64::to_le_bytes).as_flattened());
                self.moves.push(row.mv);
            }),
            Contents::Inputs { set, padding } => {
                ordered().for_each(|row| self.push_inputs(row, set, *padding, blocks));
            }
            Contents::Planes => ordered().for_each(|row| {
                let (mut planes, codes) = ([0; 768], piece_codes(row.words));
                for square in Bitboard(row.occupied()) {
                    let code = codes.as_flattened()[square.index()];
                    let plane = usize::from((code & 7) - 1 + 6 * (code >> 3));
                    planes[(64 * plane + square.index()) % 768] = 1;
                }
                self.planes.extend_from_slice(&planes);
                self.count.push(row.occupied().count_ones() as u8);
            }),
        }
    }

    #[inline]
    fn push_inputs(&mut self, row: &Row, set: &FeatureSet, padding: i32, Blocks(blocks): &Blocks) {
        let [own, their] = row.kings();
        let views = [set.view(Color::White, own), set.view(Color::Black, their)];
        let [first, other_first] = [(views[0], Piece::WhitePawn), (views[1], Piece::BlackPawn)]
            .map(|(view, pawn)| view.first_of(pawn) as i32);
        let [flip, other_flip] = views.map(|view| u32::from(view.flip()));
        let (mut mover, mut other) = ([padding; WIDTH], [padding; WIDTH]);
        let (codes, mut rest, mut count) = (piece_codes(row.words), row.occupied(), 0);
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let [block, other_block] = blocks[usize::from(codes.as_flattened()[square as usize % 64] & 15)];
            mover[count % WIDTH] = first + block + (square ^ flip) as i32;
            other[count % WIDTH] = other_first + other_block + (square ^ other_flip) as i32;
            count += 1;
        }
        self.mover.extend_from_slice(&mover);
        self.other.extend_from_slice(&other);
        self.count.push(count as u8);
    }
}
