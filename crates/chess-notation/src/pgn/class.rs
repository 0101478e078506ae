//! Classes of bytes.

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

pub(crate) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// True if a byte may take part in the beginning or end of a game or variation: a line end, a mark of comments or
/// variations, a character of results other than digits, and `$`, after which digits are not a result. Other control
/// characters are included, which makes the test shorter.
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
