//! Arbitrary texts: none makes the reader panic, the oracle reads all of them alike, and every accepted text can
//! be written.

use chess_board::{CastlingStyle, EnPassantStyle, ParsePositionError, Position, Setup};
use chess_testkit::known;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

use crate::fen_naive;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 20_000,
        rng_seed: RngSeed::Fixed(8),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

const FENS: &[&str] = &[
    known::START,
    known::KIWIPETE,
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 65535",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "4k3/8/8/8/8/8/8/RR2K1RR w GB - 99 100",
];

/// An insertion, a replacement or a deletion of one character.
#[derive(Clone, Debug)]
enum Change {
    Insert(Index, char),
    Replace(Index, char),
    Delete(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let letter = prop_oneof![
        4 => select("pnbrqkPNBRQK12345678/ w-KQkqabcdefghABCDEFGH0936".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    prop_oneof![
        (any::<Index>(), letter.clone()).prop_map(|(at, letter)| Change::Insert(at, letter)),
        (any::<Index>(), letter).prop_map(|(at, letter)| Change::Replace(at, letter)),
        any::<Index>().prop_map(Change::Delete),
    ]
}

fn changed(fen: &str, changes: Vec<Change>) -> String {
    let mut letters: Vec<char> = fen.chars().collect();
    for change in changes {
        match change {
            Change::Insert(at, letter) => letters.insert(at.index(letters.len() + 1), letter),
            Change::Replace(at, letter) if !letters.is_empty() => {
                let at = at.index(letters.len());
                letters[at] = letter;
            }
            Change::Delete(at) if !letters.is_empty() => {
                letters.remove(at.index(letters.len()));
            }
            _ => {}
        }
    }
    letters.into_iter().collect()
}

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    let read = Setup::from_fen(text);
    prop_assert_eq!(read, fen_naive::read(text));
    match read {
        Ok(setup) => {
            prop_assert_eq!(setup.to_string(), fen_naive::write(&setup, CastlingStyle::XFen));
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        }
        Err(error) => prop_assert!(error.offset <= text.len()),
    }
    let position = Position::from_fen(text);
    if let Ok(text) = std::str::from_utf8(text) {
        prop_assert_eq!(Setup::from_fen(text), read);
        prop_assert_eq!(Position::from_fen(text), position);
    }
    match position {
        Ok(position) => {
            prop_assert_eq!(
                position.fen().en_passant(EnPassantStyle::Always).to_string().parse(),
                Ok(position)
            );
            prop_assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
        }
        Err(ParsePositionError::Fen(error)) => prop_assert_eq!(read, Err(error)),
        Err(ParsePositionError::Invalid(invalid)) => {
            prop_assert_eq!(read.map(|setup| setup.validate()), Ok(Err(invalid)));
        }
        Err(error) => prop_assert!(false, "{error:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text(text in any::<String>()) {
        check(text.as_bytes())?;
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..90)) {
        check(&bytes)?;
    }

    #[test]
    fn any_text_of_the_letters_of_fen(text in "[pnbrqkPNBRQK1-8/ w\\-]{0,90}") {
        check(text.as_bytes())?;
    }

    #[test]
    fn fen_shaped_text(
        board in vec("[pnbrqkPNBRQK1-8]{1,8}", 8),
        rest in " [wb] (-|[KQkqA-Ha-h]{1,5}) (-|[a-h][1-8]) [0-9]{1,6} [0-9]{1,6}",
    ) {
        check((board.join("/") + &rest).as_bytes())?;
    }

    #[test]
    fn fen_with_changes(fen in select(FENS), changes in vec(change(), 0..6)) {
        check(changed(fen, changes).as_bytes())?;
    }
}

#[test]
fn every_prefix_and_every_single_deletion() {
    for fen in FENS {
        for end in 0..=fen.len() {
            check(&fen.as_bytes()[..end]).unwrap();
        }
        for at in 0..fen.len() {
            check(format!("{}{}", &fen[..at], &fen[at + 1..]).as_bytes()).unwrap();
        }
    }
}

#[test]
fn every_byte_at_every_place() {
    for fen in FENS {
        for at in 0..fen.len() {
            for byte in 0..=u8::MAX {
                let mut text = fen.as_bytes().to_vec();
                text[at] = byte;
                check(&text).unwrap();
            }
        }
    }
}

/// Checks every board made of up to `count` of these tokens, between two texts.
fn every_board(before: &str, tokens: &[&str], count: u32, after: &str) {
    for count in 0..=count {
        for number in 0..tokens.len().pow(count) {
            let mut rest = number;
            let mut text = before.to_owned();
            for _ in 0..count {
                text += tokens[rest % tokens.len()];
                rest /= tokens.len();
            }
            check((text + after).as_bytes()).unwrap();
        }
    }
}

#[test]
fn every_sequence_of_whole_ranks_and_slashes() {
    every_board("", &["8", "/"], 16, " w");
}

#[test]
fn every_sequence_of_half_ranks_and_slashes() {
    every_board("k7/8/8/8/", &["3p", "p3", "/"], 10, "/7K b");
}

#[test]
fn every_short_rank_of_pieces_and_runs() {
    every_board("4k3/8/8/8/8/", &["P", "1", "2", "3", "5", "8", "/"], 5, "/8/4K3 w - -");
    every_board("", &["n", "1"], 9, "/8/8/8/8/8/8/8 w - -");
}

#[test]
fn texts_of_a_million_bytes() {
    for token in ["8/", "/", "p", "1", "8", " ", "0", "8/8/8/8/8/8/8/8 w - - 0 1 ", "\u{80}"] {
        check(token.repeat(1_000_000 / token.len()).as_bytes()).unwrap();
    }
    let zeros = "0".repeat(1_000_000);
    check(format!("8/8/8/8/8/8/8/8 w - - {zeros} {zeros}1").as_bytes()).unwrap();
}
