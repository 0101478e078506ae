//! Games that a filter keeps, as training files.

use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::training::{Encoded, Format, Loss, Record, encode_filtered_games, encode_games};

use super::read;

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
    encode_filtered_games(format, text.as_bytes(), &Base::file("a.pgn"), &filter.parse::<Filter>().unwrap())
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
            let twin = encode_games(format, expected.as_bytes());
            assert_eq!(piece.bytes, twin.bytes, "{format}, {filter}");
            assert_eq!((piece.games, piece.rejected), (2, 5), "{format}, {filter}");
            assert_eq!((piece.records, piece.written), (twin.records, twin.written));
            assert!(piece.faults.is_empty() && piece.losses == twin.losses, "{format}, {filter}");
        }
        let (all, twin) = (filtered(format, &text, ""), encode_games(format, text.as_bytes()));
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
    // Behind what is left out, the game goes on as another one.
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
