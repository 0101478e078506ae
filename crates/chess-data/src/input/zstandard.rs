//! Zstandard (RFC 8878), by one of two decoders.

use std::io::Read;

use super::plain::Plain;

/// A decoder of all frames, one after another.
#[cfg(feature = "zstd-c")]
pub(super) fn serial(read: impl Read + Send + 'static) -> Plain {
    match zstd::stream::read::Decoder::new(read) {
        Ok(decoder) => Plain::new(decoder),
        Err(error) => Plain::new(Failed(Some(error))),
    }
}

/// A decoder of all frames, one after another.
#[cfg(not(feature = "zstd-c"))]
pub(super) fn serial(read: impl Read + Send + 'static) -> Plain {
    Plain::new(rust::Frames::new(Plain::new(read)))
}

/// An error in the place of a decoder that has no memory.
#[cfg(feature = "zstd-c")]
struct Failed(Option<std::io::Error>);

#[cfg(feature = "zstd-c")]
impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(not(feature = "zstd-c"))]
mod rust {
    use std::error::Error;
    use std::io::{self, BufRead, BufReader, ErrorKind, Read};
    use std::mem;

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    use super::Plain;

    /// The number of bytes that are decoded at a time, at most.
    const AT_ONCE: usize = 1 << 17;

    /// An empty block, marked as the last of its frame, and space for a checksum.
    const EMPTY_LAST_BLOCK: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

    /// All frames of a file, one after another.
    pub(super) struct Frames {
        read: BufReader<Plain>,
        decoder: FrameDecoder,
        state: State,
    }

    enum State {
        Between,
        Within,
        Over,
        /// The data is damaged or cut off. The bytes decoded before are still returned.
        Failed(io::Error),
    }

    impl Frames {
        pub(super) fn new(read: Plain) -> Self {
            let read = BufReader::with_capacity(1 << 17, read);
            Self { read, decoder: FrameDecoder::new(), state: State::Between }
        }

        /// Begins the next frame that is not skippable.
        fn begin(&mut self) -> io::Result<State> {
            loop {
                if self.read.fill_buf()?.is_empty() {
                    return Ok(State::Over);
                }
                match self.decoder.reset(&mut self.read) {
                    Ok(()) => return Ok(State::Within),
                    Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                        length,
                        ..
                    })) => {
                        let length = u64::from(length);
                        let passed = io::copy(&mut self.read.by_ref().take(length), &mut io::sink())?;
                        if passed < length {
                            return Err(ErrorKind::UnexpectedEof.into());
                        }
                    }
                    Err(error) => return Err(self.error(error)),
                }
            }
        }

        /// Decodes more of the frame, and compares its checksum at the end.
        fn go_on(&mut self) -> io::Result<State> {
            let strategy = BlockDecodingStrategy::UptoBytes(AT_ONCE);
            match self.decoder.decode_blocks(&mut self.read, strategy) {
                Ok(true) => Ok(State::Between),
                Ok(false) => Ok(State::Within),
                Err(error) => {
                    let error = self.error(error);
                    // The decoder holds back the bytes that later blocks may repeat. An empty last block makes it return them.
                    let mut last = BufReader::new(Plain::new(EMPTY_LAST_BLOCK));
                    let _ = self.decoder.decode_blocks(&mut last, BlockDecodingStrategy::All);
                    Err(error)
                }
            }
        }

        fn error(&mut self, error: FrameDecoderError) -> io::Error {
            // The decoder reports no error if the data ends too early, but is at the end then.
            if self.read.fill_buf().is_ok_and(<[u8]>::is_empty) {
                return ErrorKind::UnexpectedEof.into();
            }
            source_error(&error).unwrap_or_else(|| io::Error::other(error))
        }

        /// Compares the checksum of a frame, all of whose bytes have been given out.
        fn check(&self) -> io::Result<()> {
            match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
                (Some(expected), Some(found)) if expected != found => {
                    Err(io::Error::other("the checksum of a frame is wrong"))
                }
                _ => Ok(()),
            }
        }
    }

    /// Returns the error of the source, if that ended the decoding. Within a block, damaged data can end too early as well.
    fn source_error(error: &FrameDecoderError) -> Option<io::Error> {
        let mut cause: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = cause {
            match error.downcast_ref::<io::Error>() {
                Some(error) if error.kind() != ErrorKind::UnexpectedEof => {
                    return Some(io::Error::new(error.kind(), error.to_string()));
                }
                _ => cause = error.source(),
            }
        }
        None
    }

    impl Read for Frames {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            loop {
                if self.decoder.can_collect() > 0 {
                    let count = self.decoder.read(bytes)?;
                    if count > 0 {
                        let is_whole = self.decoder.is_finished() && self.decoder.can_collect() == 0;
                        if is_whole && matches!(self.state, State::Between) {
                            self.check().unwrap_or_else(|error| self.state = State::Failed(error));
                        }
                        return Ok(count);
                    }
                }
                let next = match mem::replace(&mut self.state, State::Over) {
                    State::Between => self.begin(),
                    State::Within => self.go_on(),
                    State::Over => return Ok(0),
                    State::Failed(error) => return Err(error),
                };
                self.state = next.unwrap_or_else(State::Failed);
            }
        }
    }
}
