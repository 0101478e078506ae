//! What a byte can be part of.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Blank,
    LineEnd,
    /// Is a token by itself, or begins one.
    Mark,
    Digit,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' => Class::LineEnd,
            // A full stop follows move numbers. Control characters end files of other times.
            0..=b' ' | b'.' | 0x7f => Class::Blank,
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b';' | b'%' | b'$' | b'!' | b'?' | b'*' => Class::Mark,
            b'0'..=b'9' => Class::Digit,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[inline(always)]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

#[inline(always)]
pub(crate) fn is_word(byte: u8) -> bool {
    class(byte) >= Class::Digit
}

/// Whether a byte may have something to do with where a game or a variation begins or ends: an end of a line, a mark of
/// comments and variations, what results are made of beside digits, and `$`, behind which digits are no result. Other
/// control characters are as well, which makes the test shorter.
///
/// No branches, so that many bytes can be tested at once.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "lazy operators are branches")]
pub(crate) fn is_notable(byte: u8) -> bool {
    let is_parenthesis_or_star = byte.wrapping_sub(b'(') < 3;
    let is_comment = byte & !0x40 == b';';
    let is_part_of_result = byte & !0x02 == b'-';
    (byte < b' ') | is_parenthesis_or_star | is_comment | is_part_of_result | (byte == b'$')
}
