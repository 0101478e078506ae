use std::fmt::Arguments;
use std::io::Write;

/// Bytes to which text is added.
#[derive(Default)]
pub(crate) struct Out(pub(crate) Vec<u8>);

impl Out {
    pub(crate) fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn format(&mut self, text: Arguments<'_>) {
        self.0.write_fmt(text).expect("memory takes all");
    }
}
