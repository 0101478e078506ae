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

/// True if a byte may take part in the beginning or end of a game or variation, whatever stands beside it: a line end, a mark of
/// comments or variations, or a character of results other than digits. Other control characters are included, which makes the
/// test of many bytes at once shorter.
pub(crate) fn is_notable(byte: u8) -> bool {
    let is_parenthesis_or_star = byte.wrapping_sub(b'(') < 3;
    let is_comment = byte & !0x40 == b';';
    let is_part_of_result = byte & !0x02 == b'-';
    byte < b' ' || is_parenthesis_or_star || is_comment || is_part_of_result
}

/// True if the second of three bytes, which is [notable](is_notable), takes no part: the dash behind an O is one of castling, and a
/// line that begins with a letter or digit goes on with moves.
#[inline]
pub(crate) fn is_dull_between(before: u8, byte: u8, behind: u8) -> bool {
    match byte {
        b'-' => before == b'O',
        b'\n' => behind.is_ascii_alphanumeric(),
        b'\r' => behind == b'\n',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_marks_are_notable() {
        for byte in 0..=u8::MAX {
            let is_mark = b"()*;{-/".contains(&byte);
            assert_eq!(is_notable(byte), byte < b' ' || is_mark, "{byte}");
        }
    }

    #[test]
    fn castling_and_lines_of_moves_are_dull() {
        for before in 0..=u8::MAX {
            for behind in 0..=u8::MAX {
                assert_eq!(is_dull_between(before, b'-', behind), before == b'O');
                assert_eq!(is_dull_between(before, b'\n', behind), behind.is_ascii_alphanumeric());
                assert_eq!(is_dull_between(before, b'\r', behind), behind == b'\n');
                for byte in *b"()*;{/\0\t" {
                    assert!(!is_dull_between(before, byte, behind));
                }
            }
        }
    }
}
