//! Lines of perft suites, in the forms that are common: `FEN ;D1 20 ;D2 400 ;id start`, EPD operations
//! (`FEN D1 20; D2 400; id "start";`), depths without a letter (`FEN ;1 20`), counts of the depths from 1 on (`FEN;20;400`, `FEN,20,400`),
//! a depth and its count (`FEN, 2, 400`), and lines of a file in which each count is a line of its own (`epd FEN`, `perft 1 20`). `#` begins
//! a comment line.

use chess_board::{FenError, Position};
use chess_data::input::LineTooLong;
use chess_movegen::PositionExt;

use crate::args::MAX_DEPTH;

/// A line of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SuiteText<'a> {
    /// A blank line, or a comment.
    Nothing,
    /// A position with its counts.
    Whole(SuiteLine),
    /// Names of columns. `has_depths` is true if the first number of a line is a depth.
    Header { has_depths: bool },
    /// The name of the next position.
    Id(&'a str),
    /// The FEN of a position, whose counts follow.
    Position(&'a str),
    /// A count of the last position.
    Count(LeafCount),
}

/// A position of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SuiteLine {
    /// The FEN as it is in the file, not checked.
    pub(super) fen: String,
    /// Depths with their numbers of leaves, in the order of the file.
    pub(super) counts: Vec<LeafCount>,
    /// The name of the position.
    pub(super) id: Option<String>,
    /// True if no depth is written.
    is_bare: bool,
}

/// The number of leaves that a position has at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeafCount {
    pub(super) depth: u32,
    /// Published counts can exceed 64 bits: those of the start position do from depth 14 on.
    pub(super) leaves: u128,
}

/// The reason why a line is not a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum SuiteLineError {
    #[error("expected a FEN before the first count")]
    NoFen,
    #[error("no count to check: expected, for example, ;D1 20")]
    NoCount,
    #[error("`{0}` is neither a count like D3 8902 nor id and a name")]
    Operation(String),
    #[error("`{0}`: the depth is not a number from 0 to {MAX_DEPTH}")]
    Depth(String),
    #[error("`{0}`: the count is not a number of at most 128 bits")]
    Count(String),
    #[error("the position has more counts than there are depths")]
    TooMany,
    #[error("{0}")]
    Fen(#[from] FenError),
    #[error("the line is not UTF-8")]
    NotUtf8,
    #[error("{0}")]
    TooLong(LineTooLong),
}

impl SuiteLineError {
    /// The name of the rule that is broken.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::NoFen | Self::NoCount => "missing",
            Self::Operation(_) => "operation",
            Self::Depth(_) | Self::Count(_) => "number",
            Self::TooMany => "too_many",
            Self::Fen(error) => error.rule.name(),
            Self::NotUtf8 => "not_utf8",
            Self::TooLong(_) => "too_long",
        }
    }

    /// The part of the line to look at first.
    pub(super) fn place(&self) -> &'static str {
        match self {
            Self::NoFen => "board",
            Self::Fen(error) => error.field.name(),
            Self::NotUtf8 | Self::TooLong(_) => "line",
            Self::Depth(_) => "depth",
            _ => "count",
        }
    }
}

impl<'a> SuiteText<'a> {
    /// Reads one line.
    pub(super) fn parse(line: &'a str) -> Result<Self, SuiteLineError> {
        let line = line.trim_matches(is_blank);
        if line.is_empty() || line.starts_with('#') {
            return Ok(Self::Nothing);
        }
        if let Some((word, rest)) = line.split_once(char::is_whitespace) {
            let rest = rest.trim_start();
            match word {
                "id" => return Ok(Self::Id(unquoted(rest))),
                "epd" => return Ok(Self::Position(rest.trim_end_matches(';').trim_end())),
                "perft" => return LeafCount::parse(line, rest).map(Self::Count),
                _ => {}
            }
        }
        header(line).map_or_else(
            || SuiteLine::parse(line).map(Self::Whole),
            |has_depths| Ok(Self::Header { has_depths }),
        )
    }
}

/// Reads the header of a table, whose columns are a FEN and a depth with its count, or counts of the depths from 1 on.
fn header(line: &str) -> Option<bool> {
    // Most lines are no header, and their cells need not be found for that.
    let begin = line.strip_prefix('"').unwrap_or(line).get(..3)?;
    if !begin.eq_ignore_ascii_case("fen") {
        return None;
    }
    let (first, rest) = line.split_at(end_of_cell(line));
    if !unquoted(first.trim()).eq_ignore_ascii_case("fen") {
        return None;
    }
    let (mut has_depths, mut last) = (false, 0);
    // An empty cell is before the first separator.
    for cell in rest.split([';', ',']).map(|cell| unquoted(cell.trim())) {
        has_depths |= cell.eq_ignore_ascii_case("depth");
        let digits = cell.trim_matches(|c: char| !c.is_ascii_digit());
        if !digits.is_empty() {
            last += 1;
            parse_digits(digits).filter(|&number| number == last && !has_depths)?;
        }
    }
    Some(has_depths)
}

impl LeafCount {
    /// Reads a depth and its count.
    fn parse(operation: &str, text: &str) -> Result<Self, SuiteLineError> {
        let (depth, leaves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let depth = parse_digits(depth).and_then(|depth| u32::try_from(depth).ok());
        let depth = depth.filter(|depth| *depth <= MAX_DEPTH);
        let depth = depth.ok_or_else(|| SuiteLineError::Depth(operation.to_owned()))?;
        let leaves = parse_digits(leaves.trim_matches(is_blank));
        let leaves = leaves.ok_or_else(|| SuiteLineError::Count(operation.to_owned()))?;
        Ok(Self { depth, leaves })
    }
}

impl SuiteLine {
    /// A position without counts.
    pub(super) fn new(fen: &str, id: Option<String>) -> Self {
        Self { fen: fen.to_owned(), counts: Vec::new(), id, is_bare: true }
    }

    /// Adds a count on a line of its own.
    pub(super) fn add_count(&mut self, count: LeafCount) -> Result<(), SuiteLineError> {
        if self.counts.len() > MAX_DEPTH as usize {
            return Err(SuiteLineError::TooMany);
        }
        self.counts.push(count);
        Ok(())
    }

    /// Reads a line with a position. Blanks around separators are ignored.
    fn parse(line: &str) -> Result<Self, SuiteLineError> {
        let (fen, mut rest, separator) = split(line).ok_or(SuiteLineError::NoCount)?;
        if fen.is_empty() {
            return Err(SuiteLineError::NoFen);
        }
        let mut parsed = Self::new(fen, None);
        while !rest.is_empty() {
            let end = end_of_operation(rest, separator);
            let (operation, after) = (unquoted(rest[..end].trim()), rest.get(end + 1..).unwrap_or_default());
            match parsed.add(operation) {
                // The last field of a table may be a name.
                Err(SuiteLineError::Operation(_))
                    if parsed.is_bare
                        && !parsed.counts.is_empty()
                        && after.trim().is_empty()
                        && operation.starts_with(char::is_alphabetic) =>
                {
                    parsed.id.get_or_insert_with(|| operation.to_owned());
                }
                added => added?,
            }
            rest = after;
        }
        if parsed.counts.is_empty() { Err(SuiteLineError::NoCount) } else { Ok(parsed) }
    }

    fn add(&mut self, operation: &str) -> Result<(), SuiteLineError> {
        let unknown = || SuiteLineError::Operation(operation.to_owned());
        let is_digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let (code, operand) = match operation.split_once(char::is_whitespace) {
            Some((code, operand)) => (code, operand.trim_start()),
            None if operation.is_empty() => return Ok(()),
            None if is_digits(operation) => return self.add_bare(operation),
            None => return Err(unknown()),
        };
        if code == "id" {
            self.id = Some(unquoted(operand).to_owned());
            return Ok(());
        }
        // Numbers and comments of EPD, on which no count depends.
        if matches!(code.as_bytes(), b"hmvc" | b"fmvn" | [b'c', b'0'..=b'9']) {
            return Ok(());
        }
        let text = match code {
            "perft" => operand,
            _ if is_digits(code) => operation,
            _ => operation.strip_prefix(['D', 'd']).ok_or_else(unknown)?,
        };
        self.is_bare = false;
        self.counts.push(LeafCount::parse(operation, text)?);
        Ok(())
    }

    /// Adds a count without its depth, which is the next one: the counts before it are those of all depths below.
    fn add_bare(&mut self, operation: &str) -> Result<(), SuiteLineError> {
        let last = self.counts.last().map_or(0, |count| count.depth);
        if last as usize != self.counts.len() || last >= MAX_DEPTH {
            return Err(SuiteLineError::Operation(operation.to_owned()));
        }
        let leaves = parse_digits(operation).ok_or_else(|| SuiteLineError::Count(operation.to_owned()))?;
        self.counts.push(LeafCount { depth: last + 1, leaves });
        Ok(())
    }

    /// Finds the meaning of two numbers: counts of the depths 1 and 2 if the first is the number of legal moves, or else a depth and its
    /// count; always the latter if `has_depths`.
    pub(super) fn find_depth(&mut self, position: &Position, has_depths: bool) {
        if let (true, &[first, LeafCount { leaves, .. }]) = (self.is_bare, &self.counts[..]) {
            let depth = u32::try_from(first.leaves).ok().filter(|depth| *depth <= MAX_DEPTH);
            let is_depth = has_depths || first.leaves != position.legal_moves().len() as u128;
            if let Some(depth) = depth.filter(|_| is_depth) {
                self.counts = vec![LeafCount { depth, leaves }];
            }
        }
    }
}

/// The FEN of a line, which may be in quotes, what follows it, and the separator of what follows; `None` if nothing can follow.
fn split(line: &str) -> Option<(&str, &str, char)> {
    if let Some((fen, rest)) = line.strip_prefix('"').and_then(|line| line.split_once('"')) {
        let rest = rest.trim_start();
        let separator = rest.chars().next().filter(|c| matches!(c, ';' | ','))?;
        return Some((fen, &rest[1..], separator));
    }
    let end = end_of_cell(line);
    if end == line.len() {
        // The six fields of a FEN, and numbers.
        let start = end_of_words(line, 6)?;
        let is_number = |word: &str| parse_digits(word).is_some();
        let numbers = &line[start..];
        let is_table = numbers.split_whitespace().all(is_number) && numbers.split_whitespace().count() > 1;
        return is_table.then_some((&line[..start], numbers.trim_start(), ' '));
    }
    let separator = char::from(line.as_bytes()[end]);
    let (fen, rest) = match start_of_operations(&line[..end]) {
        Some(start) => line.split_at(start),
        None => (&line[..end], &line[end + 1..]),
    };
    Some((fen.trim_end(), rest, separator))
}

/// The place of the first separator of cells, or the end of the line. Bytes are compared, since all lines of a suite pass through here.
fn end_of_cell(line: &str) -> usize {
    line.bytes().position(|byte| matches!(byte, b';' | b',')).unwrap_or(line.len())
}

/// The place after so many words.
fn end_of_words(line: &str, count: usize) -> Option<usize> {
    let is_end = |&(at, c): &(usize, char)| c.is_whitespace() && !line[..at].ends_with(char::is_whitespace);
    line.char_indices().filter(is_end).nth(count - 1).map(|(at, _)| at)
}

/// The place of the first EPD operation: a word after the four fields of EPD that is not a move counter.
fn start_of_operations(fen: &str) -> Option<usize> {
    let bytes = fen.as_bytes();
    let is_word = |at: usize| bytes[at - 1].is_ascii_whitespace() && bytes[at].is_ascii_alphabetic();
    (1..bytes.len()).find(|&at| is_word(at) && fen[..at].split_whitespace().count() >= 4)
}

/// The place of the separator after an operation, whose operand may be in quotes, or the end of the text.
fn end_of_operation(text: &str, separator: char) -> usize {
    let is_separator = |c: char| c == separator || separator == ' ' && c.is_whitespace();
    let quote = text.find('"').filter(|&open| !text[..open].contains(is_separator));
    let quoted = quote.and_then(|open| Some(open + 1 + text[open + 1..].find('"')?)).unwrap_or(0);
    text[quoted..].find(is_separator).map_or(text.len(), |end| quoted + end)
}

/// The text without quotation marks around it.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// True for what may surround a line. Files that a program in C has written may have a NUL at the ends of lines.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\0'
}

/// Reads a number. A sign, which the standard parser accepts, is refused.
fn parse_digits(text: &str) -> Option<u128> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    fn count(depth: u32, leaves: u128) -> LeafCount {
        LeafCount { depth, leaves }
    }

    #[test]
    fn forms_of_lines() {
        const EPD: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
        let forms = [
            ("FEN;D1 5;D2 25", KINGS, None),
            ("  FEN  ;  D1   5  ;  D2\t25  ;  \r", KINGS, None),
            ("FEN ; ;D1 5 ;;D2 25;", KINGS, None),
            ("FEN ;D1 5 ;D2 25 ;id two kings", KINGS, Some("two kings")),
            ("FEN ;d1 5 ;d2 25", KINGS, None),
            ("FEN ;1 5 ;2 25", KINGS, None),
            ("FEN, 1 5, 2 25", KINGS, None),
            ("FEN ;perft 1 5; perft 2 25", KINGS, None),
            ("FEN ;D1 5 ;D2 25\0", KINGS, None),
            ("FEN ;D1 5 ;D2 25 \0\0 ", KINGS, None),
            ("FEN;5;25", KINGS, None),
            ("FEN,5,25", KINGS, None),
            ("FEN, 5, 25, two kings", KINGS, Some("two kings")),
            ("\"FEN\",\"5\",\"25\",\"two kings\"", KINGS, Some("two kings")),
            ("\"FEN\" ; 5; 25;", KINGS, None),
            ("FEN 5 25", KINGS, None),
            ("FEN\t5\t25", KINGS, None),
            ("EPD, D1 5, D2 25, id a b", EPD, Some("a b")),
            ("FEN D1 5; D2 25;", KINGS, None),
            ("EPD D1 5; D2 25; id \"a; b\";", EPD, Some("a; b")),
            ("EPD hmvc 0; fmvn 1; id \"a\"; D1 5; c0 \"; D3 1;\"; D2 25", EPD, Some("a")),
        ];
        for (form, fen, id) in forms {
            let line = form.replace("FEN", KINGS).replace("EPD", EPD);
            let SuiteText::Whole(mut found) = SuiteText::parse(&line).unwrap() else { panic!("{form}") };
            found.find_depth(&KINGS.parse().unwrap(), false);
            assert_eq!((&*found.fen, found.id.as_deref()), (fen, id), "{form}");
            assert_eq!(found.counts, [count(1, 5), count(2, 25)], "{form}");
        }
    }

    /// The kings have five moves.
    #[test]
    fn two_numbers_are_a_depth_and_a_count_unless_the_first_is_the_number_of_moves() {
        for (numbers, depths, counts) in [
            ("2,25", vec![count(2, 25)], vec![count(2, 25)]),
            ("6,100", vec![count(6, 100)], vec![count(6, 100)]),
            ("0,1", vec![count(0, 1)], vec![count(0, 1)]),
            ("5,25", vec![count(5, 25)], vec![count(1, 5), count(2, 25)]),
            ("65,25", vec![count(1, 65), count(2, 25)], vec![count(1, 65), count(2, 25)]),
            (
                "6,25,170",
                vec![count(1, 6), count(2, 25), count(3, 170)],
                vec![count(1, 6), count(2, 25), count(3, 170)],
            ),
            ("6", vec![count(1, 6)], vec![count(1, 6)]),
            ("D1 6,D2 25", vec![count(1, 6), count(2, 25)], vec![count(1, 6), count(2, 25)]),
            ("6,D2 25", vec![count(1, 6), count(2, 25)], vec![count(1, 6), count(2, 25)]),
        ] {
            for (has_depths, expected) in [(true, depths), (false, counts)] {
                let text = format!("FEN,{numbers}");
                let mut line = SuiteLine::parse(&text).unwrap();
                line.find_depth(&KINGS.parse().unwrap(), has_depths);
                assert_eq!(line.counts, expected, "{numbers} {has_depths}");
            }
        }
    }

    #[test]
    fn headers_of_tables() {
        for (line, has_depths) in [
            ("fen,depth,nodes", Some(true)),
            ("FEN; Depth; Count; Name", Some(true)),
            ("\"fen\",\"d1\",\"d2\"", Some(false)),
            ("fen,perft(1),perft(2)", Some(false)),
            ("fen", Some(false)),
            ("FEN ,D1", Some(false)),
            ("\"fen,\"d1\"", None),
            ("fens,d1", None),
            ("fe", None),
            ("fe\u{301},d1", None),
            ("\u{fe}n,d1", None),
            ("fen,d2,d4", None),
            ("fen,d0,d1", None),
            ("position,d1", None),
        ] {
            assert_eq!(header(line), has_depths, "{line}");
        }
    }

    #[test]
    fn each_count_on_a_line_of_its_own() {
        for (line, text) in [
            ("id \"two kings\"", SuiteText::Id("two kings")),
            ("id a b \0", SuiteText::Id("a b")),
            ("epd \t4k3/8/8/8/8/8/8/4K3 w - -;", SuiteText::Position("4k3/8/8/8/8/8/8/4K3 w - -")),
            ("perft  2 \t 25", SuiteText::Count(count(2, 25))),
        ] {
            assert_eq!(SuiteText::parse(line), Ok(text), "{line}");
        }
    }

    #[test]
    fn comments_and_blank_lines() {
        for line in ["", "   ", "\t\r", "\0", " \0 ", "# a comment ;D1 20", "   # indented"] {
            assert_eq!(SuiteText::parse(line), Ok(SuiteText::Nothing), "{line:?}");
        }
    }

    #[test]
    fn the_least_and_the_greatest_numbers() {
        let line = format!("{KINGS} ;D0 1 ;D15 2015099950053364471960 ;D64 2");
        let counts = SuiteLine::parse(&line).unwrap().counts;
        assert_eq!(counts, [count(0, 1), count(15, 2_015_099_950_053_364_471_960), count(64, 2)]);
    }

    #[test]
    fn malformed_lines() {
        use SuiteLineError::{Count, Depth, NoCount, NoFen, Operation};
        let operation = |text: &str| text.to_owned();
        for (line, error) in [
            (KINGS.to_owned(), NoCount),
            (format!("{KINGS} ;id nothing to check"), NoCount),
            (";D1 5".to_owned(), NoFen),
            (format!("{KINGS} ;E1 5"), Operation(operation("E1 5"))),
            (format!("{KINGS} ;D1"), Operation(operation("D1"))),
            (format!("{KINGS} ;D 5"), Depth(operation("D 5"))),
            (format!("{KINGS} ;Dx 5"), Depth(operation("Dx 5"))),
            (format!("{KINGS} ;D65 1"), Depth(operation("D65 1"))),
            (format!("{KINGS} ;D1 five"), Count(operation("D1 five"))),
            (format!("{KINGS} ;D1 +5"), Count(operation("D1 +5"))),
            (format!("{KINGS} ;D1 5 6"), Count(operation("D1 5 6"))),
            (format!("{KINGS} ;D2 1,025"), Count(operation("D2 1,025"))),
            (format!("{KINGS} D2 1,025;"), Operation(operation("025;"))),
            (format!("{KINGS} ;D2 25 ;170"), Operation(operation("170"))),
            (format!("{KINGS} D1 5"), NoCount),
            (format!("{KINGS} 5"), NoCount),
            (format!("{KINGS} 5 x"), NoCount),
            ("4k3/8/8/8/8/8/8/4K3 w - - 5 25".to_owned(), NoCount),
            (format!("{KINGS},5,2x"), Count(operation("2x"))),
            (format!("{KINGS},5,25,kings,two"), Operation(operation("kings"))),
            ("perft 1".to_owned(), Count(operation("perft 1"))),
            ("perft x 1".to_owned(), Depth(operation("perft x 1"))),
            (format!("{KINGS} ;D1 {}", "9".repeat(40)), Count(format!("D1 {}", "9".repeat(40)))),
        ] {
            assert_eq!(SuiteText::parse(&line), Err(error), "{line:?}");
        }
    }
}
