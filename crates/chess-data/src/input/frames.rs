//! Frames of Zstandard, cut without decompression (RFC 8878, 3.1) and decompressed by several threads.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::sync::mpsc::Receiver;

use super::ahead::{Block, read_ahead};
use super::plain::Plain;
use super::zstandard;

/// The number of compressed bytes that a thread receives at a time, if frames are shorter.
const JOB: usize = 1 << 20;

/// The greatest compressed length of a frame that a worker thread receives. From a longer one on, the reading thread decompresses
/// the file.
const LONGEST: usize = 1 << 24;

/// The number of bytes in a block of decompressed text, and the most blocks of a job that wait to be read.
const BLOCK: usize = 1 << 18;
const BLOCKS: usize = 16;

/// A decoder that decompresses frames ahead, on threads of their own.
pub(super) struct Parallel<R> {
    /// `None` when all frames have been assigned.
    frames: Option<BufReader<R>>,
    threads: usize,
    /// The text of frames that threads decompress, block by block.
    jobs: VecDeque<Receiver<Block>>,
    /// The text that is read now.
    block: Cursor<Vec<u8>>,
    /// The decoder of the rest of the file, when all jobs are done.
    rest: Option<Plain>,
}

/// A part of a file.
struct Part {
    bytes: Vec<u8>,
    /// False if the last frame goes on, or is damaged.
    is_whole: bool,
}

impl<R: Read + Send + 'static> Parallel<R> {
    pub(super) fn new(read: R, threads: usize) -> Self {
        let frames = Some(BufReader::with_capacity(1 << 17, read));
        Self { frames, threads, jobs: VecDeque::new(), block: Cursor::default(), rest: None }
    }

    /// Begins as many jobs as there are threads.
    fn begin_jobs(&mut self) -> io::Result<()> {
        while self.jobs.len() < self.threads {
            let Some(frames) = &mut self.frames else { break };
            let Part { bytes, is_whole } = next_part(frames)?;
            if is_whole && bytes.is_empty() {
                // The decoder in C treats the end of the file as a frame that is cut off.
                self.frames = None;
                break;
            }
            let open = |bytes| zstandard::serial(Cursor::new(bytes));
            let started = if is_whole { read_ahead(bytes, open, BLOCK, BLOCKS) } else { Err(bytes) };
            match started {
                Ok(blocks) => self.jobs.push_back(blocks),
                Err(bytes) => {
                    let rest = self.frames.take();
                    self.rest = rest.map(|frames| zstandard::serial(Cursor::new(bytes).chain(frames)));
                }
            }
        }
        Ok(())
    }
}

impl<R: Read + Send + 'static> Read for Parallel<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.block.read(bytes)?;
            if count > 0 {
                return Ok(count);
            }
            self.begin_jobs()?;
            let Some(job) = self.jobs.front() else {
                return self.rest.as_mut().map_or(Ok(0), |rest| rest.read(bytes));
            };
            match job.recv() {
                Ok(Ok(block)) => self.block = Cursor::new(block),
                Ok(Err(error)) => {
                    self.jobs.clear();
                    (self.frames, self.rest) = (None, None);
                    return Err(error);
                }
                // The job is done.
                Err(_) => drop(self.jobs.pop_front()),
            }
        }
    }
}

/// The next frames, until there are enough bytes; nothing at the end of the file.
fn next_part(frames: &mut impl BufRead) -> io::Result<Part> {
    let mut bytes = Vec::new();
    while bytes.len() < JOB && !frames.fill_buf()?.is_empty() {
        let is_whole = match append_frame(frames, &mut bytes) {
            // The decoder reports a frame that is cut off.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
            is_whole => is_whole?,
        };
        if !is_whole {
            return Ok(Part { bytes, is_whole });
        }
    }
    Ok(Part { bytes, is_whole: true })
}

/// Appends a frame; the answer is false if not all of it has been read.
fn append_frame(frames: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let start = bytes.len();
    let magic = number(take(frames, 4, bytes)?);
    if magic & 0xffff_fff0 == 0x184d_2a50 {
        let length = number(take(frames, 4, bytes)?);
        return Ok(length <= LONGEST && take(frames, length, bytes).map(|_| true)?);
    }
    if magic != 0xfd2f_b528 {
        return Ok(false);
    }
    let descriptor = number(take(frames, 1, bytes)?);
    let (size, is_single, has_sum) = (descriptor >> 6, descriptor >> 5 & 1, descriptor >> 2 & 1);
    let window = 1 - is_single;
    let dictionary = [0, 1, 2, 4][descriptor & 3];
    let content = [is_single, 2, 4, 8][size];
    take(frames, window + dictionary + content, bytes)?;
    loop {
        let header = number(take(frames, 3, bytes)?);
        let (is_last, kind, size) = (header & 1 == 1, header >> 1 & 3, header >> 3);
        let length = match kind {
            0 | 2 => size,
            1 => 1,
            _ => return Ok(false),
        };
        take(frames, length, bytes)?;
        if is_last {
            take(frames, 4 * has_sum, bytes)?;
            return Ok(true);
        }
        if bytes.len() - start > LONGEST {
            return Ok(false);
        }
    }
}

/// Appends this many bytes, or as many as there are before the end.
fn take<'a>(frames: &mut impl Read, count: usize, bytes: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
    let start = bytes.len();
    let read = frames.by_ref().take(count as u64).read_to_end(bytes)?;
    if read < count {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(&bytes[start..])
}

/// A number of up to four bytes, the least first.
fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

#[cfg(test)]
mod tests {
    use std::mem;

    use super::*;

    /// Text that zstd compressed to a frame of one block that is stored, with the checksum left out.
    fn frame(text: &[u8]) -> Vec<u8> {
        let size = (text.len() as u32) << 3 | 1;
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        frame.extend((text.len() as u32).to_le_bytes());
        frame.extend(&size.to_le_bytes()[..3]);
        frame.extend(text);
        frame
    }

    /// A frame with this descriptor, whose header has so many bytes more, and these blocks: kind, size and content.
    fn with_blocks(descriptor: u8, more: usize, blocks: &[(u32, u32, &[u8])], sum: &[u8]) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, descriptor];
        frame.extend(vec![0xff; more]);
        for (i, (kind, size, content)) in blocks.iter().enumerate() {
            let header = size << 3 | kind << 1 | u32::from(i + 1 == blocks.len());
            frame.extend(&header.to_le_bytes()[..3]);
            frame.extend_from_slice(content);
        }
        frame.extend(sum);
        frame
    }

    #[test]
    fn frames_are_cut_where_they_end() {
        let long = vec![7; 0x1_2345];
        let blocks: [(u32, u32, &[u8]); 4] =
            [(0, 3, b"abc"), (1, 0x1f_ffff, b"x"), (2, 0x1_2345, &long), (0, 0, b"")];
        // The bytes of the header, by the flags of content size and dictionary (RFC 8878, 3.1.1.1).
        for (size, content) in [(0, 0), (1, 2), (2, 4), (3, 8)] {
            for (dictionary, id) in [(0, 0), (1, 1), (2, 2), (3, 4)] {
                for (is_single, has_sum) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let descriptor = size << 6 | is_single << 5 | has_sum << 2 | dictionary;
                    let least = if size == 0 { usize::from(is_single) } else { content };
                    let more = least + id + usize::from(1 - is_single);
                    let sum = &b"\xff\xff\xff\xff"[..usize::from(4 * has_sum)];
                    let frame = with_blocks(descriptor, more, &blocks, sum);
                    let file = [&frame[..], b"\xff\xff\xff\xff\xff\xff\xff\xff"].concat();
                    let mut bytes = b"before".to_vec();
                    assert!(append_frame(&mut &file[..], &mut bytes).unwrap(), "{descriptor:08b}");
                    assert!(bytes[6..] == frame, "{descriptor:08b}");
                    for length in (0..40).chain(frame.len() - 20..frame.len()) {
                        let error = append_frame(&mut &frame[..length], &mut Vec::new()).unwrap_err();
                        assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{descriptor:08b} {length}");
                    }
                }
            }
        }
        for last in [0x50, 0x57, 0x5f] {
            let skippable = [last, 0x2a, 0x4d, 0x18, 2, 1, 0, 0];
            let frame = [&skippable[..], &vec![9; 258]].concat();
            let (mut bytes, file) = (Vec::new(), [&frame[..], b"x"].concat());
            assert!(append_frame(&mut &file[..], &mut bytes).unwrap() && bytes == frame);
        }
        for other in [
            &b"\x4f\x2a\x4d\x18\0\0\0\0"[..],
            b"\x29\xb5\x2f\xfd\0\0\0\0",
            &with_blocks(0, 1, &[(3, 1, b"x")], b""),
        ] {
            assert!(!append_frame(&mut &other[..], &mut Vec::new()).unwrap());
        }
    }

    #[test]
    fn frames_beyond_the_longest_are_not_handed_out() {
        for (length, is_handed_out) in [(LONGEST, true), (LONGEST + 1, false)] {
            let head = [&[0x50, 0x2a, 0x4d, 0x18], &(length as u32).to_le_bytes()[..]].concat();
            let mut file = head.chain(io::repeat(0).take(LONGEST as u64));
            assert_eq!(append_frame(&mut file, &mut Vec::new()).unwrap(), is_handed_out);

            // The head of the frame and that of its first block have nine bytes; an empty block is the last.
            let parts = [(length - 9) as u32 / 8; 8];
            let first = (length - 9 - 7 * 3) as u32 - 7 * parts[0];
            let sizes = [first, parts[0], parts[0], parts[0], parts[0], parts[0], parts[0], parts[0]];
            let mut file: Box<dyn Read> = Box::new(&b"\x28\xb5\x2f\xfd\0\0"[..]);
            for size in sizes {
                let block = Cursor::new((size << 3).to_le_bytes()).take(3);
                file = Box::new(file.chain(block).chain(io::repeat(0).take(size.into())));
            }
            let mut bytes = vec![0; 1000];
            let is_whole = append_frame(&mut file.chain(&b"\x01\0\0"[..]), &mut bytes).unwrap();
            assert_eq!(
                (is_whole, bytes.len()),
                (is_handed_out, 1000 + length + if is_handed_out { 3 } else { 0 })
            );
        }
    }

    #[test]
    fn a_job_has_enough_bytes_or_all_there_are() {
        let small = frame(&b"x".repeat(300_000));
        let exact = frame(&b"x".repeat(JOB - 12));
        assert_eq!(exact.len(), JOB);
        for (file, lengths) in [
            (small.repeat(5), vec![4 * small.len(), small.len(), 0]),
            (exact.repeat(2), vec![JOB, JOB, 0]),
            (Vec::new(), vec![0]),
        ] {
            let mut frames = &file[..];
            for length in lengths {
                let part = next_part(&mut frames).unwrap();
                assert_eq!((part.bytes.len(), part.is_whole), (length, true));
            }
        }
        let cut = [&small[..], &small[..20]].concat();
        let part = next_part(&mut &cut[..]).unwrap();
        assert!(part.bytes == cut && !part.is_whole);
    }

    /// No thread can read its end.
    #[test]
    fn a_frame_beyond_the_longest_is_read_whole() {
        let (block, count) = (vec![b'x'; 1 << 17], LONGEST / (1 << 17) + 2);
        let mut file = b"\x28\xb5\x2f\xfd\xa0".to_vec();
        file.extend(((block.len() * count) as u32).to_le_bytes());
        for i in 1..=count {
            file.extend(&((block.len() << 3) as u32 | u32::from(i == count)).to_le_bytes()[..3]);
            file.extend(&block);
        }
        let mut text = Vec::new();
        Parallel::new(Cursor::new(file), 2).read_to_end(&mut text).unwrap();
        assert!(text == block.repeat(count), "{}", text.len());
    }

    #[test]
    fn an_error_of_the_source_is_no_end_of_it() {
        struct Once(bool);
        impl Read for Once {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                if mem::take(&mut self.0) { Err(io::Error::other("no cable")) } else { Ok(0) }
            }
        }
        let file = frame(b"text");
        for length in 0..=file.len() {
            let (before, after) =
                (Cursor::new(file[..length].to_vec()), Cursor::new(file[length..].to_vec()));
            let mut frames = Parallel::new(before.chain(Once(true)).chain(after), 2);
            let error = frames.read_to_end(&mut Vec::new()).unwrap_err();
            assert_eq!(error.to_string(), "no cable", "{length}");
        }
    }
}
