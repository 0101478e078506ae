//! binpack: Stockfish's games in chunks.
//!
//! Sources: `docs/binpack.md` of Stockfish's branch `tools`, and the documents of the format BCGN in the repository
//! `Sopel97/chess_pos_db`, from which positions and moves are taken. What they leave open was worked out from the files
//! themselves, and is marked with a star (*).
//!
//! A file is a sequence of chunks: the letters `BINP`, the number of bytes that follow (* 32 bits, lowest byte first), and
//! chains. A chain is a stem of 32 bytes, the number of moves in the movetext (16 bits), and the movetext, which fills whole
//! bytes (* its last byte is filled up with zeros). Other numbers have their highest byte first.
//!
//! | byte of a stem | meaning |
//! |---|---|
//! | 0-7 | occupied squares, a1 = bit 0 |
//! | 8-23 | codes of four bits each, (* the lower half of a byte first), in the order of the squares |
//! | 24-25 | move: type (0 normal, 1 promotion, 2 castling, 3 en passant), 6 bits origin, 6 bits target (castling: the rook's square), promotion (0 knight to 3 queen) |
//! | 26-27 | score, from the side to move, in the engine's unit, as a signed number whose sign is in bit 0 |
//! | 28-29 | bits 0-13: plies from the beginning of the game; bits 14-15: result for the side to move: 0 draw, 1 loss, 2 win |
//! | 30-31 | halfmove clock |
//!
//! | code | piece | code | piece |
//! |---|---|---|---|
//! | 0, 1 | pawn, white and black | 10, 11 | king |
//! | 2, 3 | knight | 12 | pawn that has just passed a square on which it can be captured legally (*) |
//! | 4, 5 | bishop | 13 | white rook that may castle |
//! | 6, 7 | rook | 14 | black rook that may castle |
//! | 8, 9 | queen | 15 | black king, and Black is to move |
//!
//! Movetext is read from the highest bit of each byte. A move is the index of its piece among those of its side, in just
//! enough bits for their number, and the index of its target among those that the piece attacks or reaches, legal or not, in
//! just enough bits for their number. The target of an en passant capture is among a pawn's only if it is a legal one (*). For a
//! pawn on its seventh rank the index is four times that of the target plus the promotion. Castlings follow the king's steps,
//! first to the side of the a-file; there are as many as the king has rights (*).
//!
//! After each move stands the score of the position before it, from its side to move: the difference to the negated score before,
//! as a number whose sign is in bit 0, in groups of five bits: one that tells if another group follows, and four bits of the
//! number, the lowest four first (*).
//!
//! A chunk is written when its chains have reached [`CHUNK`] bytes (*). A position without a move is written as a chain of its
//! own with the move 0, from a1 to a1, which is read as no move.

mod bits;
mod moves;
mod number;
mod read;
mod stem;
mod write;

pub use read::Reader;
pub use write::Writer;

/// The number of bytes of chains with which a chunk is written: 1 MiB.
pub const CHUNK: usize = 1 << 20;

/// The number of bytes of the largest chunk that is read: 128 MiB.
pub const MAX_CHUNK: u32 = 1 << 27;

/// The name of a chunk.
const NAME: [u8; 4] = *b"BINP";

/// The number of bytes of a chain before its movetext.
const HEAD: usize = 34;
