use std::io::{self, Read};

/// Gives bytes in small portions of lengths that the bytes themselves choose.
pub(crate) struct Portions<'a>(pub(crate) &'a [u8]);

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = self.0.first().map_or(0, |&byte| 1 + usize::from(byte % 32));
        let (portion, rest) = self.0.split_at(wanted.min(buffer.len()).min(self.0.len()));
        buffer[..portion.len()].copy_from_slice(portion);
        self.0 = rest;
        Ok(portion.len())
    }
}
