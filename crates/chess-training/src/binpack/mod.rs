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
use crate::record::{Chain, Record, needed_score, to_i16};
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
/// One chunk is in memory at a time. A fault in a chunk gives an error, and reading goes on with the next chunk. A file that ends
/// within a chunk gives its complete records, then the error.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
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
    losses: Losses,
    is_over: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream.
    pub fn new(read: R) -> Self {
        Self {
            source: Source::new(read),
            chunk: Vec::new(),
            offset: 0,
            missing: 0,
            position: 0,
            last: None,
            left: 0,
            losses: Losses::NONE,
            is_over: false,
        }
    }

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Reads the next record, which is the last one then: a record is as large as a position, and is not moved for a look at it.
    #[inline]
    pub(crate) fn next_in_place(&mut self) -> Option<Result<&Record, ReadError>> {
        if self.is_over {
            return None;
        }
        match self.read() {
            Ok(true) => self.last.as_ref().map(Ok),
            Ok(false) => None,
            Err(error) => {
                let ends = matches!(error.fault, Fault::Io(_) | Fault::ChunkName | Fault::ChunkSize(_));
                self.is_over |= ends;
                Some(Err(error))
            }
        }
    }

    /// Reads the next record, if there is one.
    fn read(&mut self) -> Result<bool, ReadError> {
        if let (Some(last), 1..) = (&self.last, self.left) {
            let mut bits = BitReader::new(&self.chunk, self.position);
            match next_of_chain(last, &mut bits) {
                Ok(record) => {
                    self.position = bits.position();
                    self.left -= 1;
                    self.last = Some(record);
                    return Ok(true);
                }
                Err(NoMove::End) => return Err(self.cut_off(1)),
                Err(NoMove::Illegal) => return Err(self.fail(self.position / 8, Fault::MoveIndex)),
            }
        }
        loop {
            // Movetext fills whole bytes.
            let start = self.position.div_ceil(8);
            if start < self.chunk.len() {
                self.read_stem(start)?;
                return Ok(true);
            }
            if self.missing > 0 {
                return Err(self.cut_off(self.missing));
            }
            if !self.read_chunk()? {
                return Ok(false);
            }
        }
    }

    /// The first record of a chain.
    fn read_stem(&mut self, start: usize) -> Result<(), ReadError> {
        let Some(head) = self.chunk[start..].first_chunk::<HEAD>() else {
            return Err(self.cut_off(HEAD - (self.chunk.len() - start)));
        };
        let Some((stem, count)) = head.split_first_chunk() else { return Err(self.cut_off(1)) };
        let count = u16::from_be_bytes([count[0], count[1]]);
        let record = match stem::unpack(stem, &mut self.losses) {
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
    fn read_chunk(&mut self) -> Result<bool, ReadError> {
        self.chunk.clear();
        self.position = 0;
        let offset = self.source.offset();
        let head = self.source.take::<8>().inspect_err(|_| self.is_over = true)?;
        let Some([name0, name1, name2, name3, size @ ..]) = head else { return Ok(false) };
        if [name0, name1, name2, name3] != NAME {
            return Err(ReadError::new(offset, Fault::ChunkName));
        }
        let size = u32::from_le_bytes(size);
        if size > MAX_CHUNK {
            return Err(ReadError::new(offset, Fault::ChunkSize(size)));
        }
        self.offset = self.source.offset();
        self.source.read_into(size as usize, &mut self.chunk);
        self.missing = size as usize - self.chunk.len();
        Ok(true)
    }

    /// The error where the chunk ends too early: within the file, or because the file does.
    #[cold]
    fn cut_off(&mut self, missing: usize) -> ReadError {
        if self.missing > 0 {
            self.is_over = true;
            if let Some(error) = self.source.failure() {
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

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.next_in_place().map(Result::<&Record, _>::copied)
    }
}

/// A writer of binpack. Records that follow one another become a chain.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
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
    written: u64,
    losses: Losses,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which gets whole chunks.
    pub fn new(out: W) -> Self {
        Self {
            out,
            chunk: Vec::new(),
            start: 0,
            count: 0,
            last_score: 0,
            bits: BitWriter::default(),
            chain: Chain::default(),
            written: 0,
            losses: Losses::NONE,
        }
    }

    /// Writes a record, unless it has no score or no result.
    ///
    /// # Errors
    /// The output failed.
    #[inline]
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let Some((score, _)) = needed_score(record, &mut self.losses) else {
            self.chain.cut();
            return Ok(());
        };
        let is_white = record.position.side_to_move() == Color::White;
        let score = if is_white { score } else { score.saturating_neg() };
        let score = to_i16(score, &mut self.losses);
        self.losses.add_if(record.mv.is_none(), Loss::NullMove);
        self.written += 1;
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
                    self.write_chunk()?;
                }
                self.start = self.chunk.len();
                self.chunk.extend_from_slice(&stem::pack(record, score, &mut self.losses));
                self.chunk.extend_from_slice(&[0; HEAD - stem::SIZE]);
                self.bits = BitWriter::default();
            }
        }
        self.last_score = score;
        Ok(())
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// The losses so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Writes the last chunk, flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_chain();
        if !self.chunk.is_empty() {
            self.write_chunk()?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Sets the number of moves of the last chain.
    fn end_chain(&mut self) {
        if let Some(head) = self.chunk.get_mut(self.start..self.start + HEAD) {
            head[stem::SIZE..].copy_from_slice(&self.count.to_be_bytes());
        }
        self.count = 0;
    }

    fn write_chunk(&mut self) -> io::Result<()> {
        self.out.write_all(&NAME)?;
        // A chunk is little larger than `CHUNK`: a chain has at most 65,536 moves.
        self.out.write_all(&(self.chunk.len() as u32).to_le_bytes())?;
        self.out.write_all(&self.chunk)?;
        self.chunk.clear();
        self.start = 0;
        Ok(())
    }
}

/// The record after `last`.
#[inline]
fn next_of_chain(last: &Record, bits: &mut BitReader<'_>) -> Result<Record, NoMove> {
    let next = last.following(last.mv.ok_or(NoMove::Illegal)?);
    let mv = moves::read(&next.position, bits)?;
    let difference = to_signed(read_groups(bits).ok_or(NoMove::End)?);
    let last_score = last.score.unwrap_or_default();
    // Both scores fit in 16 bits, and differences go round.
    let (before, is_white) = match next.position.side_to_move() {
        Color::White => (last_score, true),
        Color::Black => (-last_score, false),
    };
    let score = i32::from((before as i16).wrapping_add(difference));
    Ok(Record { mv: Some(mv), score: Some(if is_white { score } else { -score }), ..next })
}
