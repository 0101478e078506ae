//! Tests of chess-data.

#![cfg(feature = "games")]

mod books;
mod chunks;
#[cfg(feature = "arrow")]
mod columns;
mod dumps;
mod failures;
mod filter;
mod inputs;
mod naive;
mod notes;
mod opening_tree;
#[cfg(feature = "parquet")]
mod parquet;
mod positions;
#[cfg(feature = "arrow")]
mod rows;
#[cfg(feature = "arrow")]
mod search;
#[cfg(feature = "arrow")]
mod texts;
#[cfg(feature = "arrow")]
mod tree;

use std::io::{self, ErrorKind, Read};

/// Games with tags, clocks, evaluations, glyphs, variations, comments everywhere, and errors of many kinds.
pub(crate) const SMALL: &[(&str, &[u8])] = &[
    ("empty", b""),
    ("blanks", b" \n\n \r\n"),
    ("bare", b"1. e4 e5 2. Nf3 *"),
    ("two bare", b"1. e4 e5 1-0 1. d4 d5 0-1"),
    (
        "lichess",
        b"[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abc\"]\n[Date \"2024.01.31\"]\n[Round \"-\"]\n\
          [White \"a\"]\n[Black \"b \\\"c\\\" \\\\ d\"]\n[Result \"1-0\"]\n[UTCDate \"2024.01.30\"]\n[UTCTime \"23:59:58\"]\n\
          [WhiteElo \"2100\"]\n[BlackElo \"1990\"]\n[ECO \"C20\"]\n[TimeControl \"300+0\"]\n[Termination \"Normal\"]\n\n\
          1. e4 { [%eval 0.17] [%clk 0:05:00] } 1... e5 { [%eval 0.19,20] [%clk 0:04:59.9] } 2. Qh5?! { [%eval #-12] } \
          2... Ke7?? $4 $6 {[%emt 0:00:03] [%clk soon]} 3. Qxe5# { [%clk 0:04:58] } 1-0\n\n",
    ),
    (
        "engines",
        b"[White \"x\"]\r\n[Black \"y\"]\r\n[Result \"*\"]\r\n[Date \"2024.02.30\"]\r\n[WhiteElo \"?\"]\r\n\r\n\
          1. f3 {+0.31/14 1.2s} e5 {-0.10/19 0.84s} 2. g4 {-M2/9 0.001s} Qh4# {+M1/9 0.02s, Black mates}\r\n0-1\r\n",
    ),
    ("variations", b"{before} 1. e4 ( 1. d4 {[%clk 1:00:00]} d5 (1... Nf6) ) 1... e5 $1 ; [%eval 1.0]\n 2. -- Nc6 *"),
    ("illegal", b"[White \"a\"]\n\n1. e4 e5 2. Ke3 Ke7 1-0\n\n[White \"b\"]\n\n1. d4 *\n"),
    ("stray", b"1. e4 ] e5 *\n\n1. c4 *\n\n{unclosed 1. e4"),
    ("broken tag", b"[White \"a\"]\n[Black b\n\n1. e4 *\n\n[White \"c\"]\n[White \"d\"]\n\n1-0\n"),
    ("bad fen", b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n[SetUp \"1\"]\n\n1. e4 *\n"),
    ("variant", b"[Variant \"Atomic\"]\n[WhiteElo \"99999\"]\n\n1. e4 *\n\n[Variant \"Chess960\"]\n\n1. e4 *\n\n[Variant \"Standard\"]\n\n1. e4 *"),
    (
        "chess960",
        b"[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\"]\n\n1. Nb3 Nb6 2. Ng3 Ng6 3. O-O O-O $10 *\n",
    ),
    ("latin", b"[White \"M\xfcller \\\\\"]\n[Black \"M\xc3\xbcller\"]\n[Annotator \"\"]\n[Event \"?\"]\n[Site \"-\"]\n\n1. e4 {\xfc} *\n"),
    ("repetition", b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Nf3 Nf6 7. Ng1 Ng8 8. d4 1/2-1/2"),
    ("promotion", b"[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q+ Kh7 2. Qb7+ {[%clk 0:00:00]} Kh6 *\n"),
    ("nested comments", b"{a {b} 1. e4 {[%eval 0.1] [%eval 0.2]} {[%clk 1]} {[%clk 2]} e5 {+0.50/3} {[%emt 9]} *"),
];

/// A source that fails in this way.
pub(crate) struct Failing(pub(crate) ErrorKind);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}
