//! A slow reader of whole texts, one character at a time without skipping: the oracle of the fast one.

use chess_notation::pgn::{PgnError, Reader};
use chess_testkit::Random;

use super::{shown, text_of, walk};

/// The events of a text; of errors, only the rule.
pub(super) fn naive(text: &[u8]) -> Vec<String> {
    let mut naive = Naive { text, ..Naive::default() };
    while naive.game() {}
    naive.events
}

/// The same from the reader.
pub(super) fn fast(text: &[u8]) -> Vec<String> {
    let mut reader = Reader::new(text);
    let word = |word: &[u8]| word.escape_ascii().to_string();
    walk(
        || Ok(reader.next_event()?.map(|event| shown(event, word))),
        |error| match error {
            PgnError::Game(error) => format!("<{:?}>", error.rule),
            error => panic!("{error}"),
        },
    )
}

#[derive(Default)]
struct Naive<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    is_broken: bool,
    events: Vec<String>,
    /// The names of the game's tags.
    names: Vec<String>,
    /// The value of the tag `Result`.
    result: String,
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f || byte == b'.'
}

fn is_word(byte: u8) -> bool {
    !is_blank(byte) && !b"(){}[];%$!?*".contains(&byte)
}

fn latin(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

impl Naive<'_> {
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn push(&mut self, event: &str) {
        if !self.is_broken {
            self.events.push(event.to_string());
        }
    }

    fn fail(&mut self, rule: &str) {
        self.push(&format!("<{rule}>"));
        self.is_broken = true;
    }

    fn pass_while(&mut self, is_such: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        while self.next().is_some_and(&is_such) {
            self.at += 1;
        }
        self.text[start..self.at].escape_ascii().to_string()
    }

    /// Whether the next byte is the first of its line, but for blanks if they are allowed.
    fn begins_line(&self, blanks_allowed: bool) -> bool {
        let mut before = self.text[..self.at].to_vec();
        while before.last().is_some_and(|&byte| blanks_allowed && is_blank(byte) && !is_line_end(byte))
            || before.ends_with(b"\xef\xbb\xbf")
        {
            let length = if before.ends_with(b"\xbf") { 3 } else { 1 };
            before.truncate(before.len() - length);
        }
        before.last().is_none_or(|&byte| is_line_end(byte))
    }

    fn pass_blanks(&mut self) {
        loop {
            if self.rest().starts_with(b"\xef\xbb\xbf") {
                self.at += 3;
            } else if self.next() == Some(b'%') && self.begins_line(false) {
                self.pass_while(|byte| !is_line_end(byte));
            } else if self.next().is_some_and(is_blank) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Passes blanks outside of movetext. Returns true if a blank line is among them.
    fn pass_between(&mut self) -> bool {
        let start = self.at;
        self.pass_blanks();
        let between = String::from_utf8_lossy(&self.text[start..self.at]).replace('\u{feff}', "");
        let between = between.replace("\r\n", "\n").replace('\r', "\n");
        let mut lines: Vec<&str> = between.split('\n').collect();
        lines.pop();
        if !lines.is_empty() && start > 0 && !self.text[..start].ends_with(b"\n") {
            lines.remove(0);
        }
        lines.into_iter().any(|line| line.bytes().all(is_blank))
    }

    /// The name of the tag that begins here in a bracket.
    fn name_ahead(&self) -> Option<String> {
        let text = String::from_utf8_lossy(self.rest()).into_owned();
        let name = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
        let name = name.split(|c: char| !c.is_ascii_alphanumeric() && !"_+#=:-".contains(c)).next()?;
        name.starts_with(|c: char| c.is_ascii_alphanumeric()).then(|| name.to_string())
    }

    /// Whether tags of another game begin here.
    fn is_at_tags(&self) -> bool {
        self.name_ahead().is_some() && (self.begins_line(true) || is_pair(self.rest()))
    }

    /// The tag that begins here without its bracket, at the start of a line.
    fn bare_tag(&self) -> Option<(String, String, usize)> {
        let line = self.rest().split(|&byte| is_line_end(byte)).next().unwrap();
        let is_first = self.next().is_some_and(|byte| byte.is_ascii_alphabetic()) && self.begins_line(true);
        mended(line, false).filter(|_| is_first)
    }

    /// Whether the text that begins here can be a part of a game: among tags, or after a result. Of words, the reader decides whether
    /// they can be moves: it reads nothing else.
    fn begins(&self, is_among_tags: bool, after_blank_line: bool) -> bool {
        match self.next() {
            None | Some(b'{' | b';') => true,
            Some(b'[') => is_among_tags || self.is_at_tags(),
            Some(b'(' | b'$' | b'!' | b'?') => is_among_tags,
            Some(_) => {
                let before: &[u8] = match (is_among_tags, after_blank_line) {
                    (true, _) => b"[A \"a\"] ",
                    (false, true) => b"*\n\n ",
                    (false, false) if self.begins_line(true) => b"*\n ",
                    (false, false) => b"* ",
                };
                let text = [before, self.rest()].concat();
                let mut reader = Reader::new(&text);
                let first = reader.next_event().unwrap().map(|_| ());
                first.is_some() && reader.next_event().is_ok()
            }
        }
    }

    /// Passes text that is no part of a game.
    fn pass_stray(&mut self) {
        let line = self.rest().split(|&byte| is_line_end(byte)).next().unwrap();
        let digits = line.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        let close = line.iter().position(|&byte| byte == b')');
        self.at += match (line[0], result_length(line)) {
            (b'(', _) => close.map_or(1, |at| at + 1),
            (b'0'..=b'9', Some(length)) => length,
            (b'$' | b'0'..=b'9', _) => 1 + digits,
            _ => loose_word(line).max(1),
        };
    }

    fn game(&mut self) -> bool {
        self.is_broken = false;
        self.depth = 0;
        self.pass_between();
        match self.next() {
            None => return false,
            // One that is not closed begins the game.
            Some(b'{' | b';') => {
                if !self.comment_before_moves() || self.next().is_none() {
                    return true;
                }
            }
            Some(_) => {}
        }
        self.names.clear();
        self.result.clear();
        let mut after_blank_line = self.pass_between();
        loop {
            match self.next() {
                Some(b'{' | b';') => drop(self.comment_before_moves()),
                Some(b'[') => {
                    let is_known = self.name_ahead().is_some_and(|name| self.names.contains(&name));
                    if after_blank_line && self.is_at_tags() && is_known {
                        break;
                    }
                    after_blank_line = false;
                    self.tag();
                }
                _ if self.bare_tag().is_some() => {
                    after_blank_line = false;
                    let (name, value, length) = self.bare_tag().unwrap();
                    self.fail(rule_of_mended(&value));
                    self.names.push(name);
                    self.at += length;
                }
                Some(_) if !self.begins(true, false) => {
                    self.fail("NoPart");
                    self.pass_stray();
                }
                _ => break,
            }
            after_blank_line |= self.pass_between();
        }
        self.push("|");
        while self.token() {}
        true
    }

    /// Reads a comment outside of movetext, and returns true if it is broken. One in braces that are not closed ends before a line that
    /// is a whole tag pair, unless the brace is closed close by.
    fn comment_before_moves(&mut self) -> bool {
        let start = self.at;
        let events = self.events.len();
        let was_broken = self.is_broken;
        let in_braces = self.next() == Some(b'{');
        self.comment();
        let end = self.at;
        let is_closed = self.text[..end].ends_with(b"}");
        for at in (start + 1..end).filter(|_| in_braces) {
            self.at = at;
            // A full stop is a blank behind move numbers, not in a comment.
            let line = self.text[..at].rsplit(|&byte| is_line_end(byte)).next().unwrap();
            let begins_line = line.len() < at - start && chars(line).all(|(_, c)| is_space(c));
            if self.next() == Some(b'[') && begins_line && is_pair(self.rest()) {
                if is_closed && end - at <= 510 && !self.text[at..end].contains(&b'{') {
                    break;
                }
                self.events.truncate(events);
                self.is_broken = was_broken;
                self.fail("UnclosedComment");
                self.at = start + self.text[start..at].trim_ascii_end().len();
                return true;
            }
        }
        self.at = end;
        self.is_broken
    }

    /// Reads a tag. One that is broken ends with its line, or with its value in quotation marks.
    fn tag(&mut self) {
        if let Some((name, value, length)) = parse_tag(self.rest()) {
            self.push(&format!("[{name} {value}]"));
            self.at += length;
            if name == "Result" {
                self.result.clone_from(&value);
            }
            self.names.push(name);
            return;
        }
        let text = self.rest().to_vec();
        let line = text.split(|&byte| is_line_end(byte)).next().unwrap();
        let length = line.len();
        if let Some((name, value, length)) = mended(line, true) {
            self.fail(rule_of_mended(&value));
            self.names.push(name);
            self.at += length;
            return;
        }
        self.fail("Tag");
        self.at += over_lines(&text, length).unwrap_or(length);
    }

    fn comment(&mut self) {
        let in_braces = self.next() == Some(b'{');
        self.at += 1;
        let start = self.at;
        self.pass_while(|byte| if in_braces { byte != b'}' } else { !is_line_end(byte) });
        if in_braces && self.next().is_none() {
            self.fail("UnclosedComment");
            return;
        }
        self.push(&format!("{{{}}}", latin(&self.text[start..self.at])));
        self.at += usize::from(in_braces);
    }

    /// Reads a token; `false` if that ends the game.
    fn token(&mut self) -> bool {
        self.pass_blanks();
        let Some(byte) = self.next() else { return self.end("end") };
        if byte == b'[' && self.is_at_tags() {
            return self.end("end");
        }
        if byte == b'{' || byte == b';' {
            self.comment();
            return true;
        }
        if is_word(byte) {
            return self.word();
        }
        self.at += 1;
        match byte {
            b'(' => {
                self.push("(");
                self.depth += 1;
            }
            b')' if self.depth == 0 => self.fail("NoVariation"),
            b')' => {
                self.push(")");
                self.depth -= 1;
            }
            b'*' => return self.result("*"),
            b'$' => match self.pass_while(|byte| byte.is_ascii_digit()).parse::<u8>() {
                Ok(number) => self.push(&format!("${number}")),
                Err(_) => self.fail("Nag"),
            },
            b'!' | b'?' => {
                let pair = [byte, self.next().unwrap_or_default()];
                let known: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];
                let double = known.iter().position(|&suffix| suffix == pair);
                self.at += usize::from(double.is_some());
                let single = usize::from(byte == b'?');
                self.push(&format!("${}", double.unwrap_or(single) + 1));
            }
            _ => self.fail("Stray"),
        }
        true
    }

    fn word(&mut self) -> bool {
        let start = self.at;
        let digits = self.pass_while(|byte| byte.is_ascii_digit());
        let word = digits.clone() + &self.pass_while(is_word);
        match word.as_str() {
            "1-0" | "0-1" | "1/2-1/2" => return self.result(&word),
            "1/2" if self.goes_on() => {}
            "1/2" | r"\xc2\xbd-\xc2\xbd" | r"\xbd-\xbd" => return self.result("1/2-1/2"),
            _ if digits == "0000" && self.text.get(start + 4) != Some(&b'.') => {}
            _ if !digits.is_empty() && !word.starts_with("0-0") => {
                self.at = start + digits.len();
                return true;
            }
            _ => {}
        }
        if word.ends_with('e') && self.rest().starts_with(b".p.") {
            self.at += 3;
        } else if [b"(Q)", b"(R)", b"(B)", b"(N)"].iter().any(|piece| self.rest().starts_with(*piece)) {
            self.at += 3;
            self.pass_while(is_word);
        }
        let word = self.text[start..self.at].escape_ascii().to_string();
        if word != "ep" && word != "e.p." {
            self.push(&word);
        }
        true
    }

    /// Whether movetext goes on here, on this line or the next, with another move than a first one.
    fn goes_on(&self) -> bool {
        let mut rest = self.rest();
        let mut line_feeds = 0;
        while let Some((_, c)) = chars(rest).next().filter(|&(_, c)| is_space(c) || c == '.' || c == '{') {
            line_feeds += usize::from(c == '\n');
            let close = rest.iter().position(|&byte| byte == b'}').map_or(rest.len(), |at| at + 1);
            rest = &rest[if c == '{' { close } else { c.len_utf8() }..];
        }
        if line_feeds > 1 || rest.starts_with(b"1.") && !rest.starts_with(b"1..") {
            return false;
        }
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = [b"[A \"a\"] ", rest].concat();
        let mut reader = Reader::new(&text);
        reader.next_event().unwrap();
        // What begins movetext, but no mark before a move and no second result.
        let is_move = rest.first().is_some_and(|byte| !b"[{;($!?*".contains(byte))
            && reader.next_event().is_ok()
            && result_length(rest).is_none();
        digits > 0 && rest.get(digits) == Some(&b'.') || is_move
    }

    fn result(&mut self, result: &str) -> bool {
        if self.depth > 0 {
            return true;
        }
        let rule = match self.result.as_str() {
            "1-0" => "WhiteWins",
            "0-1" => "BlackWins",
            "1/2-1/2" | "1/2" | "½-½" | "½" => "Draw",
            _ => "",
        };
        let is_same =
            ["1-0 WhiteWins", "0-1 BlackWins", "1/2-1/2 Draw"].contains(&format!("{result} {rule}").as_str());
        if !rule.is_empty() && !is_same && result != "*" {
            self.fail(&format!("OtherResult({rule})"));
        }
        // Text after the result.
        let at = self.events.len();
        let was_broken = self.is_broken;
        loop {
            let after_blank_line = self.pass_between();
            if self.begins(false, after_blank_line) {
                break;
            }
            self.fail("NoPart");
            self.pass_stray();
        }
        if was_broken || self.is_broken {
            self.events.truncate(at + usize::from(!was_broken));
        }
        self.end(result)
    }

    fn end(&mut self, event: &str) -> bool {
        if self.depth > 0 {
            self.fail("UnclosedVariation");
        }
        self.push(event);
        false
    }
}

/// The length of a word outside of movetext: marks that people write between moves do not belong to one.
fn loose_word(line: &[u8]) -> usize {
    let begins_move = |rest: &[u8]| match rest {
        [b'0'..=b'9', ..] => true,
        [first, second, ..] => {
            b"abcdefghKQRBN".contains(first) && b"abcdefgh12345678x".contains(second)
                || rest.starts_with(b"O-O")
        }
        _ => false,
    };
    for (at, c) in chars(line) {
        let rest = &line[at..];
        let is_slash = rest[0] == b'/' && begins_move(&rest[1..]);
        match c {
            ',' | '/' if at == 0 && (c == ',' || is_slash) => return 1,
            ',' | '<' if at > 0 => return at,
            '/' if is_slash && line[0] != b'<' => return at,
            '>' => return at + 1,
            _ if c.is_ascii() && !is_word(c as u8) || c == '\u{feff}' => return at,
            _ => {}
        }
    }
    line.len()
}

/// The length of the result that the text begins with, in any spelling, before a blank or another token: the points of both sides, with
/// blanks around the sign between them, or a half alone.
fn result_length(text: &[u8]) -> Option<usize> {
    let all: Vec<(usize, char)> = chars(text).chain([(text.len(), '\n')]).collect();
    let points = |at: usize| {
        [("1/2", 1), ("0.5", 1), ("0,5", 1), ("½", 1), ("1", 2), ("0", 0)].into_iter().find_map(
            |(spelling, points)| {
                let end = at + spelling.chars().count();
                let found = all.get(at..end)?.iter().map(|&(_, c)| c);
                found.eq(spelling.chars()).then_some((points, end))
            },
        )
    };
    let behind_blanks = |at: usize| {
        let is_blank = |&&(_, c): &&(usize, char)| matches!(c, ' ' | '\t' | '\u{feff}');
        at + all[at..].iter().take(8).take_while(is_blank).count()
    };
    let (left, middle) = points(0)?;
    let sign = behind_blanks(middle);
    let both = points(behind_blanks(sign + 1)).filter(|_| matches!(all[sign].1, '-' | ':'));
    let (right, end) = both.or((left == 1 && all[0].1 != '0').then_some((1, middle)))?;
    let (length, behind) = all[end];
    let is_end = matches!(behind, ',' | '<' | '\u{feff}') || behind.is_ascii() && !is_word(behind as u8);
    (left + right == 2 && is_end).then_some(length)
}

/// Whether a tag with a quoted value begins the text, all on its line.
fn is_pair(text: &[u8]) -> bool {
    let line = text.split(|&byte| is_line_end(byte)).next().unwrap();
    let quoted = |length: usize| line[..length - 1].trim_ascii_end().ends_with(b"\"");
    parse_tag(line).is_some_and(|(_, _, length)| {
        quoted(length) && line[..length].split(|&byte| byte == b'"').count() > 2
    })
}

/// The characters of a text, those that are not UTF-8 as Latin-1, and their places.
fn chars(text: &[u8]) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let &first = text.get(at)?;
        let start = at;
        let valid = (1..=4).find_map(|length| std::str::from_utf8(text.get(start..start + length)?).ok());
        at += valid.map_or(1, str::len);
        Some((start, valid.and_then(|text| text.chars().next()).unwrap_or(char::from(first))))
    })
}

/// A tag that lacks its bracket, or has an escape at its end, the only text of its line.
fn mended(line: &[u8], has_bracket: bool) -> Option<(String, String, usize)> {
    let all: Vec<(usize, char)> = chars(line).chain([(line.len(), '\n')]).collect();
    let pass = |mut at: usize, is_such: &dyn Fn(char) -> bool| {
        while at + 1 < all.len() && is_such(all[at].1) {
            at += 1;
        }
        at
    };
    let start = pass(usize::from(has_bracket), &is_space);
    let end = pass(start, &|c| c.is_ascii_alphanumeric() || "_+#=:-".contains(c));
    let mut open = pass(end, &is_space);
    if all[open].1 != '"' && has_bracket {
        open = pass(pass(open, &|c| c == '=' || c == ':'), &is_space);
    }
    if start == end || !is_mark(all[open].1) || !has_bracket && all[open].1 != '"' {
        return None;
    }
    (open + 1..all.len() - 1).find_map(|at| {
        let behind = pass(at + 1, &is_space);
        let length = match all[behind].1 {
            ']' => all[behind].0 + 1,
            '\n' if has_bracket => line.len(),
            _ => return None,
        };
        let value =
            latin(&line[all[open].0 + all[open].1.len_utf8().min(all[open + 1].0 - all[open].0)..all[at].0]);
        is_mark(all[at].1).then(|| (latin(&line[start..end]), value, length))
    })
}

/// The rule that a mended tag breaks: a backslash before the closing mark escapes it, unless that is escaped itself.
fn rule_of_mended(value: &str) -> &'static str {
    let backslashes = value.len() - value.trim_end_matches('\\').len();
    if backslashes % 2 == 1 { "TagEscape" } else { "Tag" }
}

fn is_space(c: char) -> bool {
    c <= ' ' || c == '\u{7f}' || c == '\u{feff}'
}

/// The end of the blanks from a place on, on its line. Control characters and byte order marks are blanks, too.
fn behind_spaces(text: &[u8], at: usize) -> usize {
    let mut rest = chars(&text[at..]).skip_while(|&(_, c)| is_space(c) && c != '\n' && c != '\r');
    rest.next().map_or(text.len(), |(length, _)| at + length)
}

fn is_mark(c: char) -> bool {
    c == '"' || c == '»'
}

/// The length of a tag whose quoted value has line ends.
fn over_lines(text: &[u8], line: usize) -> Option<usize> {
    let start = behind_spaces(text, 1);
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(*byte);
    let end = start + text[start..].iter().take_while(is_name).count();
    if text[..line].get(behind_spaces(text, end)) != Some(&b'"') {
        return None;
    }
    let near = &text[..text.len().min(line + 510)];
    let is_stop = |at: &usize| {
        let line = near[..*at].iter().rposition(|&byte| is_line_end(byte)).map_or(0, |at| at + 1);
        near[*at] == b'{' || near[*at] == b'[' && near[line..*at].iter().all(|byte| b" \t".contains(byte))
    };
    let stop = (line..near.len()).find(is_stop).unwrap_or(near.len());
    (line..stop).filter(|&at| near[at] == b'"').find_map(|at| {
        let bracket = behind_spaces(text, at + 1);
        (text.get(bracket) == Some(&b']')).then_some(bracket + 1)
    })
}

/// The name, the value and the length in bytes of a tag.
fn parse_tag(text: &[u8]) -> Option<(String, String, usize)> {
    let white = |mut at: usize| {
        while text.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    };
    let start = white(1);
    let mut end = start;
    while text.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte)) {
        end += 1;
    }
    if end == start {
        return None;
    }
    let name = latin(&text[start..end]);
    let start = behind_spaces(text, end);
    let quote = if text.get(start) == Some(&b'"') { start } else { white(end) };
    let is_quoted = text.get(quote) == Some(&b'"');
    if !is_quoted {
        let value = text[start..].split(|&byte| byte == b']' || is_line_end(byte)).next().unwrap();
        let mut opening =
            chars(value).map(|(_, c)| c).skip_while(|&c| c == '=' || c == ':').skip_while(|&c| is_space(c));
        if value.split(|&byte| byte == b'"').count() > 2 || opening.next().is_some_and(is_mark) {
            return None;
        }
    }
    let mut at = if is_quoted { quote + 1 } else { start };
    let mut value = Vec::new();
    loop {
        match text.get(at..).unwrap_or_default() {
            [] | [b'\n' | b'\r', ..] => return None,
            [b']', ..] if !is_quoted => return Some((name, latin(value.trim_ascii()), at + 1)),
            [b'\\', escaped @ (b'"' | b'\\'), ..] => {
                value.push(*escaped);
                at += 2;
            }
            [b'"', behind @ ..] if is_quoted => {
                let blanks = behind.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
                if behind.get(blanks) == Some(&b']') {
                    return Some((name, latin(&value), at + blanks + 2));
                }
                value.push(b'"');
                at += 1;
            }
            [byte, ..] => {
                value.push(*byte);
                at += 1;
            }
        }
    }
}

#[test]
fn texts_of_random_tokens() {
    const TOKENS: &str = "e4·Nf3·exd8=Q+·O-O-O#·0-0·0-0-0·o-o·--·Z0·e.p.·ep·exd6e.p.·exd6ep·e8(Q)·a1(N)+·e8(X)·1.·\
        12.·123...·7·00·0000 ·1e4·...·1-0·0-1·1/2-1/2·1/2·*·½-½·11-0·1-00·2-1·/·-·(·)·(·)·{·}·{x}·\
        { [%clk 0:01:02] }·{\n[A \"a\"]\n}·;·; x } 1-0\n·$1·$255·$256·$·$1-0·!·?·!!·!?·?!·??·[·\
        ]·[A \"a\"]·\n[B \"b\"]\n\n·\n [C c]\n·\n[D \"\\\"\\\\\"]·\n[%x]·\n\n·\n·\r\n·%·\
        \n%x [A \"a\"] {\n·\"·\u{feff}·é·\u{0}";
    let mut random = Random::new(17);
    for _ in 0..60_000 {
        let text = text_of(TOKENS, &["", " ", " ", " ", " ", "\n"], 40, &mut random);
        assert_eq!(fast(text.as_bytes()), naive(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn texts_of_random_bytes() {
    let mut random = Random::new(19);
    for _ in 0..60_000 {
        let text: Vec<u8> = (0..random.below(60))
            .map(|_| random.pick(b"\n\r  {}()[];%$!?*\"\\.0-1/2aeApQ\xef\xbb\xbf\xc2\xbd\0"))
            .collect();
        assert_eq!(fast(&text), naive(&text), "{}", text.escape_ascii());
    }
}
