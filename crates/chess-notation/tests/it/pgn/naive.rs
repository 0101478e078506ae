//! A slow reader of whole texts, one character at a time without skipping: the oracle of the fast one.

use chess_notation::pgn::{PgnError, Reader};
use chess_testkit::Random;

use super::{shown, text_of, walk};

/// The events of a text; of errors, only the rule.
pub(super) fn naive(text: &[u8]) -> Vec<String> {
    let mut naive = Naive { text, at: 0, depth: 0, is_broken: false, events: Vec::new() };
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

struct Naive<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    is_broken: bool,
    events: Vec<String>,
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

    fn game(&mut self) -> bool {
        self.is_broken = false;
        self.depth = 0;
        self.pass_blanks();
        match self.next() {
            None => return false,
            Some(b'{' | b';') => {
                self.comment();
                return true;
            }
            Some(_) => {}
        }
        let mut first = None;
        while self.next() == Some(b'[') {
            if let Some(name) = self.tag() {
                first.get_or_insert(name);
            }
            let end = self.at;
            self.pass_blanks();
            let between = String::from_utf8_lossy(&self.text[end..self.at]).replace('\u{feff}', "");
            let between = between.replace("\r\n", "\n").replace('\r', "\n");
            let mut lines = between.split('\n').rev().skip(1).collect::<Vec<_>>();
            lines.pop();
            if lines.into_iter().any(|line| line.bytes().all(is_blank)) {
                let tag = String::from_utf8_lossy(self.rest()).into_owned();
                let name = tag.trim_start_matches('[').trim_start_matches([' ', '\t']);
                let name = name.split(|c: char| !c.is_ascii_alphanumeric() && !"_+#=:-".contains(c)).next();
                if !name.is_some_and(|name| {
                    name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name != "Event"
                }) || name == first.as_deref()
                {
                    break;
                }
            }
        }
        self.push("|");
        while self.token() {}
        true
    }

    /// Reads a tag and returns its name, unless it is broken.
    fn tag(&mut self) -> Option<String> {
        let line = self.rest().to_vec();
        if let Some((name, value, length)) = parse_tag(&line) {
            self.push(&format!("[{name} {value}]"));
            self.at += length;
            Some(name)
        } else {
            self.fail("Tag");
            self.at += 1;
            self.pass_while(|byte| !is_line_end(byte));
            None
        }
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
        let after_bracket = self.rest()[1..].iter().find(|&&byte| byte != b' ' && byte != b'\t');
        if byte == b'[' && self.begins_line(true) && after_bracket.is_some_and(u8::is_ascii_alphanumeric) {
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
            "1/2" | r"\xc2\xbd-\xc2\xbd" | r"\xbd-\xbd" => return self.result("1/2-1/2"),
            _ if digits == "0000" && self.next() != Some(b'.') => {}
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

    fn result(&mut self, result: &str) -> bool {
        if self.depth > 0 {
            return true;
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
    let quote = white(end);
    let is_quoted = text.get(quote) == Some(&b'"');
    let mut at = if is_quoted { quote + 1 } else { end };
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
