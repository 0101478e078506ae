//! Results with blanks around their dash, such as `1 - 0`, which lenient reading takes as one token.

use super::class::is_word;
use super::lexer::Lexer;
use super::result::GameResult;
use super::source::Source;
use super::token::Token;

/// The greatest number of blanks on each side of the dash. Any number below the lookahead of the lexer would do.
const MAX_BLANKS: usize = 8;

/// The two halves of results.
const HALVES: [(&[u8], &[u8], GameResult); 5] = [
    (b"1", b"0", GameResult::WhiteWins),
    (b"0", b"1", GameResult::BlackWins),
    (b"1/2", b"1/2", GameResult::Draw),
    (b"\xc2\xbd", b"\xc2\xbd", GameResult::Draw),
    (b"\xbd", b"\xbd", GameResult::Draw),
];

impl<S: Source> Lexer<S> {
    /// The result that the window begins with, if it has blanks around its dash, all on one line.
    #[cold]
    pub(super) fn spaced_result(&mut self) -> Option<Token> {
        let window = self.window();
        let (result, length) = HALVES.iter().find_map(|&(left, right, result)| {
            let behind = without_blanks(window.strip_prefix(left)?);
            let behind = without_blanks(behind.strip_prefix(b"-")?).strip_prefix(right)?;
            let is_whole = behind.first().is_none_or(|&byte| !is_word(byte));
            is_whole.then_some((result, window.len() - behind.len()))
        })?;
        self.take(length);
        Some(Token::Result(result))
    }
}

fn without_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().take(MAX_BLANKS).take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[blanks..]
}
