use std::io::{self, Write};

use super::format::Format;
use super::loss::Losses;
use super::record::Record;
use super::{binpack, bullet, marlin, pgn, plain, viri};

/// A writer of any format.
///
/// [`finish`](Self::finish) ends the last game or chunk. Without it, the output is not complete.
#[derive(Debug)]
pub struct Writer<W>(Inner<W>);

#[derive(Debug)]
enum Inner<W> {
    Viri(viri::Writer<W>),
    Marlin(marlin::Writer<W>),
    Bullet(bullet::Writer<W>),
    Binpack(binpack::Writer<W>),
    Plain(plain::Writer<W>),
    Pgn(pgn::Writer<W>),
}

/// Calls a method of the writer, whatever its format.
macro_rules! each {
    ($inner:expr, $writer:ident => $call:expr) => {
        match $inner {
            Inner::Viri($writer) => $call,
            Inner::Marlin($writer) => $call,
            Inner::Bullet($writer) => $call,
            Inner::Binpack($writer) => $call,
            Inner::Plain($writer) => $call,
            Inner::Pgn($writer) => $call,
        }
    };
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered.
    pub fn new(format: Format, out: W) -> Self {
        Self(match format {
            Format::Viri => Inner::Viri(viri::Writer::new(out)),
            Format::Marlin => Inner::Marlin(marlin::Writer::new(out)),
            Format::Bullet => Inner::Bullet(bullet::Writer::new(out)),
            Format::Binpack => Inner::Binpack(binpack::Writer::new(out)),
            Format::Plain => Inner::Plain(plain::Writer::new(out)),
            Format::Pgn => Inner::Pgn(pgn::Writer::new(out)),
        })
    }

    /// Writes a record. All formats but PGN leave out records without a score or a result.
    ///
    /// # Errors
    /// The output failed. Nothing can be written after this.
    #[inline]
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        each!(&mut self.0, writer => writer.write(record))
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        each!(&self.0, writer => writer.written())
    }

    /// What was lost so far.
    pub const fn losses(&self) -> Losses {
        each!(&self.0, writer => writer.losses())
    }

    /// Ends the last game or chunk, flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(self) -> io::Result<W> {
        each!(self.0, writer => writer.finish())
    }
}
