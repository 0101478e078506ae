//! The columns of trees, with the trees of games as the oracle.

use std::fs;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt16Type};
use chess_data::columns::{Base, Columns, read_chunk};
use chess_data::filter::Filter;
use chess_notation::pgn::{Game, NodeId, Replay};
use chess_notation::{Move, Position, PositionExt, San};
use chess_testkit::Random;

use crate::columns::files;
use crate::{SMALL, rows};

#[test]
fn trees_of_sound_games_equal_their_columns() {
    let columns: Columns = "error,tree,parents".parse().unwrap();
    let mut variations = 0;
    let small = SMALL.iter().map(|(_, bytes)| bytes.to_vec());
    for bytes in small.chain(files().iter().map(|file| fs::read(file).unwrap())) {
        let mut replay = Replay::new(&bytes);
        for batch in read_chunk(&bytes, &Base::default(), &columns, &Filter::ALL) {
            for row in 0..batch.num_rows() {
                let read = replay.next_partial_game().unwrap().unwrap();
                if read.error.is_none() {
                    let mut tree = Vec::new();
                    add_line(&read.game, NodeId::ROOT, -1, &mut tree);
                    assert_eq!(lines(&columns_of(&batch, row)), lines(&tree));
                    variations += tree.len() - read.game.mainline().count();
                }
            }
        }
    }
    assert!(variations > 0);
}

/// The moves of a row, each with the index of the one before.
fn columns_of(batch: &RecordBatch, row: usize) -> Vec<(Move, i64)> {
    let items = |name| batch.column_by_name(name).unwrap().as_list::<i32>().value(row);
    let (words, parents) = (items("tree"), items("parents"));
    let moves = words.as_primitive::<UInt16Type>().values().iter().map(|&word| Move::from_raw(word).unwrap());
    let parents = parents.as_primitive::<Int32Type>().values().iter().map(|&parent| parent.into());
    moves.zip(parents).collect()
}

/// Adds the moves behind a node, at this index.
fn add_line(game: &Game, node: NodeId, index: i64, moves: &mut Vec<(Move, i64)>) {
    let Some(main) = game.node(node).next() else { return };
    moves.push((game.node(main).mv(), index));
    let after = moves.len() as i64 - 1;
    let mut other = game.node(main).alternative();
    while let Some(variation) = other {
        moves.push((game.node(variation).mv(), index));
        add_line(game, variation, moves.len() as i64 - 1, moves);
        other = game.node(variation).alternative();
    }
    add_line(game, main, after, moves);
}

/// The moves before and with each move of a tree, sorted.
fn lines(tree: &[(Move, i64)]) -> Vec<Vec<u16>> {
    let mut lines: Vec<Vec<u16>> = Vec::new();
    for &(mv, parent) in tree {
        let before = usize::try_from(parent).map_or(&[][..], |parent| &lines[parent]);
        lines.push([before, &[mv.raw()]].concat());
    }
    lines.sort();
    lines
}

#[test]
fn a_tree_has_variations_up_to_their_first_illegal_move() {
    let read = |pgn: &str, is_lenient| {
        let columns = "uci,error,errors,tree,parents".parse().unwrap();
        let base = Base { is_lenient, ..Base::default() };
        let batch = read_chunk(pgn.as_bytes(), &base, &columns, &Filter::ALL).next().unwrap();
        let tree = columns_of(&batch, 0).into_iter().map(|(mv, parent)| format!("{parent}:{mv}"));
        let texts = |name| rows::cell(&batch, name, 0);
        let count = batch.column_by_name("errors").unwrap().as_list::<i32>().value_length(0);
        (tree.collect::<Vec<_>>().join(" "), texts("uci"), texts("error"), count)
    };
    let main = "[\"e2e4\", \"e7e5\"]";
    for (pgn, tree, errors) in [
        (
            "1. e4 (1. d4 d5 (1... Nf6 {(} 2. c4) (1... f5) 2. c4) (1. c4) e5 *",
            "-1:e2e4 -1:d2d4 1:d7d5 1:g8f6 3:c2c4 1:f7f5 2:c2c4 -1:c2c4 0:e7e5",
            0,
        ),
        // An error in a variation ends it, is reported, and leaves the game sound.
        ("1. e4 (1. d4 Ke5 2. c4) e5 (1... Ke5) *", "-1:e2e4 -1:d2d4 0:e7e5", 2),
        ("1. e4 (1. d4 ( 1. c4 Ke3 Nf6) d5) () e5 *", "-1:e2e4 -1:d2d4 -1:c2c4 1:d7d5 0:e7e5", 1),
        // No move of another language, in which it would be legal.
        ("1. e4 (1. d4 d5 2. Nf4) e5 (1... d5 2. Rf3) *", "-1:e2e4 -1:d2d4 1:d7d5 0:e7e5 0:d7d5", 2),
    ] {
        for is_lenient in [false, true] {
            let (found, uci, error, count) = read(pgn, is_lenient);
            assert_eq!((&*found, &*uci, &*error, count), (tree, main, "null", errors), "{pgn} {is_lenient}");
        }
    }
    // Lenient reading continues within a variation after what costs no move.
    let [strict, lenient] = [false, true].map(|is_lenient| read("1. e4 (1. d4 ] d5) e5 *", is_lenient).0);
    assert_eq!([&*strict, &*lenient], ["-1:e2e4 -1:d2d4 0:e7e5", "-1:e2e4 -1:d2d4 1:d7d5 0:e7e5"]);
    // A variation without an end is an error of the game.
    for is_lenient in [false, true] {
        let (tree, _, error, count) = read("1. e4 (1. d4 d5", is_lenient);
        assert_eq!((&*tree, count), ("-1:e2e4 -1:d2d4 1:d7d5", 1));
        assert_eq!(error, "\"at the end: the game ends within a variation\"");
    }
    // Castling by a rook that is not in the corner, and a variation before any move.
    let chess960 = "[FEN \"1k6/8/8/8/8/8/8/R5K1 w A - 0 1\"]\n\n1. Ra2 (1. O-O-O Ka8) *";
    assert_eq!(read(chess960, false).0, "-1:a1a2 -1:g1c1 1:b8a8");
    assert_eq!(read("(1. d4) 1. e4 *", false).0, "");
}

/// They are counted, and the first error of the main line is the game's, however many are before it.
#[test]
fn errors_of_variations_leave_a_game_sound() {
    let columns: Columns = "error,errors,tree".parse().unwrap();
    for (count, broken) in [(1, false), (1100, false), (1, true), (999, true), (1000, true), (1100, true)] {
        let variations = "(1. Ke5) ".repeat(count);
        let text = format!("1. e4 {variations}{} *", if broken { "Qxh9" } else { "e5" });
        for (filter, has_row) in [("", true), ("sound", !broken), ("not sound", broken)] {
            let filter = if filter.is_empty() { Filter::ALL } else { filter.parse().unwrap() };
            let mut batches = read_chunk(text.as_bytes(), &Base::default(), &columns, &filter);
            let batch = batches.next();
            assert_eq!(
                (batch.is_some(), batches.broken()),
                (has_row, u64::from(broken && has_row)),
                "{count}"
            );
            let Some(batch) = batch else { continue };
            assert_eq!(rows::cell(&batch, "error", 0) != "null", broken, "{count}");
            let errors = batch.column_by_name("errors").unwrap().as_list::<i32>().value_length(0) as usize;
            assert_eq!(errors, count.min(1000) + usize::from(broken), "{count}");
        }
    }
}

/// The text of random moves, some of them with a variation. One word in twenty names no legal move.
fn text_of(mut position: Position, plies: usize, depth: usize, random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let (before, mv) = (position, random.pick(&moves));
        text += match (random.below(20), depth) {
            (0, 0..=1) => format!("{}{}", random.pick(&["K", "Q", "R", "B", "N"]), random.square()),
            _ => San::new(&position, mv).to_string(),
        }
        .as_str();
        text += " ";
        if depth < 2 && random.below(6) == 0 {
            text += &["(", &text_of(before, random.below(5), depth + 1, random), ") "].concat();
        }
        position.play_unchecked(mv);
    }
    text
}

/// The moves of variations are those that the game as a tree has, whose reading has a generator of its own.
#[test]
fn the_trees_of_games_with_wrong_words_are_those_of_their_games() {
    let columns: Columns = "error,errors,tree,parents".parse().unwrap();
    let (mut moves, mut broken) = (0, 0);
    for mut random in Random::cases(1000) {
        let text = text_of(Position::START, random.below(40), 0, &mut random) + "*";
        for is_lenient in [false, true] {
            let base = Base { is_lenient, ..Base::default() };
            let batch = read_chunk(text.as_bytes(), &base, &columns, &Filter::ALL).next().unwrap();
            // In strict reading, an error in the main line ends the game.
            let end = Replay::new(&text).mainline_only(true).next_partial_game().unwrap().unwrap();
            let end = end.error.filter(|_| !is_lenient).map_or(text.len(), |error| error.offset as usize);
            let mut replay = Replay::new(&text[..end]).lenient(true);
            let game = replay.next_partial_game().unwrap().map(|read| read.game).unwrap_or_default();
            let mut tree = Vec::new();
            add_line(&game, NodeId::ROOT, -1, &mut tree);
            assert_eq!(lines(&columns_of(&batch, 0)), lines(&tree), "{is_lenient} {text}");
            moves += tree.len();
            broken += batch.column_by_name("errors").unwrap().as_list::<i32>().value_length(0);
        }
    }
    assert!(moves > 20_000 && broken > 500, "{moves} {broken}");
}
