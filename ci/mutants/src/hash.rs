//! Hashes that stay the same from run to run.

/// FNV-1a with 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text and its end.
    pub fn add(&mut self, text: &str) {
        self.add_bytes(text.as_bytes());
        self.add_bytes(&[0xff]);
    }

    /// Adds bytes.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub fn value(self) -> u64 {
        self.0
    }
}

impl Default for Hash {
    fn default() -> Self {
        Self::new()
    }
}
