//! Texts that threads read ahead.

use std::io::{self, ErrorKind, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SendError, SyncSender, sync_channel};
use std::thread;

/// A part of a text, or the error after the last one.
pub(crate) type Block = io::Result<Vec<u8>>;

/// Starts a thread that opens and reads a text, in blocks of at most `size` bytes of which `most` may wait. It ends with the receiver of the
/// blocks. If it cannot be started, `source` comes back.
pub(crate) fn read_ahead<T: Send + 'static, R: Read>(
    source: T,
    open: impl FnOnce(T) -> R + Send + 'static,
    size: usize,
    most: usize,
) -> Result<Receiver<Block>, T> {
    let (sender, blocks) = sync_channel(most);
    // The thread receives the source after it has started: a thread that fails to start would drop it.
    let (hand, taken) = sync_channel(1);
    let work = move || taken.recv().map_or((), |source| send_all(open(source), size, &sender));
    if thread::Builder::new().spawn(work).is_err() {
        return Err(source);
    }
    hand.send(source).map_err(|SendError(source)| source)?;
    Ok(blocks)
}

fn send_all(mut read: impl Read, size: usize, sender: &SyncSender<Block>) {
    let mut bytes = vec![0; size];
    loop {
        // Without a message, a panic would look like the end of the text.
        let count = catch_unwind(AssertUnwindSafe(|| read.read(&mut bytes)));
        let (block, is_last) = match count.unwrap_or_else(|_| Err(io::Error::other("reading panicked"))) {
            Ok(0) => return,
            Ok(count) => (Ok(bytes[..count.min(size)].to_vec()), false),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => (Err(error), true),
        };
        // Sending fails if the receiver has gone.
        if sender.send(block).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Panicking;

    impl Read for Panicking {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("as a decoder with a fault does")
        }
    }

    /// A reader that reports more bytes than there was room for, and then the end.
    struct Liar(bool);

    impl Read for Liar {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            bytes.fill(b'x');
            Ok(if std::mem::take(&mut self.0) { bytes.len() + 1 } else { 0 })
        }
    }

    #[test]
    fn a_block_has_no_more_than_its_bytes() {
        let blocks = read_ahead(Liar(true), |read| read, 4, 1).ok().unwrap();
        let blocks: Vec<_> = blocks.iter().map(Result::unwrap).collect();
        assert_eq!(blocks, [b"xxxx"]);
    }

    #[test]
    fn a_panic_of_a_reader_is_an_error() {
        let blocks = read_ahead(Panicking, |read| Read::chain(&b"abc"[..], read), 8, 1).ok().unwrap();
        let blocks: Vec<Block> = blocks.iter().collect();
        assert!(
            matches!(&blocks[..], [Ok(text), Err(error)] if text == b"abc" && error.kind() == ErrorKind::Other)
        );
    }
}
