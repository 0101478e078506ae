use std::sync::LazyLock;

use chess_data::columns::{Base, Kept};
use chess_data::filter::Filter;
use chess_notation::pgn::{PartialGame, Replay};

/// Filters: two lines of text are two conditions. One that is read is written and read as the same, and what `not`, `and` and
/// `or` of them keep of some games is what these words say.
pub fn filter(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let (first, second) = (read(first), read(second));
    let Some(first) = first else { return };
    let not = read(&format!("not ({first})"));
    let both = second.as_ref().and_then(|second| read(&format!("({first}) and ({second})")));
    let either = second.as_ref().and_then(|second| read(&format!("({first}) or ({second})")));
    let kept = |filter: &Filter| Kept::new(GAMES.as_bytes(), &Base::default(), filter);
    let [first, not, second, both, either] =
        [Some(first), not, second, both, either].map(|filter| filter.as_ref().map(kept));
    for (&plies, game) in PLIES.iter().zip(1..) {
        for ply in 0..plies {
            let keeps = |kept: &Option<Kept>| kept.as_ref().map(|kept| kept.has_move(game, ply));
            let context = || format!("{text:?}: ply {ply} of game {game}");
            let Some(by_first) = keeps(&first) else { return };
            if let Some(by_not) = keeps(&not) {
                assert_eq!(by_not, !by_first, "{}", context());
            }
            if let (Some(by_second), Some(by_both)) = (keeps(&second), keeps(&both)) {
                assert_eq!(by_both, by_first && by_second, "{}", context());
            }
            if let (Some(by_second), Some(by_either)) = (keeps(&second), keeps(&either)) {
                assert_eq!(by_either, by_first || by_second, "{}", context());
            }
        }
    }
}

/// Reads a condition that is not blank. A blank one keeps everything, and cannot stand in parentheses.
fn read(text: &str) -> Option<Filter> {
    match text.parse::<Filter>() {
        Ok(filter) => {
            let written = filter.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&filter), "{text:?} {written:?}");
            assert_eq!(
                written.parse::<Filter>().map(|again| again.to_string()),
                Ok(written.clone()),
                "{text:?}"
            );
            (!written.is_empty()).then_some(filter)
        }
        Err(error) => {
            assert!(
                error.offset() <= text.len() && text.is_char_boundary(error.offset()),
                "{text:?}: {error}"
            );
            None
        }
    }
}

/// Games with all that conditions ask about.
const GAMES: &str = r#"[Event "Open"]
[Site "Here"]
[Date "2024.02.29"]
[Round "1"]
[White "Adams"]
[Black "Baker"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "1999"]
[WhiteTitle "GM"]
[ECO "C20"]
[TimeControl "180+2"]

1. e4 {[%clk 0:03:00] [%eval 0.3]} e5 {[%clk 0:02:58] [%eval 0.25,20]} 2. Qh5 {[%clk 0:02:59]} Nc6 3. Bc4 Nf6 {[%eval #-1]} 4. Qxf7# 1-0

[White "Carter"]
[Black "Adams"]
[UTCDate "2023.12.31"]
[Result "1/2-1/2"]
[BlackElo "0"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Variant "Chess960"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
[Result "*"]

9. Nf3 h6 10. Re1 h5 11. O-O *

[FEN "6k1/P7/8/8/8/8/8/K7 w - - 99 80"]

80. a8=Q+ Kh7 81. Qh8 Kxh8 82. Nonsense *
"#;

/// The number of moves of each game.
static PLIES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut games = Replay::new(GAMES.as_bytes());
    let mut plies = Vec::new();
    while let Some(PartialGame { game, .. }) = games.next_partial_game().expect("in memory") {
        plies.push(game.mainline().count() as u32);
    }
    assert!(plies.len() == 4 && plies.iter().all(|&plies| plies > 2), "{plies:?}");
    plies
});
