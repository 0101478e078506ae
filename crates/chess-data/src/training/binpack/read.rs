use std::io::Read;

use chess_types::Color;

use super::bits::BitReader;
use super::moves::{self, NoMove};
use super::number::{read_groups, to_signed};
use super::{HEAD, MAX_CHUNK, NAME, stem};
use crate::training::error::{Fault, ReadError};
use crate::training::loss::Losses;
use crate::training::record::Record;
use crate::training::source::Source;

/// A reader of binpack. The first record of each chain begins a game.
///
/// One chunk is in memory at a time. A fault in a chunk gives an error, and reading goes on with the next chunk. A file that ends
/// within a chunk gives the records that are there, then the error.
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
            is_over: false,
        }
    }

    /// What records could not hold so far: nothing.
    pub const fn losses(&self) -> Losses {
        Losses::NONE
    }

    fn read(&mut self) -> Result<Option<Record>, ReadError> {
        if let (Some(last), 1..) = (&self.last, self.left) {
            let mut bits = BitReader::new(&self.chunk, self.position);
            match next_of_chain(last, &mut bits) {
                Ok(record) => {
                    self.position = bits.position();
                    self.left -= 1;
                    self.last = Some(record);
                    return Ok(Some(record));
                }
                Err(NoMove::End) => return Err(self.cut_off(1)),
                Err(NoMove::Illegal) => return Err(self.fail(self.position / 8, Fault::MoveIndex)),
            }
        }
        loop {
            // Movetext fills whole bytes.
            let start = self.position.div_ceil(8);
            if start < self.chunk.len() {
                return self.read_stem(start).map(Some);
            }
            if self.missing > 0 {
                return Err(self.cut_off(self.missing));
            }
            if !self.read_chunk()? {
                return Ok(None);
            }
        }
    }

    /// The first record of a chain.
    fn read_stem(&mut self, start: usize) -> Result<Record, ReadError> {
        let Some(head) = self.chunk[start..].first_chunk::<HEAD>() else {
            return Err(self.cut_off(HEAD - (self.chunk.len() - start)));
        };
        let Some((stem, count)) = head.split_first_chunk() else { return Err(self.cut_off(1)) };
        let count = u16::from_be_bytes([count[0], count[1]]);
        let record = match stem::unpack(stem) {
            Ok(record) if record.mv.is_none() && count > 0 => {
                return Err(self.fail(start, Fault::MoveIndex));
            }
            Ok(record) => record,
            Err(fault) => return Err(self.fail(start, fault)),
        };
        self.position = 8 * (start + HEAD);
        self.left = count;
        self.last = Some(record);
        Ok(record)
    }

    /// Reads the next chunk, as far as it is there; `false` at the end of the file.
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
        if self.is_over {
            return None;
        }
        let next = self.read();
        if let Err(ReadError { fault: Fault::Io(_) | Fault::ChunkName | Fault::ChunkSize(_), .. }) = next {
            self.is_over = true;
        }
        next.transpose()
    }
}

/// The record after `last`.
#[inline]
fn next_of_chain(last: &Record, bits: &mut BitReader<'_>) -> Result<Record, NoMove> {
    let position = last.mv.map_or(last.position, |mv| last.position.after(mv));
    let mv = moves::read(&position, bits)?;
    let difference = to_signed(read_groups(bits).ok_or(NoMove::End)?);
    let last_score = last.score.unwrap_or_default();
    // Both scores fit in 16 bits, and differences go round.
    let (before, is_white) = match position.side_to_move() {
        Color::White => (last_score, true),
        Color::Black => (-last_score, false),
    };
    let score = i32::from((before as i16).wrapping_add(difference));
    Ok(Record {
        position,
        mv: Some(mv),
        score: Some(if is_white { score } else { -score }),
        result: last.result,
        ply: last.ply + 1,
        starts_game: false,
    })
}
