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

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_types::{Move, PieceType, Square};

use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::marlin;
use crate::marlin::Head;
use crate::record::{Chain, Record, needed_score, to_i16};
use crate::source::Source;

/// The end of a game.
const END: [u8; 4] = [0; 4];

/// The types of moves.
const EN_PASSANT: u16 = 1;
const CASTLING: u16 = 2;
const PROMOTION: u16 = 3;

/// The pieces of promotions by their numbers.
const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// A reader of viriformat. It gives a record for each move, and one for a game without moves.
///
/// A wrong head or move gives an error, and reading goes on with the next game.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    losses: Losses,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    BetweenGames,
    /// The next record, without its move and its score.
    InGame(Record),
    /// The rest of a broken game has to be skipped.
    Broken,
    Over,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream.
    pub fn new(read: R) -> Self {
        Self { source: Source::new(read), losses: Losses::default(), state: State::BetweenGames }
    }

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// The next record.
    fn read(&mut self) -> Result<Option<Record>, ReadError> {
        loop {
            match self.state {
                State::Over => return Ok(None),
                State::Broken => {
                    while self.pair()? != END {}
                    self.state = State::BetweenGames;
                }
                State::BetweenGames => {
                    let Some(head) = self.head()? else { return Ok(None) };
                    self.losses.add_if(head.extra != 0, Loss::Head);
                    let record = Record::new(head.position, head.score, head.result);
                    if self.source.fill(END.len()).starts_with(&END) {
                        self.pair()?;
                        return Ok(Some(record));
                    }
                    self.losses.add_if(head.score != 0, Loss::Head);
                    self.state = State::InGame(record);
                }
                State::InGame(record) => {
                    let offset = self.source.offset();
                    let pair = self.pair()?;
                    if pair == END {
                        self.state = State::BetweenGames;
                        continue;
                    }
                    let [word0, word1, score0, score1] = pair;
                    let word = u16::from_le_bytes([word0, word1]);
                    let Some(mv) = move_of_word(&record.position, word) else {
                        self.state = State::Broken;
                        return Err(ReadError::new(offset, Fault::Move(word)));
                    };
                    self.state = State::InGame(record.following(mv));
                    let score = i16::from_le_bytes([score0, score1]);
                    return Ok(Some(Record { mv: Some(mv), score: Some(i32::from(score)), ..record }));
                }
            }
        }
    }

    /// The head of the next game; `None` at the end of the file. Extensions are skipped.
    fn head(&mut self) -> Result<Option<Head>, ReadError> {
        while self.source.fill(8).starts_with(&[0; 8]) {
            let missing_head = self.source.take::<12>()?;
            let length = missing_head.map_or(0, |head| usize::from(head[10]) | usize::from(head[11]) << 8);
            self.pass(length + END.len())?;
            self.losses.add(Loss::Extension);
        }
        let offset = self.source.offset();
        let Some(bytes) = self.source.take()? else { return Ok(None) };
        marlin::unpack(&bytes).map(Some).map_err(|fault| {
            self.state = State::Broken;
            ReadError::new(offset, fault)
        })
    }

    fn pass(&mut self, length: usize) -> Result<(), ReadError> {
        let mut rest = length;
        while rest > 0 {
            let part = self.source.fill(1).len().min(rest);
            if part == 0 {
                return Err(self.source.ends_early(rest));
            }
            self.source.consume(part);
            rest -= part;
        }
        Ok(())
    }

    /// A move with its score, or the end of the game.
    #[inline]
    fn pair(&mut self) -> Result<[u8; 4], ReadError> {
        self.source.take()?.ok_or_else(|| self.source.ends_early(END.len()))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read();
        if let Err(ReadError { fault: Fault::Io(_) | Fault::Truncated { .. }, .. }) = next {
            self.state = State::Over;
        }
        next.transpose()
    }
}

/// A writer of viriformat. Records that follow one another become a game.
///
/// A position without a move ends its game: viriformat has moves only. If it is alone, it becomes a game without moves.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    chain: Chain,
    /// True if a game has not been ended.
    is_open: bool,
    written: u64,
    losses: Losses,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered.
    pub fn new(out: W) -> Self {
        Self { out, chain: Chain::default(), is_open: false, written: 0, losses: Losses::NONE }
    }

    /// Writes a record, unless it has no score or no result.
    ///
    /// # Errors
    /// The output failed.
    #[inline]
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let Some((score, result)) = needed_score(record, &mut self.losses) else {
            self.chain.cut();
            return Ok(());
        };
        let continues = self.chain.continues(record);
        if continues && record.mv.is_none() {
            self.losses.add(Loss::LastPosition);
            return Ok(());
        }
        let score = to_i16(score, &mut self.losses);
        if !continues {
            self.end_game()?;
            let head_score = if record.mv.is_none() { score } else { 0 };
            let head = marlin::pack(&record.position, head_score, result, &mut self.losses);
            self.out.write_all(&head)?;
            self.is_open = true;
        }
        self.written += 1;
        match record.mv {
            None => self.end_game(),
            Some(mv) => {
                let ([word0, word1], [score0, score1]) =
                    (word_of_move(mv).to_le_bytes(), score.to_le_bytes());
                self.out.write_all(&[word0, word1, score0, score1])
            }
        }
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// The losses so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Ends the last game, flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_game()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn end_game(&mut self) -> io::Result<()> {
        if self.is_open {
            self.is_open = false;
            self.out.write_all(&END)?;
        }
        Ok(())
    }
}

/// The legal move of a word. A wrong type of move is refused, and so is a promotion of another move.
#[inline]
fn move_of_word(position: &Position, word: u16) -> Option<Move> {
    let [from, to] = [word, word >> 6].map(|bits| Square::from_low_bits(bits as u8 & 63));
    let promotion = (word >> 14 == PROMOTION).then_some(PROMOTIONS[usize::from(word >> 12 & 3)]);
    position.legal_move(from, to, promotion).filter(|&mv| word_of_move(mv) == word)
}

#[inline]
fn word_of_move(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    let special = match mv.promotion() {
        Some(piece_type) => PROMOTION << 14 | (piece_type as u16 - PieceType::Knight as u16) << 12,
        None if mv.is_castle() => CASTLING << 14,
        None if mv.is_en_passant() => EN_PASSANT << 14,
        None => 0,
    };
    squares | special
}
