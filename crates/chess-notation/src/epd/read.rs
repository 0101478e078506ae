use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use chess_board::{CastlingRules, ParsePositionError, Position, Setup};
use chess_types::Move;

use super::{Epd, EpdError, EpdRule, Operand, Operation};
use crate::characters::is_blank;
use crate::san::{read_move, read_san};

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads a line of EPD. Moves are read as [`read_san`] reads them, and have to be legal.
    ///
    /// Beyond the standard it takes the two counters of FEN after the four fields, a semicolon before the first
    /// operation or none after the last one, text without quotation marks, and quotation marks within a text as `\"`.
    fn from_str(line: &str) -> Result<Self, EpdError> {
        let mut rest = Rest::new(line, false);
        let position = rest.position()?;
        let mut epd = Self::new(position);
        while let Some(operation) = rest.operation()? {
            operation.add_to(&mut epd)?;
        }
        Ok(epd)
    }
}

impl Epd {
    /// Reads a line of EPD, and accepts lines that strict reading, `FromStr`, refuses.
    ///
    /// `report` is called with every error:
    ///
    /// - a position is mended as by [`Position::from_fen_lenient`] with the rights of Chess960, and a missing en passant field is
    ///   taken as `-`;
    /// - an operation begins where a known opcode stands although there is no semicolon before it: `bm Rc8+ dm 26`;
    /// - signs between moves are skipped: `bm Qd1 +`, and of several moves those that are not legal;
    /// - an operation whose operands are of the wrong number or type, such as `ce +M3`, `dm -15`, or a move that is not legal,
    ///   becomes [`Operation::Other`] with its operands as they are;
    /// - text that does not begin with an opcode, such as a dash too many, is skipped up to its semicolon or to a known opcode;
    /// - a text without a closing quotation mark ends with the line.
    ///
    /// Moves are read in [any notation](crate::read_move), and commas after them are ignored. Control characters are blanks.
    ///
    /// # Errors
    /// The line does not begin with a position, and mending does not make it one.
    ///
    /// # Examples
    /// ```
    /// use chess_notation::epd::{Epd, Operand, Operation};
    ///
    /// let mut errors = Vec::new();
    /// let line = "4k3/8/8/8/8/8/8/4K2R w K - ce +M3; bm e1-g1; id \"a\";";
    /// let epd = Epd::parse_lenient(line, |error| errors.push(error.offset))?;
    /// assert_eq!(errors, [30]);
    /// let evaluation = Operation::Other { opcode: "ce".into(), operands: vec![Operand::Word("+M3".into())] };
    /// assert_eq!(epd.operations[0], evaluation);
    /// assert!(epd.best_moves()[0].is_castle());
    /// # Ok::<(), chess_notation::epd::EpdError>(())
    /// ```
    pub fn parse_lenient(line: &str, mut report: impl FnMut(EpdError)) -> Result<Self, EpdError> {
        if let Ok(epd) = line.parse() {
            return Ok(epd);
        }
        let mut rest = Rest::new(line, true);
        let mut epd = Self::new(rest.position()?);
        rest.forgiven.take().into_iter().for_each(&mut report);
        loop {
            match rest.operation() {
                Ok(None) => return Ok(epd),
                Ok(Some(mut operation)) => {
                    operation.drop_strays(&epd.position, &mut report);
                    rest.forgiven.take().into_iter().for_each(&mut report);
                    if let Err(error) = operation.add_to(&mut epd) {
                        report(error);
                        epd.operations.push(operation.other());
                    }
                }
                Err(error) => {
                    report(error);
                    while !rest.is_at_known_opcode() && !rest.word().is_empty() {}
                }
            }
        }
    }
}

/// A line of which `offset` bytes have been read.
struct Rest<'a> {
    line: &'a str,
    offset: usize,
    is_lenient: bool,
    /// An error that lenient reading has accepted and not reported yet.
    forgiven: Option<EpdError>,
}

/// An operation in the text. Offsets are those of the line.
struct Raw<'a> {
    opcode: &'a str,
    offset: usize,
    operands: Vec<RawOperand<'a>>,
    /// All operands as they are.
    text: &'a str,
    is_lenient: bool,
}

#[derive(Clone, Copy)]
struct RawOperand<'a> {
    text: &'a str,
    offset: usize,
    is_quoted: bool,
}

impl<'a> Rest<'a> {
    const fn new(line: &'a str, is_lenient: bool) -> Self {
        Self { line, offset: 0, is_lenient, forgiven: None }
    }

    fn error(&self, rule: EpdRule) -> EpdError {
        EpdError { offset: self.offset, rule }
    }

    fn text(&self) -> &'a str {
        &self.line[self.offset..]
    }

    /// Tests whether a character separates words. Lenient reading knows blanks beyond those of Unicode.
    fn is_blank(&self, c: char) -> bool {
        c.is_whitespace() || self.is_lenient && (c.is_control() || is_blank(c))
    }

    fn skip_blanks(&mut self) {
        let length = self.text().find(|c| !self.is_blank(c)).unwrap_or(self.text().len());
        self.offset += length;
    }

    /// The next word, which ends with white space or a semicolon; empty if there is none.
    fn word(&mut self) -> &'a str {
        self.skip_blanks();
        let text = self.text();
        let end = text.find(|c: char| self.is_blank(c) || c == ';').unwrap_or(text.len());
        self.offset += end;
        &text[..end]
    }

    fn position(&mut self) -> Result<Position, EpdError> {
        self.skip_blanks();
        let start = self.offset;
        for field in 0..4 {
            let before = self.offset;
            let word = self.word();
            if self.is_lenient && field == 3 && !is_en_passant(word) {
                self.offset = before;
                return self.position_without_en_passant(start);
            }
            if word.is_empty() {
                return Err(self.error(EpdRule::Fields));
            }
        }
        // What begins as a move number is no operation.
        let mut is_number_wrong = false;
        for counter in 0..2 {
            let before = self.offset;
            let word = self.word();
            if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
                is_number_wrong = counter == 1 && word.starts_with(|c: char| c.is_ascii_digit());
                if !is_number_wrong {
                    self.offset = before;
                }
                break;
            }
        }
        let fen = &self.line[start..self.offset];
        let refused = |error| {
            let within = if let ParsePositionError::Fen(error) = error { error.offset } else { 0 };
            EpdError { offset: start + within, rule: EpdRule::Position(error) }
        };
        match Position::from_fen(fen) {
            Err(error) if self.is_lenient && !is_number_wrong => {
                self.forgiven = Some(refused(error));
                let mended = Position::from_fen_lenient(fen, CastlingRules::Chess960).map_err(refused)?;
                Ok(mended.position)
            }
            read => read.map_err(refused),
        }
    }

    /// The position of which the last field is missing.
    fn position_without_en_passant(&mut self, start: usize) -> Result<Position, EpdError> {
        self.forgiven = Some(self.error(EpdRule::Fields));
        let mut fen = self.line[start..self.offset].to_string();
        fen.push_str(" -");
        let mended = Position::from_fen_lenient(&fen, CastlingRules::Chess960);
        let refused = |error| EpdError { offset: start, rule: EpdRule::Position(error) };
        mended.map(|mended| mended.position).map_err(refused)
    }

    fn operation(&mut self) -> Result<Option<Raw<'a>>, EpdError> {
        self.skip_blanks();
        while let Some(behind) = self.text().strip_prefix(';') {
            self.offset = self.line.len() - behind.len();
            self.skip_blanks();
        }
        let offset = self.offset;
        let opcode = self.word();
        if opcode.is_empty() {
            return Ok(None);
        }
        if !is_opcode(opcode) {
            return Err(EpdError { offset, rule: EpdRule::Opcode });
        }
        self.skip_blanks();
        let start = self.offset;
        let mut operands: Vec<RawOperand<'a>> = Vec::new();
        let mut end = start;
        while !self.begins_operation(opcode, &operands) {
            let Some(operand) = self.operand()? else { break };
            operands.push(operand);
            end = self.offset;
        }
        Ok(Some(Raw { opcode, offset, operands, text: &self.line[start..end], is_lenient: self.is_lenient }))
    }

    /// True if another operation begins behind these operands although there is no semicolon, in lenient reading.
    fn begins_operation(&mut self, opcode: &str, operands: &[RawOperand<'_>]) -> bool {
        let Some(last) = operands.last().filter(|_| self.is_lenient) else { return false };
        if !last.is_quoted && is_opcode_of_text(opcode) {
            return false;
        }
        let begins = self.is_at_known_opcode();
        if begins {
            self.skip_blanks();
            self.forgiven = Some(self.error(EpdRule::Semicolon));
        }
        begins
    }

    /// True if the next word is an opcode in common use. One that is also the name of a square has a text behind it.
    fn is_at_known_opcode(&mut self) -> bool {
        let before = self.offset;
        let word = self.word();
        let has_text = self.text().trim_start().starts_with('"');
        self.offset = before;
        OPCODES.contains(&word) || is_opcode_of_text(word) && has_text || perft_depth(word).is_some()
    }

    fn operand(&mut self) -> Result<Option<RawOperand<'a>>, EpdError> {
        self.skip_blanks();
        let offset = self.offset;
        if let Some(quoted) = self.text().strip_prefix('"') {
            let end = match end_of_text(quoted) {
                Some(end) => {
                    self.offset += end + 2;
                    end
                }
                None if self.is_lenient => {
                    self.forgiven = Some(self.error(EpdRule::OpenText));
                    self.offset = self.line.len();
                    quoted.len()
                }
                None => return Err(self.error(EpdRule::OpenText)),
            };
            return Ok(Some(RawOperand { text: &quoted[..end], offset, is_quoted: true }));
        }
        let text = self.word();
        Ok((!text.is_empty()).then_some(RawOperand { text, offset, is_quoted: false }))
    }
}

/// The length of a text up to its closing quotation mark. A backslash before a quotation mark makes it part of the text, but
/// not where the operation ends behind it: there the backslash is the text's last character.
fn end_of_text(quoted: &str) -> Option<usize> {
    let is_escaped = |at: usize| {
        let behind = quoted[at + 1..].trim_start();
        quoted[..at].ends_with('\\') && !behind.is_empty() && !behind.starts_with(';')
    };
    quoted.match_indices('"').map(|(at, _)| at).find(|&at| !is_escaped(at))
}

/// The opcodes in common use, but for those of texts.
const OPCODES: [&str; 13] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "fmvn", "hmvc", "pm", "pv", "rc", "sm"];

/// Tests whether the opcode is one of a text: `id`, `eco`, `c0` to `c9`, `v0` to `v9`.
fn is_opcode_of_text(word: &str) -> bool {
    matches!(word, "id" | "eco") || matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9'])
}

/// Tests whether this can be the fourth field of a position.
fn is_en_passant(word: &str) -> bool {
    matches!(word.as_bytes(), b"-" | [b'a'..=b'h', b'1'..=b'8'])
}

fn is_opcode(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.len() <= 15
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Raw<'_> {
    fn add_to(&self, epd: &mut Epd) -> Result<(), EpdError> {
        let position = &epd.position;
        let digit = |letter| {
            let rest = self.opcode.strip_prefix(letter)?;
            rest.parse::<u8>().ok().filter(|_| rest.len() == 1)
        };
        let operation = match self.opcode {
            "hmvc" => return self.set_counter(epd, |setup, number| setup.halfmove_clock = number),
            "fmvn" => return self.set_counter(epd, |setup, number| setup.fullmove_number = number),
            "acd" => Operation::AnalysisDepth(self.number()?),
            "acn" => Operation::AnalysisNodes(self.number()?),
            "acs" => Operation::AnalysisSeconds(self.number()?),
            "am" => Operation::AvoidMoves(self.moves(position)?),
            "bm" => Operation::BestMoves(self.moves(position)?),
            "ce" => Operation::Centipawns(self.number()?),
            "dm" => Operation::MateIn(self.number()?),
            "eco" => Operation::Eco(self.string()?),
            "id" => Operation::Id(self.string()?),
            "pm" => Operation::PredictedMove(self.single_move(position)?),
            "pv" => Operation::PredictedVariation(self.variation(*position)?),
            "rc" => Operation::RepetitionCount(self.number()?),
            "sm" => Operation::SuppliedMove(self.single_move(position)?),
            _ => {
                if let Some(depth) = perft_depth(self.opcode) {
                    Operation::Perft { depth, leaves: self.number()? }
                } else if let Some(number) = digit('c') {
                    Operation::Comment(number, self.string()?)
                } else if let Some(number) = digit('v') {
                    Operation::Variation(number, self.string()?)
                } else {
                    self.other()
                }
            }
        };
        epd.operations.push(operation);
        Ok(())
    }

    /// Drops signs between moves, and moves that are not legal if others are.
    fn drop_strays(&mut self, position: &Position, report: &mut impl FnMut(EpdError)) {
        let takes_any = matches!(self.opcode, "am" | "bm");
        if !takes_any && !matches!(self.opcode, "pm" | "pv" | "sm") {
            return;
        }
        let (opcode, is_lenient) = (self.opcode, self.is_lenient);
        let is_move = |operand: &RawOperand<'_>| operand.read_move(position, is_lenient).is_ok();
        let has_move = takes_any && self.operands.iter().any(is_move);
        self.operands.retain(|operand| {
            let is_sign = !operand.text.contains(char::is_alphanumeric) && !is_move(operand);
            let is_kept = !is_sign && (!has_move || is_move(operand));
            if !is_kept {
                let expected = "one move or more";
                report(EpdError {
                    offset: operand.offset,
                    rule: EpdRule::Operand { opcode: opcode.to_string(), expected },
                });
            }
            is_kept
        });
    }

    fn set_counter(&self, epd: &mut Epd, set: fn(&mut Setup, u16)) -> Result<(), EpdError> {
        let mut setup = epd.position.to_setup();
        set(&mut setup, self.number()?);
        let refused = |_| self.operand_error("a move number from 1 to 65535");
        epd.position = Position::from_setup(&setup).map_err(refused)?;
        Ok(())
    }

    fn operand_error(&self, expected: &'static str) -> EpdError {
        let offset = self.operands.first().map_or(self.offset + self.opcode.len(), |operand| operand.offset);
        EpdError { offset, rule: EpdRule::Operand { opcode: self.opcode.to_string(), expected } }
    }

    fn number<N: FromStr>(&self) -> Result<N, EpdError> {
        let number = match self.operands[..] {
            [operand] => operand.text.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.operand_error("one whole number"))
    }

    fn string(&self) -> Result<String, EpdError> {
        match self.operands[..] {
            [] => Err(self.operand_error("a text")),
            [operand] => Ok(operand.to_text()),
            [first, second, ..] if first.is_quoted => {
                Err(EpdError { offset: second.offset, rule: EpdRule::Semicolon })
            }
            _ => Ok(self.text.to_string()),
        }
    }

    fn single_move(&self, position: &Position) -> Result<Move, EpdError> {
        match self.operands[..] {
            [operand] => operand.read_move(position, self.is_lenient),
            _ => Err(self.operand_error("one move")),
        }
    }

    fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        if self.operands.is_empty() {
            return Err(self.operand_error("one move or more"));
        }
        self.operands.iter().map(|operand| operand.read_move(position, self.is_lenient)).collect()
    }

    fn variation(&self, mut position: Position) -> Result<Vec<Move>, EpdError> {
        let mut moves = Vec::new();
        for operand in &self.operands {
            let mv = operand.read_move(&position, self.is_lenient)?;
            moves.push(mv);
            position.play_unchecked(mv);
        }
        Ok(moves)
    }

    fn other(&self) -> Operation {
        let operands = self.operands.iter().map(|operand| {
            let text = operand.to_text();
            if operand.is_quoted { Operand::Text(text) } else { Operand::Word(text) }
        });
        Operation::Other { opcode: self.opcode.to_string(), operands: operands.collect() }
    }
}

impl RawOperand<'_> {
    /// The text, with its escapes resolved.
    fn to_text(self) -> String {
        if self.is_quoted { self.text.replace("\\\"", "\"") } else { self.text.to_string() }
    }

    fn read_move(&self, position: &Position, is_lenient: bool) -> Result<Move, EpdError> {
        let read = if is_lenient {
            read_move(position, self.text.trim_end_matches(','))
        } else {
            read_san(position, self.text)
        };
        read.map_err(|error| EpdError { offset: self.offset, rule: error.into() })
    }
}

/// The depth of `D1`, `D2` and so on.
fn perft_depth(opcode: &str) -> Option<u32> {
    opcode.strip_prefix('D')?.parse().ok().filter(|&depth| depth > 0)
}
