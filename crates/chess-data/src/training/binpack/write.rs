use std::io::{self, Write};

use chess_types::Color;

use super::bits::BitWriter;
use super::number::{to_unsigned, write_groups};
use super::{CHUNK, HEAD, NAME, moves, stem};
use crate::training::loss::{Loss, Losses};
use crate::training::record::{Chain, Record};
use crate::training::score;

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
        let Some((score, _)) = score::needed(record, &mut self.losses) else {
            self.chain.cut();
            return Ok(());
        };
        let is_white = record.position.side_to_move() == Color::White;
        let score = if is_white { score } else { score.saturating_neg() };
        let score = score::to_i16(score, &mut self.losses);
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

    /// What was lost so far.
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
