//! The reader and the writer of the board field of a FEN, without a branch for each character or square. Characters are
//! hard to predict, and a mispredicted branch costs more than the work on several of them.

use chess_types::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

use crate::board::Board;
use crate::fen::error::FenRule;
use crate::zobrist::{self, PieceKeys};

/// The greatest length of a board field: eight ranks of eight pieces, and the slashes between them.
const MAX_LEN: usize = 8 * 8 + 7;

/// The effect of a character: its square is added to a set, and the reader advances by a number of squares. The
/// number is 0 for a character that is not allowed in a board.
#[derive(Clone, Copy)]
struct Symbol {
    /// Eight times the colour of a piece plus its type, or [`RUNS`] or [`SLASHES`].
    set: u8,
    squares: u8,
}

/// The index of the set of squares where a digit begins a run of empty squares.
const RUNS: u8 = 6;

/// The index of the set of squares that follow a slash.
const SLASHES: u8 = 7;

/// The advance of a slash. Two times the board leaves the square as it is, and counts the slash.
const SLASH_SQUARES: u8 = 128;

static SYMBOLS: [Symbol; 256] = {
    let mut symbols = [Symbol { set: 0, squares: 0 }; 256];
    let mut i = 0;
    while i < Piece::ALL.len() {
        symbols[Piece::ALL[i].letter() as usize] = Symbol { set: (8 * (i / 6) + i % 6) as u8, squares: 1 };
        i += 1;
    }
    let mut run = 1;
    while run <= 8 {
        symbols[(b'0' + run) as usize] = Symbol { set: RUNS, squares: run };
        run += 1;
    }
    symbols[b'/' as usize] = Symbol { set: SLASHES, squares: SLASH_SQUARES };
    symbols
};

/// Returns the board at the start of `text`, its keys, and the text after it. Returns `None` if a rule is broken.
#[inline(always)]
pub(crate) fn read(text: &[u8]) -> Option<(Board, PieceKeys, &[u8])> {
    let mut sets = [Bitboard::EMPTY; 16];
    let mut numbers = [0; 16];
    // Counted in the order of the text: from a8 to h8, then from a7.
    let mut squares = 0;
    let mut len = 0;
    for &byte in &text[..text.len().min(MAX_LEN)] {
        let symbol = SYMBOLS[byte as usize];
        if symbol.squares == 0 {
            break;
        }
        let set = symbol.set as usize & 15;
        let square = (squares ^ 0o70) & 0o77;
        sets[set].0 |= 1 << square;
        numbers[set] ^= zobrist::of_set(set, square);
        squares += symbol.squares as usize;
        len += 1;
    }
    let (runs, slashes) = (sets[RUNS as usize], sets[SLASHES as usize]);
    let board = Board::from_pieces(&sets);
    let first_file = File::A.bitboard();
    // With 64 squares and seven slashes, one before each rank but the eighth, each rank has eight squares.
    let ranks_are_right =
        squares == 64 + 7 * SLASH_SQUARES as usize && slashes == first_file - Square::A8.bitboard();
    // No digit may follow a digit: a run of empty squares begins at the edge or after a piece.
    let runs_are_right = runs.is_subset(first_file | Bitboard(board.occupied().0 << 1));
    (ranks_are_right && runs_are_right).then(|| (board, PieceKeys::of_pieces(&numbers), &text[len..]))
}

/// Reads a board field character by character, with two digits in a row and a slash at the end if it `is_lenient`.
///
/// # Errors
/// The first rule that is broken, and the byte of the field where it is.
#[cold]
pub(crate) fn read_slowly(field: &[u8], is_lenient: bool) -> Result<Board, (usize, FenRule)> {
    let field = if is_lenient { field.strip_suffix(b"/").unwrap_or(field) } else { field };
    let mut board = Board::EMPTY;
    let (mut rank, mut files) = (Rank::Eighth, 0);
    let mut after_digit = false;
    for (i, &byte) in field.iter().enumerate() {
        let is_digit = matches!(byte, b'1'..=b'8');
        if is_digit {
            if after_digit && !is_lenient {
                return Err((i, FenRule::AdjacentDigits));
            }
            files += usize::from(byte - b'0');
        } else if byte == b'/' {
            if files < 8 {
                return Err((i, FenRule::RankTooShort));
            }
            let below = rank.index().checked_sub(1).and_then(Rank::from_index);
            rank = below.ok_or((i, FenRule::TooManyRanks))?;
            files = 0;
        } else {
            let piece = Piece::from_letter(byte).ok_or((i, FenRule::BoardCharacter))?;
            let file = File::from_index(files).ok_or((i, FenRule::RankTooLong))?;
            board.put(piece, Square::new(file, rank));
            files += 1;
        }
        if files > 8 {
            return Err((i, FenRule::RankTooLong));
        }
        after_digit = is_digit;
    }
    match (files, rank) {
        (8, Rank::First) => Ok(board),
        (8, _) => Err((field.len(), FenRule::TooFewRanks)),
        _ => Err((field.len(), FenRule::RankTooShort)),
    }
}

/// Writes a rank to the first eight bytes of `text` and returns its length, 1 to 8.
#[inline(always)]
pub(crate) fn write_rank(board: &Board, rank: Rank, text: &mut [u8]) -> usize {
    let files = |set: Bitboard| (set.0 >> (8 * rank as u8)) as usize & 0xff;
    let spread = |set| if cfg!(feature = "tables") { SPREAD[files(set)] } else { spread(files(set)) };
    // The letters in the order of files. A black letter differs from a white one in one bit.
    let mut letters = spread(board.by_color(Color::Black)) * (b'a' - b'A') as u64;
    for piece_type in PieceType::ALL {
        letters |= spread(board.by_type(piece_type)) * piece_type.letter().to_ascii_uppercase() as u64;
    }
    let mut characters = *b"........12345678";
    characters[..8].copy_from_slice(&letters.to_le_bytes());
    let layout = &LAYOUTS[files(board.occupied())];
    for (to, from) in text[..8].iter_mut().zip(layout.characters) {
        *to = characters[from as usize & 15];
    }
    layout.len as usize
}

/// The eight bits of a number as eight bytes, each 0 or 1.
const fn spread(bits: usize) -> u64 {
    // Each byte keeps its bit; what is not zero then reaches the highest bit.
    let kept = (bits as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = spread(i);
        i += 1;
    }
    table
};

/// The form of a rank with pieces on certain files.
#[derive(Clone, Copy)]
struct Layout {
    /// The source of each character: 0 to 7 is the piece on this file, 8 to 15 is a digit from 1 to 8.
    characters: [u8; 8],
    len: u8,
}

static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout { characters: [0; 8], len: 0 }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        let layout = &mut layouts[occupied];
        let mut file = 0;
        while file < 8 {
            let run = (occupied >> file).trailing_zeros();
            let run = if run < 8 - file { run } else { 8 - file };
            layout.characters[layout.len as usize] = if run > 0 { 7 + run as u8 } else { file as u8 };
            layout.len += 1;
            file += if run > 0 { run } else { 1 };
        }
        occupied += 1;
    }
    layouts
};
