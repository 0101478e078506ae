/// Bytes to which text and numbers are added.
#[derive(Default)]
pub(crate) struct Out(pub(crate) Vec<u8>);

impl Out {
    pub(crate) fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn number(&mut self, number: u32) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.0.push(b'0' + (number % 10) as u8);
    }

    pub(crate) fn two_digits(&mut self, number: u32) {
        self.0.extend([b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8]);
    }

    /// A number of hundredths, with two digits after the point. The sign is the caller's.
    pub(crate) fn hundredths(&mut self, hundredths: u32) {
        self.number(hundredths / 100);
        self.0.push(b'.');
        self.two_digits(hundredths);
    }
}
