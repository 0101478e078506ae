//! JSON that may be shown on a terminal.

use std::io;

use serde::Serialize;

use crate::io::visible::is_escaped;

/// Appends `record` as JSON. Text in it may come from outside: of the characters that could steer a terminal, JSON itself escapes
/// those below U+0020, and this the others, in the same way. So a reader of JSON gets every text as it was.
pub(crate) fn write(text: &mut Vec<u8>, record: &impl Serialize) -> io::Result<()> {
    let start = text.len();
    serde_json::to_writer(&mut *text, record)?;
    // All of these characters begin with one of these bytes, which most texts lack.
    if text[start..].iter().any(|byte| matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2)) {
        escape(text, start);
    }
    Ok(())
}

/// Escapes the characters from `start` on. They stand in strings, since there is nothing but ASCII between them.
fn escape(text: &mut Vec<u8>, start: usize) {
    let record = String::from_utf8_lossy(&text[start..]).into_owned();
    text.truncate(start);
    for c in record.chars() {
        if is_escaped(c) {
            text.extend_from_slice(format!("\\u{:04x}", u32::from(c)).as_bytes());
        } else {
            text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_read_as_it_was_written() {
        let all: String =
            (char::MIN..=char::MAX).filter(|&c| u32::from(c) < 0x3000 || u32::from(c) % 97 == 0).collect();
        let mut text = b"before\n\x1b".to_vec();
        write(&mut text, &[&all, "plain", "M\u{fc}ller \u{265e} \u{2027}"]).unwrap();
        let text = String::from_utf8(text).unwrap();
        let json = text.strip_prefix("before\n\u{1b}").unwrap();
        assert!(!json.contains(is_escaped));
        assert!(json.contains("\"M\u{fc}ller \u{265e} \u{2027}\""), "{json}");
        assert_eq!(serde_json::from_str::<[String; 3]>(json).unwrap()[0], all);
    }

    #[test]
    fn the_bytes_that_are_looked_for_begin_all_characters_that_are_escaped() {
        for c in (char::MIN..=char::MAX).filter(|&c| is_escaped(c) && c >= ' ') {
            let mut text = Vec::new();
            write(&mut text, &c).unwrap();
            assert_eq!(String::from_utf8(text).unwrap(), format!("\"\\u{:04x}\"", u32::from(c)));
        }
    }
}
