//! Places where a text can certainly be cut: no reader of the whole text is within a game there.
//!
//! Each function takes a text that begins where a game may begin, and that need not be complete.

use chess_notation::pgn::{Event, PgnError, Reader};
use memchr::{memchr, memchr_iter, memchr2, memrchr, memrchr2};

/// The most bytes after a token that decide its kind: that of chess-notation's lexer, rounded up.
const LOOKAHEAD: usize = 512;

/// The most blanks, and the most letters of a last word, that are examined before a tag.
const FEW: usize = 256;

/// The number of bytes before a tag that show whether it begins a game, if they are a result and a blank line.
pub(crate) const CONTEXT: usize = 2 * FEW;

/// More bytes than any spelling of a result has.
const LONGEST_RESULT: usize = 16;

/// The last place where tags begin a game, as the bytes before it prove without being read as a game.
///
/// A bracket at the start of a line, followed by a letter or digit, begins a game unless it is
/// - in a comment in braces. It does not if the last brace before it closes one, or if there is none: no brace opens a comment
///   after the last closing one.
/// - in another token that goes on over the end of a line. That can only be a tag whose name has been read or may follow; a value that
///   is broken over lines goes on to no line that begins with a bracket.
/// - among the tags of a game, where comments, blank lines and text that is an error may be before it.
///
/// A comment before the tags would be part of their game. The last two are excluded by the last line before the blank one, which
/// must end with a whole result, and have no sign of a tag nor of a comment to the end of the line: a result ends the tags, wherever
/// it is, and a game or at least its tags.
pub(crate) fn before_tags(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    // The last brace before any of the places that are left.
    let mut brace: Option<Option<usize>> = None;
    loop {
        let at = memrchr(b'[', text.get(..end)?)?;
        end = at;
        if !is_at_line_of_tag(text, at) || !is_after_result(&text[..at]) {
            continue;
        }
        let last = match brace {
            Some(last) if last.is_none_or(|last| last < at) => last,
            _ => memrchr2(b'{', b'}', &text[..at]),
        };
        brace = Some(last);
        match last {
            Some(open) if text[open] == b'{' => end = open,
            _ => return Some(at),
        }
    }
}

/// The first place where tags begin a game, of a text that begins within a game. `brace` is the last brace before the text, and
/// becomes the last one before the place, or that of the text but for its last [`CONTEXT`] bytes.
pub(crate) fn next_tags(text: &[u8], brace: &mut Option<u8>) -> Option<usize> {
    let mut passed = 0;
    let mut pass = |end: usize| {
        if let Some(at) = text.get(passed..end).and_then(|text| memrchr2(b'{', b'}', text)) {
            *brace = Some(text[passed + at]);
        }
        passed = passed.max(end);
        *brace != Some(b'{')
    };
    for at in memchr_iter(b'[', text) {
        if is_at_line_of_tag(text, at) && is_after_result(&text[..at]) && pass(at) {
            return Some(at);
        }
    }
    pass(text.len().saturating_sub(CONTEXT));
    None
}

/// The last place where a game begins, found by reading all games.
pub(crate) fn by_reading(text: &[u8], is_lenient: bool) -> Option<usize> {
    let mut reader = Reader::new(text).lenient(is_lenient);
    let mut last = None;
    // True if no event of the next game, nor a comment before it, has been seen.
    let mut is_between = false;
    loop {
        match reader.next_event() {
            Ok(Some(Event::End(_))) => is_between = true,
            Ok(Some(_)) | Err(PgnError::Game(_)) => {
                if is_between {
                    let place = reader.place().offset as usize;
                    if place + LOOKAHEAD > text.len() {
                        return last;
                    }
                    if is_same_apart(text, place) {
                        last = Some(place);
                    }
                }
                is_between = false;
                reader.skip_game().ok()?;
            }
            Ok(None) | Err(_) => return last,
        }
    }
}

/// The place after the last line that ends with the result of a game, or `None`. Unlike the others, the function needs no byte
/// after the line: it is for a writer that waits for an answer.
pub(crate) fn behind_result(text: &[u8], is_lenient: bool) -> Option<usize> {
    let mut reader = Reader::new(text).lenient(is_lenient);
    let mut last = None;
    loop {
        match reader.next_event() {
            Ok(Some(Event::End(Some(_)))) => {
                let result = text.get(reader.place().offset as usize..)?;
                let line = memchr(b'\n', result).map(|line_end| &result[..line_end]);
                if let Some(line) = line.filter(|line| is_result(line)) {
                    last = Some(text.len() - result.len() + line.len() + 1);
                }
            }
            Ok(Some(Event::End(None))) => {}
            Ok(Some(_)) | Err(PgnError::Game(_)) => reader.skip_game().ok()?,
            Ok(None) | Err(_) => return last,
        }
    }
}

/// The number of line ends in bytes that neither begin nor end between a CR and its LF. Lines end with LF, CR or both.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', bytes).count() as u64;
    let Some(first) = memchr(b'\r', bytes) else { return feeds };
    let lone = memchr_iter(b'\r', &bytes[first..]).filter(|at| bytes.get(first + at + 1) != Some(&b'\n'));
    feeds + lone.count() as u64
}

/// True if the text can be cut at this place, where a game begins: what is before it reads the same without what follows, and a
/// reader that begins there reads the same as one that comes there. At its start it finds a percent sign at the start of a line, a tag
/// in any bracket, or one without its bracket.
fn is_same_apart(text: &[u8], place: usize) -> bool {
    let (before, behind) = text.split_at(place);
    match (before.last(), behind) {
        (_, [b'[', ..]) => is_at_line_of_tag(text, place),
        (_, [b'%', ..]) => false,
        (Some(b'\n' | b'\r'), _) => true,
        (Some(b' ' | b'\t'), [byte, ..]) => {
            let mark = memchr2(b'"', b'\n', &behind[..LOOKAHEAD]);
            !byte.is_ascii_alphabetic() || mark.is_none_or(|at| behind[at] == b'\n')
        }
        _ => false,
    }
}

/// True if the line, which begins with a result, has nothing else.
fn is_result(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() <= LONGEST_RESULT && !line.iter().any(|byte| byte.is_ascii_whitespace() || *byte == b'{')
}

/// True if the bracket at this place begins a line, and a tag unless it is within a comment.
fn is_at_line_of_tag(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1] == b'\n' && begins_tag(&text[at..])
}

fn begins_tag(bracket: &[u8]) -> bool {
    let behind = bracket.iter().take(FEW).skip(1).find(|&&byte| !matches!(byte, b' ' | b'\t'));
    behind.is_some_and(u8::is_ascii_alphanumeric)
}

/// True if the text ends with a line that ends like a result, and a blank line or more.
fn is_after_result(text: &[u8]) -> bool {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let blanks = text.iter().rev().take(FEW).take_while(is_blank).count();
    let (before, blanks) = text.split_at(text.len() - blanks);
    let line_ends = memchr_iter(b'\n', blanks).count();
    if line_ends < 2 || !ends_with_result(before) {
        return false;
    }
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    let line = &before[start..];
    let first = line.iter().find(|byte| !is_blank(byte));
    !matches!(first, Some(b'%' | 0xef))
        && memchr(b';', line).is_none()
        && !has_bracket(line)
        && !is_name_of_tag(before)
        && !is_name_of_tag(before[..start].trim_ascii_end())
}

/// True if the text ends with a result of the standard that is a token of its own.
fn ends_with_result(text: &[u8]) -> bool {
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'}' | b')');
    ["1-0", "0-1", "1/2-1/2"].iter().any(|result| {
        text.strip_suffix(result.as_bytes()).is_some_and(|before| before.last().is_none_or(is_before))
    }) || text.ends_with(b"*")
}

/// True if the line has an opening bracket outside of the braces of comments that begin in it.
fn has_bracket(line: &[u8]) -> bool {
    let mut is_in_braces = false;
    line.iter().any(|&byte| {
        is_in_braces = byte == b'{' || is_in_braces && byte != b'}';
        byte == b'[' && !is_in_braces
    })
}

/// True if the text may end with a bracket and the name of a tag, the value of which may follow in another line.
fn is_name_of_tag(text: &[u8]) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
    let name = text.iter().rev().take(FEW).take_while(is_name).count();
    let before = &text[..text.len() - name];
    let blanks = before.iter().rev().take(FEW).take_while(|byte| byte.is_ascii_whitespace()).count();
    name == FEW || blanks == FEW || before[..before.len() - blanks].ends_with(b"[")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text without its first bar, and the place of the bar.
    fn marked(text: &str) -> (String, Option<usize>) {
        (text.replacen('|', "", 1), text.find('|'))
    }

    #[test]
    fn the_last_tags_after_a_result_begin_a_game() {
        for text in [
            "1. e4 1-0\n\n|[Event \"a\"]",
            "1. e4 0-1\r\n\r\n|[ \t Event \"a\"]",
            "1. d4 1/2-1/2\n\n[Event \"a\"]\n\n* \n \n|[Event \"b\"]\n[Site \"c\"]\n",
            "\n\n[Event \"a\"]",
            "*\n[Event \"a\"]",
            "* x\n\n[Event \"a\"]",
            "*\n\n [Event \"a\"]",
            "*\n\n[\"Event\"]",
            "*\n\n[",
            // The line of the result is an escape, a comment, a tag, or begins with the mark of UTF-8.
            "% 1-0\n\n[Event \"a\"]",
            "x\r% 1-0\n\n[Event \"a\"]",
            "1. e4 ; 1-0\n\n[Event \"a\"]",
            " [Event 1-0\n\n[Event \"a\"]",
            "\u{feff}% 1-0\n\n[Event \"a\"]",
            // The last word may be the name of a tag, whose bracket is after blanks.
            "1-0 *\n[\n Event1\n\n[Event \"a\"]",
            "1-0 *\n(\n 1-0\n\n|[Event \"a\"]",
            // A word that only ends like a result may be an error among tags.
            "[Site \"a\"]\nlevel 10\n\n[Event \"a\"]",
            "[Site \"a\"]\n11-0\n\n[Event \"a\"]",
            "[Site \"a\"]\nx1-0\n\n[Event \"a\"]",
            "[Site \"a\"]\n1 - 0\n\n[Event \"a\"]",
            "[Site \"a\"]\nlevel* 1-0\n\n|[Event \"a\"]",
            "[Site \"a\"]\nlevel*\n\n|[Event \"a\"]",
            // A tag that is broken, after one that began in another line, or after a comment.
            "[White\n\"a\"] [Black 1\n\n[Date \"b\"]",
            "[ \n White \"a{\"] [Black }1\n\n[Date \"b\"]",
            "{\n} [Black 1\n\n[Date \"b\"]",
            "1. e4 {[%clk 0:01:00]} 1-0\n\n|[Date \"b\"]",
            // Comments in braces, closed ones and open ones.
            "1. e4 {x} 1-0\n\n|[Event \"a\"] {\n\n",
            "1. e4 {x 1-0\n\n[Event \"a\"]",
            "1. e4 1-0\n\n|[Event \"a\"]\n1. d4 {\n0-1\n\n[Event \"b\"]\n1-0\n\n[Event \"c\"]",
            "1. e4 {1-0\n\n[Event \"a\"]} 1. d4 \n0-1\n\n|[Event \"b\"]",
        ] {
            let (text, place) = marked(text);
            assert_eq!(before_tags(text.as_bytes()), place, "{text:?}");
        }
    }

    #[test]
    fn many_blanks_or_letters_are_no_sign_of_a_game() {
        for (count, is_few) in [(200, true), (FEW - 3, true), (FEW + 1, false), (2 * FEW, false)] {
            let blanks = " ".repeat(count);
            let letters = "1".repeat(count);
            for text in [
                format!("*\n\n[{blanks}Event \"a\"]"),
                format!("*{blanks}\n\n[Event \"a\"]"),
                format!("*\n{letters}\n1-0\n\n[Event \"a\"]"),
                format!("*x{blanks}1-0\n\n[Event \"a\"]"),
            ] {
                let place = Some(text.find('[').unwrap()).filter(|_| is_few);
                assert_eq!(before_tags(text.as_bytes()), place, "{count} {text:?}");
            }
        }
    }

    #[test]
    fn the_first_tags_outside_braces_begin_the_next_game() {
        let end = " ".repeat(CONTEXT);
        for (text, before, after) in [
            ("1-0\n\n|[Event \"a\"]*\n\n[Event \"b\"]", None, None),
            ("x} 1-0\n\n|[Event \"a\"]{", Some(b'{'), Some(b'}')),
            ("x 1-0\n\n[Event \"a\"]", Some(b'{'), Some(b'{')),
            ("x{ 1-0\n\n[Event \"a\"]*\n\n[Event \"b\"]", None, Some(b'{')),
            ("x{ 1-0\n\n[Event \"a\"]\n} *\n\n|[Event \"b\"]", None, Some(b'}')),
            ("x *\n\n|[Event \"a\"]", Some(b'}'), Some(b'}')),
            ("x\n\n[Event \"a\"]", None, None),
            ("{x", None, Some(b'{')),
            ("{x}", Some(b'{'), Some(b'}')),
        ] {
            let (text, place) = marked(text);
            let mut brace = before;
            assert_eq!(next_tags(format!("{text}{end}").as_bytes(), &mut brace), place, "{text:?}");
            assert_eq!(brace, after, "{text:?}");
        }
        // Bytes that are read again are not skipped.
        let mut brace = None;
        assert_eq!((next_tags(b"{x", &mut brace), brace), (None, None));
    }

    #[test]
    fn a_text_is_cut_only_between_games() {
        let end = " ".repeat(LOOKAHEAD);
        for text in [
            "1. e4",
            "1. e4 1-0",
            "1. e4 1-0 |1. d4 0-1",
            "1. e4 1-0 1. d4 0-1\n|1. c4",
            "[White \"a\"]\n* |1. e4 * [White \"b\"] 1. d4",
            "[White \"a\"]\n* 1. e4 *\n|[White \"b\"] 1. d4",
            "[White \"a\"]\n[Black\n{x\n[Result \"*\"]\n\n[Black \"b\"]\n\n|[Result \"*\"]",
            // An error does not hide the games after it.
            "1. e4 ] 1-0 1. d4 ] 0-1 |1. c4",
            // A sign of percent is an escape at the beginning of a line only.
            "1. e4 1-0 % x\n",
            "* |1. e4 1-0 % x\n",
            // A word before a quotation mark would be a tag without its bracket.
            "* Nf3 \"x\"]\n",
            "* \n|Nf3 \"x\"]\n",
            "* |Nf3 x\n\"x\"]\n",
            // Without a blank before it, the next game may decide how a word before it is read.
            "* |{x} 1. e4 *{x} 1. e4",
        ] {
            let (text, place) = marked(text);
            assert_eq!(by_reading(format!("{text}{end}").as_bytes(), false), place, "{text:?}");
        }
        // As many bytes as the next token may need are after the place, and not one less.
        let games = format!("1-0 e4{}", &end[2..]);
        assert_eq!(by_reading(games.as_bytes(), false), Some(4));
        assert_eq!(by_reading(&games.as_bytes()[..games.len() - 1], false), None);
        // A bracket within a line is not read as one at its beginning.
        for (text, place) in [
            ("1. e4 1-0 [White \"a\"] *", None),
            ("1. e4 1-0\n[White \"a\"] *", Some(10)),
            ("1. e4 1-0\nx [White \"a\"] *", None),
        ] {
            let text = format!("{text}{end}");
            let found = [false, true].map(|is_lenient| by_reading(text.as_bytes(), is_lenient));
            assert_eq!(found, [place, place], "{text:?}");
        }
    }

    #[test]
    fn a_game_ends_at_the_line_of_its_result() {
        for text in [
            "1. e4 1-0",
            "1. e4 1-0\n|",
            "1. e4 1-0\n|1. d4 0-1",
            "1. e4 1-0 1. d4 0-1 \r\n|\n x",
            "1. e4 1-0 x\n",
            "1. e4 1-0\n1. d4 1/2-1/2 {x}\n".replacen('\n', "\n|", 1).as_str(),
            "1. e4 {1-0\n} 1. d4 0-1\n|",
            "1. e4\n\n[Event \"a\"] *\n|",
            "1. e4 ] 1-0\n1. d4 0-1\n|",
        ] {
            let (text, place) = marked(text);
            assert_eq!(behind_result(text.as_bytes(), false), place, "{text:?}");
        }
        // More bytes than a result has may begin a comment in braces.
        for (count, is_whole) in [(0, true), (LONGEST_RESULT - 4, true), (LONGEST_RESULT - 3, false)] {
            let text = format!("1. e4 1-0;{}\n", "x".repeat(count));
            let place = is_whole.then_some(text.len());
            assert_eq!(behind_result(text.as_bytes(), false), place, "{text:?}");
        }
    }

    #[test]
    fn lf_cr_or_both() {
        for (text, ends) in [
            ("", 0),
            ("a", 0),
            ("\n", 1),
            ("\r", 1),
            ("\r\n", 1),
            ("\n\r", 2),
            ("a\r\rb\r\n\nc", 4),
            ("\r\n\r\n\r", 3),
        ] {
            assert_eq!(line_ends(text.as_bytes()), ends, "{text:?}");
        }
    }
}
