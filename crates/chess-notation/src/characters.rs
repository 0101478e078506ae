//! Characters beyond ASCII that people and programs write in place of those of the standard.

/// The character that the bytes begin with, and the number of its bytes. Bytes that are not UTF-8 are taken one by one as
/// Windows-1252, of which only the dashes and the dots differ from Latin-1 here. An entity of HTML is its character, but none of ASCII.
pub(crate) fn first_char(bytes: &[u8]) -> Option<(char, usize)> {
    let &first = bytes.first()?;
    let length = match first {
        b'&' => return Some(entity(bytes).unwrap_or(('&', 1))),
        0..0x80 => return Some((char::from(first), 1)),
        0x80..0xc0 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    let text = bytes.get(..length).and_then(|bytes| core::str::from_utf8(bytes).ok());
    let found = text.and_then(|text| text.chars().next()).map(|c| (c, length));
    Some(found.unwrap_or(match first {
        0x85 => ('…', 1),
        0x96 => ('–', 1),
        0x97 => ('—', 1),
        _ => (char::from(first), 1),
    }))
}

/// The character of the entity of HTML that the bytes begin with, and its length. One of ASCII, of which a mark would begin another
/// token, has the full width of East Asian texts instead; one that is not known here is no part of a move.
#[cold]
fn entity(bytes: &[u8]) -> Option<(char, usize)> {
    const LONGEST: usize = 10;
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let name = core::str::from_utf8(&bytes[1..end]).ok()?;
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            match code.ok()? {
                0..=0x20 | 0x7f => '\u{a0}',
                code @ ..0x7f => char::from_u32(code + 0xfee0)?,
                code => char::from_u32(code)?,
            }
        }
        None => match name {
            "nbsp" | "ensp" | "emsp" | "thinsp" | "shy" | "zwnj" | "zwj" => '\u{a0}',
            "hellip" => '…',
            "ndash" | "mdash" | "minus" => '–',
            "frac12" | "half" => '½',
            "times" => '×',
            "plusmn" => '±',
            "infin" => '∞',
            _ if name.len() < 2 || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => return None,
            _ => char::REPLACEMENT_CHARACTER,
        },
    };
    Some((c, end + 1))
}

/// Tests whether a character beyond ASCII is white space, is not shown at all, or is one of the dots behind move numbers.
///
/// These are the Unicode properties `White_Space` and `Default_Ignorable_Code_Point`, and ellipses.
pub(crate) fn is_blank(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let is_ignorable = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    c.is_whitespace() || is_ignorable || matches!(c, '…' | '‥')
}

/// Tests whether a character is a dash: the Unicode property `Dash`.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c,
        '-' | '\u{58a}' | '\u{5be}' | '\u{1400}' | '\u{1806}' | '\u{2010}'..='\u{2015}' | '\u{2053}' | '\u{207b}'
        | '\u{208b}' | '\u{2212}' | '\u{2e17}' | '\u{2e1a}' | '\u{2e3a}'..='\u{2e3b}' | '\u{2e40}' | '\u{2e5d}'
        | '\u{301c}' | '\u{3030}' | '\u{30a0}' | '\u{fe31}'..='\u{fe32}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
        | '\u{10d6e}' | '\u{10ead}')
}

/// The ASCII text that lenient reading puts in place of a character beyond ASCII.
pub(crate) fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '½' => "1/2",
        '⁄' | '∕' => "/",
        '∶' | '：' => ":",
        '×' | '✕' | '✖' | '⨯' => "x",
        '‼' => "!!",
        '⁇' => "??",
        '⁉' => "!?",
        '⁈' => "?!",
        '！' | '❗' | '❕' => "!",
        '？' | '❓' | '❔' => "?",
        '†' | '＋' => "+",
        '‡' => "#",
        '＝' => "=",
        _ if c.is_ascii() => return None,
        _ if is_dash(c) => "-",
        _ if is_blank(c) => " ",
        _ => return None,
    })
}

/// The name of a character that looks like one of the standard, or like nothing.
pub(crate) fn name(c: char) -> &'static str {
    match c {
        '\u{a0}' | '\u{202f}' => "a no-break space",
        '\u{ad}' => "a soft hyphen",
        '\u{200b}' => "a zero-width space",
        '\u{2010}' => "a hyphen",
        '\u{2011}' => "a non-breaking hyphen",
        '\u{2012}' => "a figure dash",
        '\u{2013}' => "an en dash",
        '\u{2014}' => "an em dash",
        '\u{2015}' => "a horizontal bar",
        '\u{2212}' => "a minus sign",
        '\u{feff}' => "a byte order mark",
        _ if is_dash(c) => "a dash",
        _ if is_blank(c) => "a blank",
        _ => "the character",
    }
}
