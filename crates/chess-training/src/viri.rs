//! viriformat: games of the engine Viridithas (crate `viriformat`, its README).
//!
//! A game is a position in [marlinformat](super::marlin), then moves with scores, then four zero bytes. Scores and results are
//! White's. Each score is that of the position in which its move was played. All numbers have their lowest byte first.
//!
//! | bits of a move | meaning |
//! |---|---|
//! | 0-5 | origin, a1 = 0 to h8 = 63 |
//! | 6-11 | target; for castling, the rook's square |
//! | 12-13 | promotion: 0 knight, 1 bishop, 2 rook, 3 queen; 0 otherwise |
//! | 14-15 | 1 en passant, 2 castling, 3 promotion, 0 otherwise |
//!
//! A game without moves is a position with the score in its head; the score in the head of a game with moves is written as 0.
//! A record whose first eight bytes are zero is an extension: 16 bits with its number, 16 bits with the length of what
//! follows, and four zero bytes. No extension has been defined; they are skipped.

use std::io::{self, Read, Write};
use std::mem;

use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::file::{Decode, Decoded, Encode, FileReader, FileWriter};
use crate::marlin;
use crate::record::{Chain, MoveWords, Record, labels, to_i16};
use crate::source::Source;

/// The end of a game.
const END: [u8; 4] = [0; 4];

const MOVES: MoveWords = MoveWords { from: 0, to: 6, piece: 12, promotion: 3, castling: 2, en_passant: 1 };

/// A reader of viriformat. It gives a record for each move, and one for a game without moves.
///
/// A wrong head or move gives an error, and reading continues with the next game.
pub type Reader<R> = FileReader<R, Reading>;

/// The state of a [`Reader`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading(State);

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    BetweenGames,
    /// The next record, without its move and its score.
    InGame(Record),
    /// The rest of a broken game has to be skipped.
    Broken,
}

impl Decode for Reading {
    fn decode<R: Read>(&mut self, source: &mut Source<R>, losses: &mut Losses) -> Decoded {
        let Self(state) = self;
        loop {
            match *state {
                State::Broken => {
                    while pair(source)? != END {}
                    *state = State::BetweenGames;
                }
                State::BetweenGames => {
                    let head = head(source, losses).inspect_err(|_| *state = State::Broken)?;
                    let Some((record, extra)) = head else { return Ok(None) };
                    losses.add_if(extra != 0, Loss::Head);
                    if source.fill(END.len()).starts_with(&END) {
                        pair(source)?;
                        return Ok(Some(record));
                    }
                    losses.add_if(record.score != Some(0), Loss::Head);
                    *state = State::InGame(record);
                }
                State::InGame(record) => {
                    let offset = source.offset();
                    let pair = pair(source)?;
                    if pair == END {
                        *state = State::BetweenGames;
                        continue;
                    }
                    let [word0, word1, score0, score1] = pair;
                    let word = u16::from_le_bytes([word0, word1]);
                    let Some(mv) = MOVES.legal_move(&record.position, word) else {
                        *state = State::Broken;
                        return Err(ReadError::new(offset, Fault::Move(word)));
                    };
                    *state = State::InGame(record.following(mv));
                    let score = i16::from_le_bytes([score0, score1]);
                    return Ok(Some(Record { mv: Some(mv), score: Some(i32::from(score)), ..record }));
                }
            }
        }
    }
}

/// The head of the next game; `None` at the end of the file. Extensions are skipped.
fn head<R: Read>(source: &mut Source<R>, losses: &mut Losses) -> Result<Option<(Record, u8)>, ReadError> {
    while source.fill(8).starts_with(&[0; 8]) {
        let missing_head = source.take::<12>()?;
        let length = missing_head.map_or(0, |head| usize::from(head[10]) | usize::from(head[11]) << 8);
        let (length, mut passed) = (length + END.len(), Vec::new());
        source.read_into(length, &mut passed);
        if passed.len() < length {
            return Err(source.ends_early(length - passed.len()));
        }
        losses.add(Loss::Extension);
    }
    let offset = source.offset();
    let Some(bytes) = source.take()? else { return Ok(None) };
    marlin::unpack(&bytes).map(Some).map_err(|fault| ReadError::new(offset, fault))
}

/// A move with its score, or the end of the game.
#[inline]
fn pair<R: Read>(source: &mut Source<R>) -> Result<[u8; 4], ReadError> {
    source.take()?.ok_or_else(|| source.ends_early(END.len()))
}

/// A writer of viriformat. Records that follow one another become a game.
///
/// A position without a move ends its game: viriformat has moves only. If it is alone, it becomes a game without moves.
pub type Writer<W> = FileWriter<W, Writing>;

/// The state of a [`Writer`].
#[derive(Debug, Default)]
pub struct Writing {
    chain: Chain,
    /// True if a game has not been ended.
    is_open: bool,
}

impl Encode for Writing {
    #[inline]
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool> {
        let Some((score, result)) = labels(record, losses) else {
            self.chain.cut();
            return Ok(false);
        };
        let continues = self.chain.continues(record);
        if continues && record.mv.is_none() {
            losses.add(Loss::LastPosition);
            return Ok(false);
        }
        let score = to_i16(score, losses);
        if !continues {
            self.end(out)?;
            let head_score = if record.mv.is_none() { score } else { 0 };
            out.write_all(&marlin::pack(&record.position, head_score, result, losses))?;
            self.is_open = true;
        }
        match record.mv {
            None => self.end(out)?,
            Some(mv) => {
                let ([word0, word1], [score0, score1]) = (MOVES.word(mv).to_le_bytes(), score.to_le_bytes());
                out.write_all(&[word0, word1, score0, score1])?;
            }
        }
        Ok(true)
    }

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        if mem::take(&mut self.is_open) { out.write_all(&END) } else { Ok(()) }
    }
}
