//! binpack: Stockfish's games in chunks.
//!
//! Sources: `docs/binpack.md` of Stockfish's branch `tools`, and the documents of the format BCGN in the repository
//! `Sopel97/chess_pos_db`, from which positions and moves are taken. Details that they do not specify were derived from the files
//! themselves, and are marked with a star (*).
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
//! After each move is the score of the position before it, from its side to move: the difference to the negated score before, as
//! a number whose sign is in bit 0, in groups of five bits: one that is set if another group follows, and four bits of the
//! number, the lowest four first (*).
//!
//! A chunk is written when its chains have reached [`CHUNK`] bytes (*). A position without a move is written as a chain of its
//! own with the move 0, from a1 to a1, which is read as no move.

mod bits;
mod moves;
mod stem;

use std::io::{self, Read, Write};

use chess_types::Color;

use self::bits::{BitReader, BitWriter, read_groups, to_signed, to_unsigned, write_groups};
use self::moves::NoMove;
use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::file::{Decode, Decoded, Encode, FileReader, FileWriter};
use crate::record::{Chain, Record, labels, to_i16};
use crate::source::Source;

/// The number of bytes of chains with which a chunk is written: 1 MiB.
pub const CHUNK: usize = 1 << 20;

/// The number of bytes of the largest chunk that is read: 128 MiB.
pub const MAX_CHUNK: u32 = 1 << 27;

/// The name of a chunk.
const NAME: [u8; 4] = *b"BINP";

/// The number of bytes of a chain before its movetext.
const HEAD: usize = 34;

/// A reader of binpack. The first record of each chain begins a game.
///
/// One chunk is in memory at a time. A fault in a chunk gives an error, and reading continues with the next chunk. A file that ends
/// within a chunk gives its complete records, then the error.
pub type Reader<R> = FileReader<R, Reading>;

/// The state of a [`Reader`].
#[derive(Debug, Default)]
pub struct Reading {
    /// The chains of the chunk.
    chunk: Vec<u8>,
    /// The number of bytes of the file before the chains.
    offset: u64,
    /// The number of bytes that the file lacks to make the chunk whole.
    missing: usize,
    /// The next bit of the chunk.
    position: usize,
    /// The last record of the chain.
    last: Option<Record>,
    /// The number of moves that are left in the movetext.
    left: u16,
}

impl Decode for Reading {
    #[inline]
    fn decode<R: Read>(&mut self, source: &mut Source<R>, losses: &mut Losses) -> Decoded {
        let is_read = self.read(source, losses)?;
        Ok(if is_read { self.last } else { None })
    }
}

impl<R: Read> Reader<R> {
    /// Reads the next record, which is the last one then: a record is as large as a position, and is not moved for a look at it.
    #[cfg(feature = "batches")]
    #[inline]
    pub(crate) fn next_in_place(&mut self) -> Option<Result<&Record, ReadError>> {
        let Self { source, losses, format } = self;
        if source.is_over() {
            return None;
        }
        match format.read(source, losses) {
            Ok(is_read) => format.last.as_ref().filter(|_| is_read).map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

impl Reading {
    /// Reads the next record, if there is one.
    fn read<R: Read>(&mut self, source: &mut Source<R>, losses: &mut Losses) -> Result<bool, ReadError> {
        if let (Some(last), 1..) = (&mut self.last, self.left) {
            let mut bits = BitReader::new(&self.chunk, self.position);
            match advance(last, &mut bits) {
                Ok(()) => {
                    self.position = bits.position();
                    self.left -= 1;
                    return Ok(true);
                }
                Err(NoMove::End) => return Err(self.cut_off(source, 1)),
                Err(NoMove::Illegal) => return Err(self.fail(self.position / 8, Fault::MoveIndex)),
            }
        }
        loop {
            // Movetext fills whole bytes.
            let start = self.position.div_ceil(8);
            if start < self.chunk.len() {
                self.read_stem(source, start, losses)?;
                return Ok(true);
            }
            if self.missing > 0 {
                return Err(self.cut_off(source, self.missing));
            }
            if !self.read_chunk(source)? {
                return Ok(false);
            }
        }
    }

    /// The first record of a chain.
    fn read_stem<R: Read>(
        &mut self,
        source: &mut Source<R>,
        start: usize,
        losses: &mut Losses,
    ) -> Result<(), ReadError> {
        let Some(head) = self.chunk[start..].first_chunk::<HEAD>() else {
            return Err(self.cut_off(source, HEAD - (self.chunk.len() - start)));
        };
        let Some((stem, count)) = head.split_first_chunk() else { return Err(self.cut_off(source, 1)) };
        let count = u16::from_be_bytes([count[0], count[1]]);
        let record = match stem::unpack(stem, losses) {
            Ok(record) if record.mv.is_none() && count > 0 => {
                return Err(self.fail(start, Fault::MoveIndex));
            }
            Ok(record) => record,
            Err(fault) => return Err(self.fail(start, fault)),
        };
        self.position = 8 * (start + HEAD);
        self.left = count;
        self.last = Some(record);
        Ok(())
    }

    /// Reads the next chunk, or the part of it in the file; `false` at the end of the file.
    fn read_chunk<R: Read>(&mut self, source: &mut Source<R>) -> Result<bool, ReadError> {
        self.chunk.clear();
        self.position = 0;
        let offset = source.offset();
        let Some([name0, name1, name2, name3, size @ ..]) = source.take::<8>()? else { return Ok(false) };
        let size = u32::from_le_bytes(size);
        let is_named = [name0, name1, name2, name3] == NAME;
        if !is_named || size > MAX_CHUNK {
            source.end();
            let fault = if is_named { Fault::ChunkSize(size) } else { Fault::ChunkName };
            return Err(ReadError::new(offset, fault));
        }
        self.offset = source.offset();
        source.read_into(size as usize, &mut self.chunk);
        self.missing = size as usize - self.chunk.len();
        Ok(true)
    }

    /// The error where the chunk ends too early: within the file, or because the file does.
    #[cold]
    fn cut_off<R: Read>(&mut self, source: &mut Source<R>, missing: usize) -> ReadError {
        if self.missing > 0 {
            source.end();
            if let Some(error) = source.failure() {
                return error;
            }
        }
        self.fail(self.chunk.len(), Fault::Truncated { missing })
    }

    /// An error in the chunk, whose rest is passed.
    #[cold]
    fn fail(&mut self, byte: usize, fault: Fault) -> ReadError {
        let error = ReadError::new(self.offset + byte as u64, fault);
        self.left = 0;
        self.position = 8 * self.chunk.len();
        error
    }
}

/// A writer of binpack, which gives its output whole chunks. Records that follow one another become a chain.
pub type Writer<W> = FileWriter<W, Writing>;

/// The state of a [`Writer`].
#[derive(Debug, Default)]
pub struct Writing {
    /// The chains of the chunk.
    chunk: Vec<u8>,
    /// The beginning of the last chain.
    start: usize,
    /// The number of moves in its movetext.
    count: u16,
    /// Its last score, from the side to move.
    last_score: i16,
    bits: BitWriter,
    chain: Chain,
}

impl Encode for Writing {
    #[inline]
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool> {
        let Some((score, _)) = labels(record, losses) else {
            self.chain.cut();
            return Ok(false);
        };
        let is_white = record.position.side_to_move() == Color::White;
        let score = if is_white { score } else { score.saturating_neg() };
        let score = to_i16(score, losses);
        losses.add_if(record.mv.is_none(), Loss::NullMove);
        let continues = self.chain.continues(record) && self.count < u16::MAX;
        match record.mv {
            Some(mv) if continues => {
                self.count += 1;
                moves::write(&record.position, mv, &mut self.bits, &mut self.chunk);
                let difference = score.wrapping_sub(self.last_score.wrapping_neg());
                write_groups(to_unsigned(difference), &mut self.bits, &mut self.chunk);
            }
            _ => {
                self.end_chain();
                if self.chunk.len() >= CHUNK {
                    self.write_chunk(out)?;
                }
                self.start = self.chunk.len();
                self.chunk.extend_from_slice(&stem::pack(record, score, losses));
                self.chunk.extend_from_slice(&[0; HEAD - stem::SIZE]);
                self.bits = BitWriter::default();
            }
        }
        self.last_score = score;
        Ok(true)
    }

    /// Writes the last chunk.
    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.end_chain();
        if self.chunk.is_empty() { Ok(()) } else { self.write_chunk(out) }
    }
}

impl Writing {
    /// Sets the number of moves of the last chain.
    fn end_chain(&mut self) {
        if let Some(head) = self.chunk.get_mut(self.start..self.start + HEAD) {
            head[stem::SIZE..].copy_from_slice(&self.count.to_be_bytes());
        }
        self.count = 0;
    }

    fn write_chunk(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&NAME)?;
        // A chunk is little larger than `CHUNK`: a chain has at most 65,536 moves.
        out.write_all(&(self.chunk.len() as u32).to_le_bytes())?;
        out.write_all(&self.chunk)?;
        self.chunk.clear();
        self.start = 0;
        Ok(())
    }
}

/// Makes a record the one after it in its chain. After an error it must not be used.
#[inline]
fn advance(record: &mut Record, bits: &mut BitReader<'_>) -> Result<(), NoMove> {
    let Record { position, mv, score, ply, starts_game, .. } = record;
    *position = position.after(mv.ok_or(NoMove::Illegal)?);
    *mv = Some(moves::read(position, bits)?);
    let difference = to_signed(read_groups(bits).ok_or(NoMove::End)?);
    // Both scores fit in 16 bits, and differences go round.
    let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
    let before = sign * score.unwrap_or_default();
    *score = Some(sign * i32::from((before as i16).wrapping_add(difference)));
    *ply = ply.saturating_add(1);
    *starts_game = false;
    Ok(())
}
