//! Scores in the comments of games, and games that a filter keeps.

use std::io::{self, Read, Write};

use chess_board::Position;
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::scores::ScoreView;
use chess_movegen::PositionExt;
use chess_notation::pgn::GameResult;
use chess_testkit::Random;
use chess_training::{Conversion, Encoded, Format, Loss, MATE, Reader, Record, Writer, encode_games};

use chess_types::Color;

use crate::{games, read, read_all, write};

fn scores(game: &str) -> Vec<Option<i32>> {
    read(Format::Pgn, game.as_bytes()).iter().map(|record| record.score).collect()
}

#[test]
fn an_evaluation_is_that_of_the_position_after_the_move() {
    let game = "{[%eval 0.10]} 1. e4 {[%clk 1:00] [%eval 0.25,20]} e5 {[%eval -1.5]} 2. Nf3 {[%eval #3]} 1-0";
    // A mate in three moves with Black to move is one in six plies.
    assert_eq!(scores(game), [Some(10), Some(25), Some(-150), Some(MATE - 6)]);
    // With White to move it is one in five.
    assert_eq!(scores("{[%eval #3]} 1-0"), [Some(MATE - 5)]);
    assert_eq!(scores("1. e4 {[%eval #-1]} 0-1"), [None, Some(1 - MATE)]);
    // No moves are left: the side to move has been mated.
    let mated = "1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1";
    assert_eq!(scores(mated), [None, None, None, None, Some(-MATE)]);
    let mated = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# {[%eval #0]} 1-0";
    assert_eq!(scores(mated), [None, None, None, None, None, Some(MATE)]);
}

#[test]
fn a_search_score_is_the_mover_s_before_the_move() {
    let game =
        "1. e4 {+0.31/14 1.2s} e5 {-0.25/12 0.9s} 2. Nf3 {book} Nc6 {+M7/20 1s} 3. Bb5 {-M8/9 0.1s, x} 1-0";
    assert_eq!(scores(game), [Some(31), Some(25), None, Some(7 - MATE), Some(8 - MATE)]);
}

#[test]
fn mates_come_back_and_great_scores_do_not_become_mates() {
    let game = "1. f3 e5 2. g4 Qh4# 0-1";
    let mut records = read(Format::Pgn, game.as_bytes());
    let back = |records: &[Record]| -> Vec<_> {
        read(Format::Pgn, &write(Format::Pgn, records)).iter().map(|record| record.score.unwrap()).collect()
    };
    for (score, expected) in [
        ([-4, 3, -2, 1].map(|plies: i32| plies.signum() * -(MATE - plies.abs())), None),
        ([MATE - 1, MATE - 2, MATE - 253, MATE - 254], None),
        ([31_745, -31_745, 0, 5], None),
        ([32_767, -32_768, i32::MAX, i32::MIN], Some([31_745, -31_745, 31_745, -31_745])),
    ] {
        let score = score.map(|score| if score == 0 { 0 } else { score });
        for (record, score) in records.iter_mut().zip(score) {
            record.score = Some(score);
        }
        let expected = expected.unwrap_or(score);
        // The side to move mates after an odd number of plies, the other after an even one.
        let is_odd_mate = |i: usize| {
            let plies = MATE - expected[i].abs();
            plies <= 254 && ((i % 2 == 0) == (expected[i] > 0)) != (plies % 2 == 1)
        };
        let found = back(&records);
        for i in 0..4 {
            let tolerance = i32::from(is_odd_mate(i));
            assert!((found[i] - expected[i]).abs() <= tolerance, "{i} {found:?} {expected:?}");
        }
    }
}

#[test]
fn losses_of_reading_are_counted() {
    let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4! {good} (1. d4 {[%eval 0.1]}) e5 {[%eval #2]} 1-0";
    let mut reader = Reader::new(Format::Pgn, game.as_bytes());
    assert_eq!(reader.by_ref().count(), 3);
    assert_eq!(reader.losses().count(Loss::Annotation), 4);
    assert_eq!(reader.losses().count(Loss::MateAsNumber), 1);
    let mut reader = Reader::new(Format::Pgn, &b"1. e4 {-0.31/14} 1-0"[..]);
    assert_eq!(reader.by_ref().filter(|it| it.as_ref().unwrap().score.is_some()).count(), 0);
    assert_eq!(reader.losses().count(Loss::ScoreView), 1);
}

#[test]
fn a_null_move_cuts_the_game() {
    let game = "1. e4 {[%eval 0.1]} -- {[%eval 0.2]} 2. d4 {[%eval 0.3]} d5 {[%eval 0.4]} 3. Nf3 1-0";
    let mut reader = Reader::new(Format::Pgn, game.as_bytes());
    let records: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(
        records.iter().map(|it| it.starts_game).collect::<Vec<_>>(),
        [true, false, true, false, false]
    );
    assert!(records[1].mv.is_none() && records[2].mv.is_some());
    assert_eq!(reader.losses().count(Loss::CutAtNullMove), 1);
    let games = read(Format::Viri, &write(Format::Viri, &records));
    assert_eq!(games.iter().filter(|it| it.starts_game).count(), 2);
    // The first position has no score.
    assert_eq!(games.len(), 4);
}

#[test]
fn games_that_are_written_have_tags_and_evaluations() {
    let game = "[Result \"1-0\"]\n\n{[%eval 0.1]} 1. e4 {[%eval 0.25]} e5 {[%eval #-3]} *";
    let text = write(Format::Pgn, &read(Format::Pgn, game.as_bytes()));
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n\n{[%eval 0.10]} 1. e4 {[%eval 0.25]} 1... e5 {[%eval #-3]} 1-0\n\n"
    );
}

/// An output without room.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails_is_told() {
    let records = read(Format::Pgn, b"{[%eval 1]} 1. e4 1-0");
    for format in Format::ALL {
        let full: &mut dyn Write = &mut Full;
        let mut writer = Writer::new(format, full);
        let error = match records.iter().try_for_each(|record| writer.write(record)) {
            Ok(()) => writer.finish().err().unwrap(),
            Err(error) => error,
        };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{format}");
    }
    let (mut game, mut out) = (&b"{[%eval 1]} 1. e4 1-0"[..], Full);
    let mut conversion = Conversion::new(Reader::new(Format::Pgn, &mut game), Format::Marlin, &mut out);
    assert!(conversion.next_fault().unwrap().is_none());
    assert_eq!(conversion.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
}

#[test]
fn scores_are_written_to_pgn_as_what_they_mean() {
    let [white, black] = ["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"];
    for (fen, score, text, is_changed) in [
        (white, 0, "0.00", false),
        (white, -5, "-0.05", false),
        (black, 31_745, "317.45", false),
        (white, MATE - 255, "317.45", false),
        (white, MATE + 1, "317.45", true),
        (white, -MATE - 1, "-317.45", true),
        (white, MATE - 253, "#127", false),
        (white, MATE - 254, "#127", true),
        (black, MATE - 254, "#127", false),
        (black, MATE - 253, "#126", true),
        (white, MATE - 1, "#1", false),
        (white, MATE - 2, "#1", true),
        (black, MATE - 2, "#1", false),
        (black, -(MATE - 3), "#-2", false),
        (white, -(MATE - 4), "#-2", false),
        // Only the side to move can be mated on the board. The opposite scores become mates in one move.
        (black, MATE, "#0", false),
        (white, -MATE, "#0", false),
        (white, MATE, "#1", true),
        (black, -MATE, "#-1", true),
    ] {
        let mut writer = Writer::new(Format::Pgn, Vec::new());
        writer.write(&Record::new(fen.parse().unwrap(), score, GameResult::Draw)).unwrap();
        assert_eq!(writer.losses().count(Loss::ScoreRange), u64::from(is_changed), "{fen} {score}");
        let pgn = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert!(pgn.contains(&format!("{{[%eval {text}]}}")), "{fen} {score} {pgn}");
    }
}

#[test]
fn scores_of_comments_are_read_to_the_edges() {
    let score = |comment: &str| {
        let game = format!("1. e4 {{{comment}}} 1-0");
        let mut reader = Reader::new(Format::Pgn, game.as_bytes()).score_view(Some(ScoreView::Mover));
        let score = reader.next().unwrap().unwrap().score;
        (score, reader.losses().count(Loss::ScoreRange), reader.losses().count(Loss::MateAsNumber))
    };
    for (comment, expected) in [
        ("  +0.31/1", (Some(31), 0, 0)),
        ("0.31/1", (Some(31), 0, 0)),
        ("+000000000000.31/1", (Some(31), 0, 0)),
        ("+317.45/1", (Some(31_745), 0, 0)),
        ("-317.46/1", (Some(-31_745), 1, 0)),
        ("+M253/1", (Some(MATE - 253), 0, 1)),
        ("-M254/1", (Some(254 - MATE), 0, 1)),
        // The side that moves mates after an odd number of plies, and is mated after an even one: the moves count.
        ("+M254/1", (Some(MATE - 253), 0, 1)),
        ("-M255/1", (Some(254 - MATE), 1, 1)),
        ("+M0/1", (None, 0, 0)),
        ("+21474836.48/1", (None, 0, 0)),
        ("+0.3/1", (Some(30), 0, 0)),
        ("+0.311/1", (Some(31), 0, 0)),
        ("+M+5/1", (None, 0, 0)),
        ("++1.50/1", (None, 0, 0)),
        ("+1.+5/1", (None, 0, 0)),
        ("+0.31 /1", (None, 0, 0)),
        ("0.00/1 0s", (Some(0), 0, 0)),
    ] {
        assert_eq!(score(comment), expected, "{comment}");
    }
    for comment in [
        "",
        "0.31",
        "1.5/3",
        "+0.31/",
        "+0.31/x",
        "1/2",
        "+x.31/4",
        "+M/3",
        "+.3a/4",
        "[%clk 0:01:00]",
        "+99999999999.00/1",
    ] {
        assert_eq!(score(comment), (None, 0, 0), "{comment}");
    }
    for (eval, expected) in [
        ("#127", MATE - 254),
        ("#128", MATE - 254),
        ("#-127", 253 - MATE),
        ("#-128", 254 - MATE),
        ("#-2147483647", 254 - MATE),
    ] {
        let game = format!("1. e4 {{[%eval {eval}]}} e5 1-0");
        assert_eq!(read(Format::Pgn, game.as_bytes())[1].score, Some(expected), "{eval}");
    }
}

#[test]
fn comments_of_both_kinds_may_stand_in_any_order() {
    assert_eq!(scores("1. e4 {[%eval 0.1]} {+0.20/1} e5 1-0"), [Some(20), Some(10)]);
    assert_eq!(scores("1. e4 {+0.20/1} {[%eval 0.1]} e5 1-0"), [Some(20), Some(10)]);
    // No search precedes the first move.
    let mut reader = Reader::new(Format::Pgn, &b"{+0.31/14 1.2s} 1. e4 1-0"[..]);
    assert_eq!(reader.by_ref().map(|record| record.unwrap().score).collect::<Vec<_>>(), [None]);
    assert_eq!(reader.losses().count(Loss::Annotation), 1);
}

/// A source that fails once.
struct Once(bool);

impl Read for Once {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) { Ok(0) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }
}

#[test]
fn games_before_a_failed_source_are_reported_with_their_faults() {
    // A word that ends like the mark of a failure is a word.
    let (records, faults) = read_all(Format::Pgn, b"1. Ke4~ *\n\n1. d4 *\n\n1. Ke4 *\n\n1. c4 *\n");
    let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.offset)).collect();
    assert_eq!((records.len(), places), (2, vec![(1, 3), (5, 23)]));
    let source: &mut dyn Read =
        &mut (&b"1. Ke4 *\n\n1. d4 *\n\n"[..]).chain(Once(false)).chain(&b"1. c4 *\n"[..]);
    let found: Vec<_> =
        Reader::new(Format::Pgn, source).map(|it| it.map_err(|fault| fault.to_string())).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].is_err() && found[1].is_ok() && found[2] == Err("broken pipe".to_owned()), "{found:?}");
}

const STRONG: &str = "[WhiteElo \"2600\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.1]} d5 {[%eval 0.2]} \
    2. exd5 {[%eval 0.3]} Qxd5 {[%eval 0.4]} 3. Nc3 {[%eval 0.5]} 1-0\n\n";
const WEAK: &str =
    "[WhiteElo \"1500\"]\n[Event \"x\"]\n\n1. e4 {[%eval 0.1]} d5 {[%eval -0.2]} 2. exd5 0-1\n\n";
/// A game that breaks behind its moves, and one that breaks in its tags.
const BROKEN: [&str; 2] = [
    "[WhiteElo \"1400\"]\n\n1. d4 {[%eval 0.1]} d5 {[%eval 0.2]} 2. d5 1-0\n\n",
    "[WhiteElo \"1400\"]\n[FEN \"nonsense\"]\n\n1. d4 1-0\n\n",
];

fn filtered(format: Format, text: &str, filter: &str) -> Encoded {
    encode_games(format, text.as_bytes(), &Base::file("a.pgn"), &filter.parse::<Filter>().unwrap())
}

/// The plies and beginnings of games in a piece of PGN.
fn places(text: &str, filter: &str) -> Vec<(u32, bool)> {
    let records = read(Format::Pgn, &filtered(Format::Pgn, text, filter).bytes);
    records.iter().map(|record: &Record| (record.position.ply(), record.starts_game)).collect()
}

#[test]
fn games_that_fail_leave_nothing() {
    let text = [WEAK, BROKEN[0], STRONG, BROKEN[1], WEAK, STRONG, BROKEN[1]].concat();
    let expected = STRONG.repeat(2);
    for format in Format::ALL {
        for filter in
            ["white_elo > 2000", "plies == 5", "sound and result == white", "elo > 2000 or WhiteElo == 2600"]
        {
            let piece = filtered(format, &text, filter);
            let twin = encode_games(format, expected.as_bytes(), &Base::default(), &Filter::ALL);
            assert_eq!(piece.bytes, twin.bytes, "{format}, {filter}");
            assert_eq!((piece.games, piece.rejected), (2, 5), "{format}, {filter}");
            assert_eq!((piece.records, piece.written), (twin.records, twin.written));
            assert!(piece.faults.is_empty() && piece.losses == twin.losses, "{format}, {filter}");
        }
        let (all, twin) = (
            filtered(format, &text, ""),
            encode_games(format, text.as_bytes(), &Base::default(), &Filter::ALL),
        );
        assert_eq!((all.bytes, all.games, all.rejected), (twin.bytes, 7, 0));
        assert_eq!((all.faults.len(), twin.faults.len()), (3, 3));
        let all = filtered(format, &text, "file == \"a.pgn\"");
        assert_eq!((all.games, all.faults.len(), all.losses), (7, 3, twin.losses), "{format}");
        assert_eq!(filtered(format, &text, "file != \"a.pgn\"").bytes, b"");
    }
    let piece = filtered(Format::Marlin, &text, "white_elo == 1400");
    assert_eq!((piece.games, piece.rejected, piece.faults.len()), (3, 4, 3));
}

#[test]
fn moves_that_fail_leave_no_record() {
    // Behind an omitted record another game begins.
    assert_eq!(places(STRONG, "not capture"), [(0, true), (1, false), (4, true)]);
    assert_eq!(places(STRONG, "capture"), [(2, true), (3, false)]);
    assert_eq!(places(STRONG, "side == black"), [(1, true), (3, true)]);
    assert_eq!(places(STRONG, "ply >= 3"), [(3, true), (4, false)]);
    assert_eq!(places(STRONG, "ply > 20"), []);
    // A game does not go on in another one, though its positions follow.
    let same = filtered(Format::Viri, &STRONG.repeat(2), "ply < 2 and result == white");
    assert_eq!((same.games, same.rejected, same.records), (2, 0, 4));
    let mixed = [&STRONG[..STRONG.find("2. exd5").unwrap()], "1-0\n\n", STRONG].concat();
    assert_eq!(
        places(&mixed, "plies == 2 and ply < 2 or plies == 5 and ply >= 2"),
        [(0, true), (1, false), (2, true), (3, false), (4, false)]
    );
    // All records but the first, which has no score, are written.
    let viri = filtered(Format::Viri, STRONG, "not capture");
    assert_eq!((viri.records, viri.written, viri.losses.count(Loss::NoScore)), (3, 2, 1));
    let starts: Vec<_> = read(Format::Viri, &viri.bytes).iter().map(|record| record.starts_game).collect();
    assert_eq!(starts, [true, true]);
}

type Keeps = fn(&Record) -> bool;

#[test]
fn plies_count_from_the_first_position_of_a_game() {
    let mut random = Random::new(48);
    let records = games(60, 60, &mut random);
    assert!(records.iter().filter(|it| it.ply == 0 && it.position != Position::START).count() > 30);
    let text = String::from_utf8(write(Format::Pgn, &records)).unwrap();
    let fens = |lines: Vec<u8>| -> Vec<String> {
        String::from_utf8(lines).unwrap().lines().map(|line| line[..line.find('|').unwrap()].into()).collect()
    };
    let keeps: [(&str, Keeps); 6] = [
        ("ply >= 0", |_| true),
        ("ply >= 7", |it| it.ply >= 7),
        ("ply < 20 and side == black", |it| it.ply < 20 && it.position.side_to_move() == Color::Black),
        ("quiet and not check", |it| it.mv.unwrap().is_quiet() && it.position.checkers().is_empty()),
        ("gives_check or castling", |it| {
            it.mv.is_some_and(|mv| it.position.gives_check(mv) || mv.is_castle())
        }),
        ("ply == 3 or capture", |it| it.ply == 3 || it.mv.unwrap().is_capture()),
    ];
    for (filter, keeps) in keeps {
        let expected = write(Format::Plain, records.iter().filter(|&record| keeps(record)));
        assert_eq!(fens(filtered(Format::Plain, &text, filter).bytes), fens(expected), "{filter}");
    }
}

#[test]
fn games_and_plies_of_records_are_those_of_columns() {
    // A game with a null move, one that breaks before its first move, one without moves, and one from a position of its own.
    let text = "1. e4 -- 2. d4 1-0\n\n[FEN \"x\"]\n\n1. e4 *\n\n*\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n\n40... Kd7 41. e4 *\n";
    let mut reader = Reader::new(Format::Pgn, text.as_bytes());
    let mut found = Vec::new();
    while let Some(record) = reader.next() {
        found.extend(record.ok().map(|record| (reader.game(), record.ply, record.position.ply())));
    }
    assert_eq!(found, [(1, 0, 0), (1, 1, 1), (1, 2, 2), (3, 0, 0), (4, 0, 79), (4, 1, 80)]);
}
