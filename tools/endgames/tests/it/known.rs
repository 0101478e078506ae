use chess_endgames::{Ending, Endings, Plan, Statistics, Value};
use chess_movegen::PositionExt;

/// Solves what an ending needs, and the ending.
pub(crate) fn solved(names: &[&str], limit: u16) -> Endings {
    let mut endings = Endings::with_limit(limit);
    let wanted: Vec<_> = names.iter().map(|name| name.parse().unwrap()).collect();
    for (ending, _) in Plan::of(&wanted).steps {
        endings.solve(ending, &|_| ()).unwrap();
    }
    endings
}

/// The counts of legal positions of KQK, KRK, KBK, KNK and KPK, as Kirill Kryukov's page on legal positions has them,
/// and the longest distances: to mate without pawns.
#[test]
fn three_men_have_the_published_counts() {
    let endings = solved(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"], 100);
    for (name, on_whole_board, max_dtz) in [
        ("KQvK", 368452, 20),
        ("KRvK", 399112, 32),
        ("KBvK", 417228, 0),
        ("KNvK", 429440, 0),
        ("KPvK", 331352, 20),
    ] {
        let ending: Ending = name.parse().unwrap();
        let statistics = Statistics::of(&endings, ending).unwrap();
        assert_eq!(statistics.positions() * ending.forms(), on_whole_board, "{name}");
        assert_eq!(statistics.max_dtz, max_dtz, "{name}");
    }
}

#[test]
fn a_mated_side_has_lost_in_one_ply() {
    let endings = solved(&["KQvK"], 100);
    let position: chess_board::Position = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1".parse().unwrap();
    assert!(position.is_checkmate());
    assert_eq!(endings.value(&position), Some(Value::MATED));
    assert_eq!((Value::MATED.wdl(), Value::MATED.dtz()), (-2, -1));
    let before: chess_board::Position = "k7/8/1K6/1Q6/8/8/8/8 w - - 0 1".parse().unwrap();
    assert_eq!(endings.value(&before), Some(Value::win(1)));
}

#[test]
fn what_is_not_solved_has_no_value() {
    let endings = solved(&["KQvK"], 100);
    for fen in ["k7/8/1K6/1R6/8/8/8/8 w - - 0 1", "k7/8/K7/1QQQ4/8/8/8/8 b - - 0 1"] {
        assert_eq!(endings.value(&fen.parse().unwrap()), None);
    }
    assert_eq!(endings.value(&"k7/8/1K6/8/8/8/8/8 w - - 0 1".parse().unwrap()), Some(Value::DRAW));
    assert!(Endings::new().solve("KQvKR".parse().unwrap(), &|_| ()).is_err());
}
