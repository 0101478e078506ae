//! Scores in comments: every form, both colours, and every way to read them.

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type};
use chess_data::columns::{Base, Columns, GameFilter, Table, read_chunk};
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_data::scores::ScoreView;
use chess_notation::pgn::{Replay, Score};
use chess_training::{Format, Loss, MATE, Reader, Record, Writer, encode_games, pgn};
use chess_types::Color;

/// The scores that the engines of a game have found before their moves, from the point of view of the side that moves first. The
/// last are a mate in three plies and in two.
const FOUND: [Score; 12] = [
    Score::Centipawns(20),
    Score::Centipawns(0),
    Score::Centipawns(-75),
    Score::Centipawns(-60),
    Score::Centipawns(-1234),
    Score::Centipawns(55),
    Score::Centipawns(100),
    Score::Centipawns(131),
    Score::Centipawns(99),
    Score::Centipawns(250),
    Score::Mate(2),
    Score::Mate(1),
];

/// A form of comments: writes the score before the move or, with `[%eval]`, that after it, from White's point of view.
struct Form {
    name: &'static str,
    is_after: bool,
    write: fn(before: Score, after: Score, mover: Color) -> String,
}

const FORMS: [Form; 9] = [
    Form { name: "lichess", is_after: true, write: |_, after, _| format!("[%eval {after}] [%clk 0:01:00]") },
    Form { name: "python-chess", is_after: true, write: |_, after, _| format!("[%eval {after},20]") },
    Form {
        name: "cutechess",
        is_after: false,
        write: |before, _, mover| signed(before, mover, true) + " 1.2s",
    },
    Form { name: "Arena", is_after: false, write: |before, _, mover| signed(before, mover, true) + " 3" },
    Form { name: "no plus", is_after: false, write: |before, _, mover| signed(before, mover, false) },
    Form {
        name: "Fritz",
        is_after: false,
        write: |before, _, _| signed(before, Color::White, false).replace('/', "/\n") + " 90 (Nd7)",
    },
    Form {
        name: "plus from White's view",
        is_after: false,
        write: |before, _, _| signed(before, Color::White, true) + " 5; 50 %",
    },
    Form { name: "ChessGUI", is_after: false, write: |before, _, mover| chessgui(before, mover) },
    Form {
        name: "ChessGUI with engines that tell White's view",
        is_after: false,
        write: |before, _, _| chessgui(before, Color::White),
    },
];

fn turned(score: Score, side: Color) -> Score {
    match score {
        _ if side == Color::White => score,
        Score::Centipawns(value) => Score::Centipawns(-value),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

fn signed(white: Score, view: Color, has_plus: bool) -> String {
    match turned(white, view) {
        Score::Centipawns(value) if value > 0 && has_plus => format!("+{}/14", Score::Centipawns(value)),
        Score::Mate(moves) if moves < 0 => format!("-#{}/14", -moves),
        score => format!("{score}/14"),
    }
}

fn chessgui(white: Score, view: Color) -> String {
    match turned(white, view) {
        Score::Centipawns(value) => format!("(Nd7) [%eval {value},14] [%emt 00:00:01]"),
        Score::Mate(moves) => format!("[%eval {}#{},14]", if moves < 0 { "-" } else { "" }, moves.abs()),
    }
}

/// The expected scores of a move: before it and after it, from White's point of view, and as numbers of training files.
struct Truth {
    mover: Color,
    before: Score,
    after: Score,
    numbers: [i32; 2],
}

fn truths(first: Color) -> Vec<Truth> {
    let each = FOUND.iter().enumerate().map(|(ply, &found)| {
        let is_first = ply % 2 == 0;
        let sign = if first == Color::White { 1 } else { -1 };
        let (after, numbers) = match found {
            Score::Centipawns(value) => (found, [value; 2]),
            // The mating side has an odd number of plies left before its move.
            Score::Mate(moves) => {
                let plies = 2 * moves - i32::from(is_first);
                (Score::Mate(moves - i32::from(is_first)), [MATE - plies, MATE - plies + 1])
            }
        };
        let mover = if is_first { first } else { !first };
        let [before, after] = [found, after].map(|score| turned(score, first));
        Truth { mover, before, after, numbers: numbers.map(|number| sign * number) }
    });
    each.collect()
}

fn game(form: &Form, first: Color, truths: &[Truth]) -> String {
    let (letter, result) = if first == Color::White { ('w', "1-0") } else { ('b', "0-1") };
    let tags = format!("[FEN \"q3k3/8/8/8/8/8/8/Q3K3 {letter} - - 0 1\"]\n[Result \"{result}\"]\n\n");
    let moves = [["Qb1", "Qb8"], ["Qa1", "Qa8"]];
    let text = truths.iter().enumerate().map(|(ply, truth)| {
        let mv = moves[ply / 2 % 2][usize::from(truth.mover == Color::Black)];
        format!("{mv} {{{}}} ", (form.write)(truth.before, truth.after, truth.mover))
    });
    format!("{tags}{}{result}\n\n", text.collect::<String>())
}

/// Centipawns and moves to mate after the moves of a row.
fn evals_and_mates(batch: &RecordBatch, row: usize) -> Vec<(Option<i32>, Option<i32>)> {
    let [evals, mates] = ["evals", "mates"].map(|name| batch.column_by_name(name).unwrap());
    let [evals, mates] = [evals, mates].map(|lists| lists.as_list::<i32>().value(row));
    let mates = mates.as_primitive::<Int16Type>().iter().map(|mate| mate.map(i32::from));
    evals.as_primitive::<Int32Type>().iter().zip(mates).collect()
}

#[test]
fn all_readers_agree_about_every_form_and_both_colours() {
    let columns: Columns = "evals,mates,depths,ply".parse().unwrap();
    for form in &FORMS {
        for first in Color::ALL {
            let truths = truths(first);
            let text = game(form, first, &truths);
            let about = format!("{} {first} {text}", form.name);
            // Columns, on one thread and in small chunks on several.
            let after = truths.iter().map(|truth| (truth.after.centipawns(), truth.after.mate()));
            let after: Vec<_> = after.collect();
            let many = text.repeat(5);
            for threads in [1, 3] {
                let table = Table::new([Input::bytes("many", &many)], &columns, &Filter::ALL);
                let mut rows = 0;
                for batch in table.threads(threads).chunk_size(100).batches() {
                    let batch = batch.unwrap();
                    for row in 0..batch.num_rows() {
                        assert_eq!(evals_and_mates(&batch, row), after, "{about}");
                        rows += 1;
                    }
                }
                assert_eq!(rows, 5);
            }
            // Filters, also where the columns have no scores.
            for (ply, truth) in truths.iter().enumerate() {
                let condition = match truth.after {
                    Score::Centipawns(_) => format!("eval == {}", truth.after),
                    Score::Mate(moves) => format!("mate == {moves}"),
                };
                let mut filter = GameFilter::new(&condition.parse().unwrap(), &Base::default());
                assert!(Replay::new(text.as_bytes()).visit_game(&mut filter).unwrap());
                assert!(filter.keeps_move(ply), "{condition} {about}");
            }
            // Training files.
            let mut expected = vec![None; truths.len() + 1];
            for (ply, truth) in truths.iter().enumerate() {
                let [before, after] = truth.numbers;
                expected[ply + usize::from(form.is_after)] = Some(if form.is_after { after } else { before });
            }
            let records: Vec<Record> = pgn::Reader::new(text.as_bytes()).map(Result::unwrap).collect();
            let scores: Vec<_> = records.iter().map(|record| record.score).collect();
            assert_eq!(scores, expected[..scores.len()], "{about}");
            assert_eq!(scores.iter().flatten().count(), truths.len(), "{about}");
            let plain = encode_games(Format::Plain, text.as_bytes(), &Base::default(), &Filter::ALL);
            let plain = String::from_utf8(plain.bytes).unwrap();
            let lines = plain.lines().map(|line| line.split(" | ").nth(1)?.parse().ok());
            assert!(lines.eq(scores.iter().flatten().map(|&score| Some(score))), "{plain}");
            // Reading the written PGN gives the same scores.
            let mut writer = Writer::new(Format::Pgn, Vec::new());
            for record in &records {
                writer.write(record).unwrap();
            }
            let again = writer.finish().unwrap();
            let again: Vec<_> = Reader::new(Format::Pgn, &again[..]).map(|it| it.unwrap().score).collect();
            assert_eq!(again, scores, "{about}");
        }
    }
}

/// The score of Black's first move from all readers of scores, and whether it is counted as lost.
fn blacks(game: &str, view: Option<ScoreView>) -> (Option<i32>, u64) {
    let base = Base { score_view: view, ..Base::default() };
    let batch =
        read_chunk(game.as_bytes(), &base, &"evals,mates".parse().unwrap(), &Filter::ALL).next().unwrap();
    let (eval, _) = evals_and_mates(&batch, 0)[1];
    let mut reader = Reader::new(Format::Pgn, game.as_bytes()).score_view(view);
    let scores: Vec<_> = reader.by_ref().map(|record| record.unwrap().score).collect();
    assert_eq!(eval, scores[1], "{game}");
    (scores[1], reader.losses().count(Loss::ScoreView))
}

#[test]
fn scores_without_a_point_of_view_are_dropped() {
    let minus = "1. e4 {-0.31/14} e5 {-0.28/14} ";
    for (game, expected) in [
        ("1. e4 {0.31/14 2} e5 {0.28/14 3} 1-0", (Some(28), 0)),
        ("1. e4 {+0.31/14 2} e5 {-0.28/14 3} 1-0", (Some(28), 0)),
        // A score that is the same from both points of view is kept.
        ("1. e4 {0.00/14} e5 {0.00/14} 1-0", (Some(0), 0)),
        (&format!("{minus}1-0"), (None, 2)),
        // A pair of scores shows it, and so do a score with the winner and a score with an evaluation.
        (&format!("{minus}2. d4 {{-0.51/9}} d5 {{-0.51/9}} 1/2-1/2"), (Some(-28), 0)),
        (&format!("{minus}2. d4 {{-0.51/9}} d5 {{-0.50/9}} 1/2-1/2"), (None, 4)),
        (&format!("{minus}2. d4 d5 {{-5.00/9}} 1-0"), (Some(28), 0)),
        (&format!("{minus}2. d4 d5 {{-5.00/9}} 0-1"), (Some(-28), 0)),
        (&format!("{minus}2. d4 d5 {{-5.00/9}} *"), (None, 3)),
        (&format!("{minus}2. d4 d5 {{-5.00/9 [%eval 4.00]}} *"), (Some(28), 0)),
        // Engines that disagree do not change the meaning of cutechess's form, but a unit alone is not this form.
        (
            "1. e4 {+0.90/1 1s} e5 {+0.80/1 1s} 2. d4 {+0.90/1 1s} d5 {+0.80/1 1s} 3. c4 {+0.90/1 1s} *",
            (Some(-80), 0),
        ),
        ("1. e4 {0.90/1 1s} e5 {0.80/1 1s} *", (Some(80), 0)),
    ] {
        assert_eq!(blacks(game, None), expected, "{game}");
    }
    // The caller's setting comes first.
    for game in [
        "1. e4 {0.31/14 2} e5 {0.28/14 3} *",
        "1. e4 {+0.31/14 1s} e5 {+0.28/14 1s} *",
        "1. e4 e5 {[%eval 28,14]} *",
    ] {
        assert_eq!(blacks(game, Some(ScoreView::White)), (Some(28), 0), "{game}");
        assert_eq!(blacks(game, Some(ScoreView::Mover)), (Some(-28), 0), "{game}");
    }
}

#[test]
fn the_first_score_counts_and_percentages_do_not() {
    for game in [
        "1. e4 {+0.10/9} e5 {+0.20/9} {+0.90/9} *",
        "1. e4 {+0.10/9} e5 {+0.20/9 1s, 50% of the hash} *",
        "1. e4 {+0.10/9} e5 {+0.20/9 1s [%clk 0:01:00]} *",
        "1. e4 {+0.10/9} e5 {+0.20/9 [%emt 0:00:01] 100 %} *",
        "1. e4 {+0.10/9} e5 {50 %} {+0.20/9 2; 1.25/3 of the board} *",
    ] {
        assert_eq!(blacks(game, None), (Some(-20), 0), "{game}");
    }
    for prose in ["1.25/3 of the board", "1.25/3rd", "1.5/3", "it is +1.25/3"] {
        assert_eq!(blacks(&format!("1. e4 {{{prose}}} e5 {{{prose}}} 1-0"), None), (None, 0), "{prose}");
    }
}

#[test]
fn views_are_read_as_they_are_written() {
    for view in ScoreView::ALL {
        assert_eq!(view.to_string().parse(), Ok(view));
    }
    let error = "black".parse::<ScoreView>().unwrap_err();
    assert_eq!(error.to_string(), "the point of view of scores is white or mover");
}
