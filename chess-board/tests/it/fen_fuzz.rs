//! Texts of any kind: none panics, an error points into the text, and what is read can be written.

use chess_board::{EnPassantStyle, ParsePositionError, Position, Setup};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 20_000,
        rng_seed: RngSeed::Fixed(8),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 65535",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "4k3/8/8/8/8/8/8/RR2K1RR w GB - 99 100",
];

/// Puts, overwrites or deletes one character.
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

fn check(text: &str) -> Result<(), TestCaseError> {
    match Setup::from_fen(text) {
        Ok(setup) => prop_assert_eq!(setup.to_string().parse(), Ok(setup)),
        Err(error) => prop_assert!(error.offset <= text.len()),
    }
    match Position::from_fen(text) {
        Ok(position) => {
            prop_assert_eq!(
                position.fen().en_passant(EnPassantStyle::Always).to_string().parse(),
                Ok(position)
            );
            prop_assert_eq!(position, position.with_keys_from_scratch());
        }
        Err(ParsePositionError::Fen(error)) => prop_assert_eq!(Setup::from_fen(text), Err(error)),
        Err(ParsePositionError::Invalid(invalid)) => prop_assert!(!invalid.reasons().is_empty()),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..90)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_text_of_the_letters_of_fen(text in "[pnbrqkPNBRQK1-8/ w\\-]{0,90}") {
        check(&text)?;
    }

    #[test]
    fn fen_shaped_text(
        board in vec("[pnbrqkPNBRQK1-8]{1,8}", 8),
        rest in " [wb] (-|[KQkqA-Ha-h]{1,5}) (-|[a-h][1-8]) [0-9]{1,6} [0-9]{1,6}",
    ) {
        check(&(board.join("/") + &rest))?;
    }

    #[test]
    fn fen_with_changes(fen in select(FENS), changes in vec(change(), 0..6)) {
        check(&changed(fen, changes))?;
    }
}

#[test]
fn every_prefix_and_every_single_deletion() {
    for fen in FENS {
        for end in 0..=fen.len() {
            check(&fen[..end]).unwrap();
        }
        for at in 0..fen.len() {
            check(&format!("{}{}", &fen[..at], &fen[at + 1..])).unwrap();
        }
    }
}
