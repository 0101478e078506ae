//! Inputs and their compression, and the limit of reading ahead.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use std::{fs, thread};

use chess_data::chunks::{Counted, InputFault, Part, Pipeline};
use chess_data::input::{Compression, Input, Lines, Progress, find};
use chess_testkit::{Slow, sample};

use crate::Failing;

fn games(count: usize) -> String {
    let mut word = 1_u64;
    let game = |number| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!(
            "[Event \"{number} {word:x}\"]\n[Result \"1-0\"]\n\n1. e4 {{[%clk 0:01:{}]}} e5 1-0\n\n",
            word >> 58
        )
    };
    (0..count).map(game).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A frame whose block cannot be decompressed.
pub(crate) const DAMAGED: &[u8] = b"\x28\xb5\x2f\xfd\x20\x0a\x2d\0\0\xff\xff\xff\xff\xff";

type Compress = fn(&[u8]) -> Vec<u8>;

const ALL: [(Compress, Compression); 3] =
    [(gzip, Compression::Gzip), (bzip2, Compression::Bzip2), (zstd, Compression::Zstd)];

fn read(bytes: &[u8], threads: usize) -> (Vec<u8>, io::Result<usize>, Compression) {
    let mut text = Vec::new();
    let mut opened = Input::bytes("a", bytes).open_with(&Progress::default(), threads).unwrap();
    let result = opened.read_to_end(&mut text);
    (text, result, opened.compression())
}

#[test]
fn files_of_one_part_and_of_many() {
    let text = games(5000).into_bytes();
    for (compress, kind) in ALL {
        for parts in [1, 2, 7, 60] {
            let mut bytes = Vec::new();
            for part in text.chunks(text.len().div_ceil(parts)) {
                if kind == Compression::Zstd {
                    // A skippable frame.
                    bytes.extend_from_slice(b"\x53\x2a\x4d\x18\x05\0\0\0xxxxx");
                }
                bytes.extend(compress(part));
            }
            for threads in [1, 3] {
                let (found, result, compression) = read(&bytes, threads);
                assert_eq!(result.unwrap(), text.len(), "{kind:?} {parts}");
                assert!(found == text && compression == kind, "{kind:?} {parts}");
            }
        }
    }
    assert_eq!(read(b"", 1).0, b"");
    assert_eq!(read(b"(", 1).0, b"(");
    assert_eq!(read(b"BZ", 1).0, b"BZ");
}

#[test]
fn a_skippable_frame_that_is_cut_off_is_an_error_after_the_text() {
    let text = games(100).into_bytes();
    let (compress, _) = ALL.into_iter().find(|(_, kind)| *kind == Compression::Zstd).unwrap();
    let skippable = b"\x53\x2a\x4d\x18\x05\0\0\0xxxxx";
    let whole = [&compress(&text), &skippable[..]].concat();
    for threads in [1, 3] {
        for missing in 0..skippable.len() {
            let (found, result, _) = read(&whole[..whole.len() - missing], threads);
            assert!(found == text, "{missing}");
            let result = result.map_err(|error| error.to_string());
            let cut = Err("the compressed data is cut off".to_owned());
            assert_eq!(result, if missing == 0 { Ok(text.len()) } else { cut }, "{missing}");
        }
    }
}

#[test]
fn truncation_is_an_error_after_all_games_before_it() {
    let text = games(20_000).into_bytes();
    for (compress, kind) in ALL {
        let bytes = compress(&text);
        for cut in [bytes.len() - 1, bytes.len() / 2, bytes.len() / 10, 3] {
            let (found, result, _) = read(&bytes[..cut], 1);
            if cut == 3 {
                // Three bytes show no compression.
                assert!(found.len() <= 3);
                continue;
            }
            assert!(text.starts_with(&found), "{kind:?} {cut}");
            assert_eq!(result.unwrap_err().to_string(), "the compressed data is cut off", "{kind:?} {cut}");
            // Blocks of bzip2 have 100,000 bytes, those of Zstandard 128 KiB.
            let share = text.len() as u64 * cut as u64 / bytes.len() as u64;
            let expected = share.saturating_sub(1 << 18);
            assert!(found.len() as u64 >= expected, "{kind:?} {} {expected}", found.len());

            for threads in [1, 2] {
                let (mut parts, mut errors) = (Vec::new(), Vec::new());
                let inputs = [Input::bytes("cut", &bytes[..cut]), Input::bytes("whole", &bytes)];
                let _: ControlFlow<()> = Pipeline::new(&inputs).threads(threads).run(
                    |chunk| Counted { value: chunk.bytes().to_vec(), games: 0 },
                    |part| {
                        match part {
                            Ok(part) if part.origin.input == 0 => parts.extend(part.value),
                            Ok(_) => assert_eq!(errors.len(), 1),
                            Err(error) => errors.push(error),
                        }
                        ControlFlow::Continue(())
                    },
                );
                assert!(
                    text.starts_with(&parts) && found.len() - parts.len() < 200,
                    "{} {}",
                    found.len(),
                    parts.len()
                );
                assert!(parts.is_empty() || parts.ends_with(b"1-0\n") || parts.ends_with(b"\n\n"));
                assert!(matches!(errors[0].fault, InputFault::Read { bytes, .. } if bytes == cut as u64));
                assert_eq!(errors[0].to_string(), format!("cut: byte {cut}: the compressed data is cut off"));
            }
        }
    }
}

#[test]
fn damaged_data_is_an_error() {
    let text = games(5000).into_bytes();
    for (compress, kind) in ALL {
        let whole = compress(&text);
        let mut damages = 0;
        for at in sample(20..whole.len(), whole.len() / 50) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            let (found, result, _) = read(&bytes, 1);
            if let Err(error) = result {
                let error = error.to_string();
                assert!(error.starts_with("the compressed data is "), "{kind:?} {at}: {error}");
                damages += 1;
            } else {
                // Some bits have no meaning.
                assert!(found == text, "{kind:?} {at}");
            }
        }
        assert!(damages > 40, "{kind:?} {damages}");
    }
}

/// Programs that write whole blocks fill the last one.
#[test]
fn zero_bytes_after_a_member_are_not_damage() {
    for (compress, kind) in &ALL[..2] {
        let (first, second) = (compress(b"first"), compress(b"second"));
        for zeros in [1, 7, 511, 100_000] {
            let zeros = vec![0; zeros];
            for (bytes, text) in [
                ([&first[..], &zeros].concat(), "first"),
                ([&first[..], &zeros, &second, &zeros].concat(), "firstsecond"),
            ] {
                let (found, result, compression) = read(&bytes, 1);
                result.unwrap();
                assert_eq!((&found[..], compression), (text.as_bytes(), *kind));
            }
            for damaged in [[&first[..], &zeros, b"x"].concat(), [&first[..first.len() - 1], &zeros].concat()]
            {
                let (_, result, _) = read(&damaged, 1);
                assert_eq!(
                    result.is_ok(),
                    damaged.len() == first.len() - 1 + zeros.len() && first.ends_with(&[0]),
                    "{kind:?}"
                );
            }
        }
    }
}

/// A reader may ask for no bytes at any time, which is neither an end of a part nor of the whole.
#[test]
fn an_empty_buffer_ends_nothing() {
    let text = games(2000).into_bytes();
    for (compress, kind) in ALL {
        let bytes: Vec<u8> = text.chunks(text.len().div_ceil(3)).flat_map(compress).collect();
        for threads in [1, 2] {
            let mut opened = Input::bytes("a", &bytes).open_with(&Progress::default(), threads).unwrap();
            let (mut found, mut part) = (Vec::new(), [0; 5000]);
            loop {
                assert_eq!(opened.read(&mut []).unwrap(), 0);
                match opened.read(&mut part).unwrap() {
                    0 => break,
                    count => found.extend_from_slice(&part[..count]),
                }
            }
            assert!(found == text, "{kind:?} {threads}: {} of {}", found.len(), text.len());
        }
    }
}

#[test]
fn files_of_other_kinds_are_named() {
    for (bytes, name) in [
        (&b"PK\x03\x04\x14\0"[..], "zip"),
        (b"\xfd7zXZ\0", "xz"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!\x1a\x07", "rar"),
        (b"\x04\x22\x4d\x18", "lz4"),
        (b"Scid.si\0", "Scid"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:6a\nsize 31\n", "Git LFS"),
        (b"\xff\xfe[\0E\0", "UTF-16"),
        (b"\xfe\xff\0[\0E", "UTF-16"),
        (b"[\0E\0", "UTF-16"),
        (b"\0[\0E", "UTF-16"),
    ] {
        for input in [Input::bytes("a", bytes), Input::bytes("a", gzip(bytes))] {
            let error = Lines::open(&input).unwrap_err().to_string();
            assert!(error.starts_with("this ") && error.contains(name), "{error}");
            let mut errors = Vec::new();
            let _: ControlFlow<()> = Pipeline::new(&[input]).run(
                |_| unreachable!(),
                |part: Result<Part<()>, _>| {
                    errors.extend(part.err().map(|error| error.to_string()));
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(errors, [format!("a: {error}")]);
        }
    }
    let input = Input::bytes("a", gzip(b"\xef\xbb\xbfa\rb\r\n"));
    let mut lines = Lines::open(&input).unwrap();
    for line in [Some(Ok("a".into())), Some(Ok("b".into())), None] {
        assert_eq!(lines.next().unwrap(), line);
    }
}

#[test]
fn folders_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("b/c")).unwrap();
    fs::create_dir_all(path("empty")).unwrap();
    for name in ["z.pgn", "a.PGN.zst", "b/1.pgn", "b/c/2.pgn.gz", "b/3.txt", ".hidden.pgn", "odd"] {
        fs::write(path(name), "*\n").unwrap();
    }
    let names = |paths: &[&Path]| -> Vec<String> {
        let found = find(paths, ".pgn");
        found
            .iter()
            .map(|input| {
                input.name().strip_prefix(folder.path()).unwrap_or(input.name()).display().to_string()
            })
            .collect()
    };
    assert_eq!(names(&[folder.path()]), ["a.PGN.zst", "b/1.pgn", "b/c/2.pgn.gz", "z.pgn"]);
    assert_eq!(
        names(&[&path("odd"), Path::new("-"), &path("none"), &path("empty")]),
        ["odd", "-", "none", "empty"]
    );
    let empty = &find([path("empty")], ".pgn")[0];
    let error = empty.open(&Progress::default()).unwrap_err().to_string();
    assert_eq!(error, "no file in this folder ends with .pgn, .pgn.zst, .pgn.gz or .pgn.bz2");
    assert_eq!((empty.length(), find([path("odd")], ".pgn")[0].length()), (None, Some(2)));
}

/// Endings of games and of compressions are left out, in either case and in any number.
#[test]
fn a_table_has_the_name_of_its_file() {
    for (name, table) in [
        ("folder/games.pgn", "games"),
        ("games.pgn.zst", "games"),
        ("a.b.PGN.Gz", "a.b"),
        ("a.pgn.bz2.zst", "a"),
        ("a.pgn.txt", "a.pgn.txt"),
        ("pgn", "pgn"),
        ("..", "games"),
        ("-", "stdin"),
    ] {
        assert_eq!(Input::named(name).table_name(), table, "{name}");
    }
}

#[test]
fn a_part_has_its_bytes_alone() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), b"0123456789").unwrap();
    for input in [Input::file(file.path()), Input::bytes("a", b"0123456789")] {
        for (part, expected) in
            [(0..10, "0123456789"), (2..5, "234"), (7..99, "789"), (12..15, ""), (4..4, "")]
        {
            let mut found = String::new();
            input.open_part(part.clone()).unwrap().read_to_string(&mut found).unwrap();
            assert_eq!(found, expected, "{part:?}");
        }
    }
    for input in [Input::stdin(), Input::reader("a", io::empty())] {
        assert_eq!(input.open_part(0..1).err().unwrap().kind(), io::ErrorKind::Unsupported);
    }
}

#[test]
fn a_reader_is_opened_once() {
    let input = Input::reader("a", io::empty());
    assert!(input.open(&Progress::default()).is_ok());
    assert!(input.open(&Progress::default()).is_err());
}

#[test]
fn interrupted_sources_are_read_and_their_bytes_counted() {
    let text = games(30).into_bytes();
    let plain: (Compress, Compression) = (<[u8]>::to_vec, Compression::None);
    for (compress, kind) in ALL.into_iter().chain([plain]) {
        // Also between the parts of a file.
        let bytes: Vec<u8> = text.chunks(text.len() / 3).flat_map(compress).collect();
        let all = Progress::default();
        all_read(&Input::bytes("a", &bytes), &all, kind, (&text, bytes.len(), false));
        assert_eq!(all.bytes(), bytes.len() as u64);
        let slow = Input::reader("b", Slow::new(io::Cursor::new(bytes.clone())));
        all_read(&slow, &all, kind, (&text, bytes.len(), true));
        assert_eq!(all.bytes(), 2 * bytes.len() as u64);
    }
}

#[track_caller]
fn all_read(input: &Input, progress: &Progress, kind: Compression, expected: (&[u8], usize, bool)) {
    let mut opened = input.open(progress).unwrap();
    let mut text = Vec::new();
    opened.read_to_end(&mut text).unwrap();
    assert_eq!((opened.compression(), opened.bytes_read()), (kind, expected.1 as u64));
    assert!(text == expected.0 && opened.may_wait() == expected.2);
}

#[test]
fn errors_of_a_source_are_told_as_they_are() {
    let text = games(3000).into_bytes();
    for (compress, kind) in ALL {
        let bytes = compress(&text);
        let half = bytes[..bytes.len() / 2].to_vec();
        let input = Input::reader("a", io::Cursor::new(half).chain(Failing(io::ErrorKind::BrokenPipe)));
        let error = input.open(&Progress::default()).unwrap().read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{kind:?}");
    }
    let plain = Input::reader("a", (&b"1. e4"[..]).chain(Failing(io::ErrorKind::UnexpectedEof)));
    let error = plain.open(&Progress::default()).unwrap().read_to_end(&mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), io::Error::from(io::ErrorKind::UnexpectedEof).to_string());
    let first = Input::reader("a", Failing(io::ErrorKind::BrokenPipe)).open(&Progress::default());
    assert_eq!(first.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn nothing_is_read_behind_an_error() {
    let text = games(2000).into_bytes();
    let mut frames: Vec<Vec<u8>> = text.chunks(text.len() / 8).map(zstd).collect();
    frames.insert(3, DAMAGED.to_vec());
    for frame in &mut frames {
        // A skippable frame of a mebibyte, so that each frame is a job of its own.
        frame.extend(b"\x50\x2a\x4d\x18\0\0\x10\0");
        frame.extend(vec![0; 1 << 20]);
    }
    for threads in [1, 3] {
        let mut opened = Input::bytes("a", frames.concat()).open_with(&Progress::default(), threads).unwrap();
        let mut found = Vec::new();
        assert!(opened.read_to_end(&mut found).is_err());
        assert!(found.len() < text.len() / 2 && text.starts_with(&found));
        let again = opened.read(&mut [0; 100]);
        assert!(matches!(again, Ok(0) | Err(_)), "{again:?}");
    }
}

#[cfg(unix)]
#[test]
fn files_do_not_wait_and_devices_may() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, "*").unwrap();
    let may_wait = |input: Input| input.open(&Progress::default()).unwrap().may_wait();
    assert!(!may_wait(Input::file(&path)) && may_wait(Input::file("/dev/null")));
    assert!(!may_wait(Input::bytes("a", "*")) && may_wait(Input::reader("a", io::empty())));
    let error = Input::file(folder.path()).open(&Progress::default()).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (io::ErrorKind::IsADirectory, "this is a folder"));
}

/// Nothing comes from the pipe, and the reader has an endless text.
#[cfg(unix)]
#[test]
fn a_reading_is_stopped_by_another_thread() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for input in [Input::file(fifo), Input::reader("endless", io::repeat(b' '))] {
        let stop = Arc::new(AtomicBool::new(false));
        let input = input.stop_when(&stop);
        let (sender, ended) = channel();
        thread::spawn(move || {
            let read = input
                .open(&Progress::default())
                .and_then(|mut opened| io::copy(&mut opened, &mut io::sink()));
            sender.send(read.unwrap_err().to_string())
        });
        assert!(ended.recv_timeout(Duration::from_millis(200)).is_err());
        stop.store(true, Ordering::Relaxed);
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)).unwrap(), "the reading was stopped");
    }
}

/// A number that threads add to and wait for.
#[derive(Default)]
struct Count {
    count: Mutex<usize>,
    change: Condvar,
}

impl Count {
    fn add(&self) {
        *self.count.lock().unwrap() += 1;
        self.change.notify_all();
    }

    /// Waits for a number; panics if it does not appear in time.
    fn wait_for(&self, number: usize) {
        let count = self.count.lock().unwrap();
        let limit = Duration::from_secs(20);
        let (count, result) = self.change.wait_timeout_while(count, limit, |count| *count < number).unwrap();
        let count = *count;
        assert!(!result.timed_out(), "{count} of {number}");
    }

    fn get(&self) -> usize {
        *self.count.lock().unwrap()
    }
}

fn input_of(count: usize) -> [Input; 1] {
    [Input::bytes("a", "1. e4 *\n\n[Event \"a\"]\n\n".repeat(count))]
}

#[test]
fn one_chunk_is_read_for_each_thread_at_a_time() {
    for threads in 2..=4 {
        let (begun, inputs) = (Count::default(), input_of(100));
        let flow: ControlFlow<()> = Pipeline::new(&inputs).threads(threads).chunk_size(1).run(
            |_| {
                begun.add();
                begun.wait_for(threads);
                Counted { value: (), games: 1 }
            },
            |_| ControlFlow::Continue(()),
        );
        assert!(flow.is_continue());
        assert_eq!(begun.get(), 100);
    }
}

#[test]
fn two_chunks_a_thread_and_two_more_are_read_ahead() {
    for threads in 2..=4 {
        let (done, inputs) = (Count::default(), input_of(100));
        let ahead = 2 * threads + 2;
        let delivered = AtomicUsize::new(0);
        let flow: ControlFlow<()> = Pipeline::new(&inputs).threads(threads).chunk_size(1).run(
            |_| {
                done.add();
                Counted { value: (), games: 1 }
            },
            |_| {
                // The first two are held back until all others within the limit have been read.
                let delivered = delivered.fetch_add(1, Ordering::SeqCst);
                if delivered < 2 {
                    done.wait_for(ahead + delivered);
                    thread::sleep(Duration::from_millis(2));
                    assert_eq!(done.get(), ahead + delivered);
                }
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert_eq!((delivered.into_inner(), done.get()), (100, 100));
    }
}

/// An input of more bytes than the limit is an error, and no part of it is returned.
#[test]
fn bytes_are_read_up_to_their_limit() {
    let text: Vec<u8> = (0..=255).collect();
    let input = Input::bytes("a", text.clone());
    for limit in [256, 257, u64::MAX] {
        assert_eq!(input.read_bytes(limit).unwrap(), text, "{limit}");
    }
    for limit in [0, 1, 255] {
        assert_eq!(input.read_bytes(limit).unwrap_err().kind(), io::ErrorKind::FileTooLarge, "{limit}");
    }
}
