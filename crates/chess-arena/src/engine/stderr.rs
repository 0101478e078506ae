use std::collections::VecDeque;
use std::io::{self, PipeWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The last that a process has written to stderr, which a thread reads, so that the process never waits and needs no file.
#[derive(Debug)]
pub(super) struct Stderr {
    last: Last,
    reader: JoinHandle<()>,
}

/// The last bytes of what is written to it.
#[derive(Clone, Debug, Default)]
struct Last(Arc<Mutex<VecDeque<u8>>>);

/// The most bytes that are kept.
const MAX_KEPT: usize = 1 << 16;

impl Stderr {
    /// A pipe for a process; `None` without the means for it.
    pub(super) fn pipe() -> Option<(PipeWriter, Self)> {
        let (mut pipe, writer) = io::pipe().ok()?;
        let last = Last::default();
        let mut sink = last.clone();
        // The process ends, or another error does: nothing more comes then.
        let read = move || drop(io::copy(&mut pipe, &mut sink));
        let reader = thread::Builder::new().spawn(read).ok()?;
        Some((writer, Self { last, reader }))
    }

    /// The last 64 KiB, from the begin of a character on.
    pub(super) fn text(&self) -> String {
        // What an ended process has written comes at once, unless another one keeps the pipe open.
        for _ in 0..100 {
            if self.reader.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let mut last = self.last.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = &*last.make_contiguous();
        let cut = bytes.iter().take_while(|&&byte| bytes.len() == MAX_KEPT && byte & 0xc0 == 0x80).count();
        String::from_utf8_lossy(&bytes[cut..]).into_owned()
    }
}

impl Write for Last {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend(bytes);
        let excess = last.len().saturating_sub(MAX_KEPT);
        last.drain(..excess);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_64_kib_are_kept() {
        let (mut writer, stderr) = Stderr::pipe().unwrap();
        let text: String =
            (0..30_000).flat_map(|number| [number.to_string(), " \u{fc}\n".to_owned()]).collect();
        writer.write_all(text.as_bytes()).unwrap();
        drop(writer);
        let kept = stderr.text();
        assert!(text.ends_with(&kept) && (MAX_KEPT - 3..=MAX_KEPT).contains(&kept.len()), "{}", kept.len());
        let (writer, silent) = Stderr::pipe().unwrap();
        assert_eq!(silent.text(), "");
        drop(writer);
    }
}
