//! Matches of engines that a shell plays: who loses by a fault, and what the seed determines.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arena::chess_movegen::Position;
use chess_arena::games_file::GamesFile;
use chess_arena::matches::{FaultKind, Finished, Match, MatchError, Openings, Rules, Score, resume};

fn play(contest: &Match) -> Vec<Finished> {
    let mut games = Vec::new();
    let played = contest.play(&AtomicBool::new(false), |finished| -> Result<(), MatchError> {
        games.push(finished);
        Ok(())
    });
    played.unwrap();
    games
}

/// A match of these engines from one position.
fn from(fen: &str, engines: [&str; 2], games: u64) -> Match {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, fen).unwrap();
    let openings = Openings::open(file.path(), None, 1, false).unwrap();
    let engines = engines.map(|engine| engine.parse().unwrap()).to_vec();
    Match { openings, patience: Duration::from_secs(1), ..Match::new(engines, Some(games)) }
}

#[test]
fn who_cannot_mate_does_not_win_by_a_fault() {
    for (go, kind) in [
        ("exit", FaultKind::Crash),
        ("sleep 9", FaultKind::Hang),
        ("echo bestmove e8e1", FaultKind::Illegal),
        ("sleep 0.2; echo bestmove d3d4", FaultKind::Time),
    ] {
        let script = format!(
            "sh -c 'while read -r w rest; do case $w in uci) echo uciok;; isready) echo readyok;; go) {go};; esac; \
             done'; name=x; {}",
            if kind == FaultKind::Time { "movetime=50" } else { "nodes=9" }
        );
        // Black has a bare king, White a pawn. Each side makes a fault in its turn.
        let contest = from("8/8/8/4k3/8/3P4/3K4/8 w - - 0 1", [&script, "random"], 2);
        let contest = Match { rules: Rules { margin: Duration::ZERO, ..Rules::default() }, ..contest };
        let names = contest.names().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut file = GamesFile::create(&path).unwrap();
        let mut scores = Vec::new();
        for finished in play(&contest) {
            let text = contest.pgn(&finished, &names).unwrap();
            let expected = ["{White draws (the", "1-0"][finished.game];
            assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(expected), "{text}");
            file.write(&text).unwrap();
            // The file does not say where the opening of a game without answers ends.
            scores.push(Score { opening: None, ..finished.score() });
        }
        let faults: Vec<_> = scores.iter().map(|score| score.fault).collect();
        assert_eq!(faults, [Some((0, kind)); 2]);
        let mut resumed = Vec::new();
        resume(&path, &contest, &names, |score| resumed.push(score)).unwrap();
        assert_eq!(resumed, scores);
    }
}

/// Its file goes after so many starts, one of which is that for its name: it loses the games in which it runs and crashes.
#[test]
fn nobody_loses_a_game_for_which_the_system_starts_no_engine() {
    let folder = tempfile::tempdir().unwrap();
    for starts in 1..4 {
        let path = folder.path().join("engine");
        let script = format!(
            "#!/bin/sh\necho >> $0.starts; [ $(wc -l < $0.starts) -lt {starts} ] || rm $0; while read -r w rest; do case $w in \
             uci) echo uciok;; isready) echo readyok;; go) exit 3;; quit) exit;; esac; done"
        );
        fs::write(folder.path().join("script"), script).unwrap();
        let made =
            std::process::Command::new("install").arg(folder.path().join("script")).arg(&path).status();
        assert!(made.unwrap().success());
        drop(fs::remove_file(folder.path().join("engine.starts")));
        let engine = format!("{}; name=x; nodes=9", path.display());
        let contest = from(&Position::START.to_string(), [&engine, "random"], 8);
        contest.names().unwrap();
        let mut scores = Vec::new();
        let error = contest.play(&AtomicBool::new(false), |finished| -> Result<(), MatchError> {
            scores.push(finished.score().fault);
            Ok(())
        });
        let error = error.unwrap_err().to_string();
        assert!(error.contains("engine: the engine cannot be started: "), "{error}");
        assert_eq!(scores, vec![Some((0, FaultKind::Crash)); starts - 1]);
    }
}

#[test]
fn random_moves_depend_on_seed_and_place_of_the_game() {
    let moves = |seed| {
        let fen = Position::START.to_string();
        let contest = Match { seed, ..from(&fen, ["random; name=a", "random; name=b"], 8) };
        let games = play(&contest).into_iter().map(|finished| finished.played.game.moves().to_vec());
        games.collect::<Vec<_>>()
    };
    let [first, again, other] = [7, 7, 8].map(moves);
    assert_eq!(first, again);
    let different: HashSet<_> = first.iter().chain(&other).collect();
    assert_eq!(different.len(), 16);
}
