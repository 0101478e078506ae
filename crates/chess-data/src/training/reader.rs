use std::io::Read;

use super::error::ReadError;
use super::format::Format;
use super::loss::Losses;
use super::record::Record;
use super::{binpack, bullet, marlin, pgn, plain, viri};
use crate::scores::ScoreView;

/// A reader of any format: an iterator over [records](Record).
///
/// After an error, reading goes on behind the fault unless the error says that nothing can be read after it.
#[derive(Debug)]
pub struct Reader<R>(Inner<R>);

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
enum Inner<R> {
    Viri(viri::Reader<R>),
    Marlin(marlin::Reader<R>),
    Bullet(bullet::Reader<R>),
    Binpack(binpack::Reader<R>),
    Plain(plain::Reader<R>),
    Pgn(pgn::Reader<R>),
}

impl<R: Read> Reader<R> {
    /// A reader of a stream, which needs no buffer.
    pub fn new(format: Format, read: R) -> Self {
        Self(match format {
            Format::Viri => Inner::Viri(viri::Reader::new(read)),
            Format::Marlin => Inner::Marlin(marlin::Reader::new(read)),
            Format::Bullet => Inner::Bullet(bullet::Reader::new(read)),
            Format::Binpack => Inner::Binpack(binpack::Reader::new(read)),
            Format::Plain => Inner::Plain(plain::Reader::new(read)),
            Format::Pgn => Inner::Pgn(pgn::Reader::new(read)),
        })
    }

    /// Sets the point of view that the scores of engines in PGN have. `None`, as it is at first, lets each game tell it.
    #[must_use]
    pub fn score_view(self, score_view: Option<ScoreView>) -> Self {
        match self.0 {
            Inner::Pgn(reader) => Self(Inner::Pgn(reader.score_view(score_view))),
            _ => self,
        }
    }

    /// What records could not hold so far.
    pub const fn losses(&self) -> Losses {
        match &self.0 {
            Inner::Viri(reader) => reader.losses(),
            Inner::Marlin(reader) => reader.losses(),
            Inner::Bullet(reader) => reader.losses(),
            Inner::Binpack(reader) => reader.losses(),
            Inner::Plain(reader) => reader.losses(),
            Inner::Pgn(reader) => reader.losses(),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Inner::Viri(reader) => reader.next(),
            Inner::Marlin(reader) => reader.next(),
            Inner::Bullet(reader) => reader.next(),
            Inner::Binpack(reader) => reader.next(),
            Inner::Plain(reader) => reader.next(),
            Inner::Pgn(reader) => reader.next(),
        }
    }
}
