//! Matches of random moves: pairs, schedules, and a match that goes on after any part of its file.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_arena::chess_movegen::{Color, GameState};
use chess_arena::chess_notation::pgn::GameResult;
use chess_arena::engine::EngineSpec;
use chess_arena::games_file::GamesFile;
use chess_arena::matches::{
    Counts, FaultKind, Finished, Match, MatchError, Openings, Pairing, Pairs, Rules, Schedule, Score, Tally,
    resume,
};
use chess_testkit::{Random, sample};

/// A match of random moves, with short games.
fn contest(players: usize, games: u64, concurrency: usize) -> Match {
    let engines = (0..players).map(|player| format!("random; name={player}").parse().unwrap()).collect();
    let rules = Rules { max_moves: 6, ..Rules::default() };
    let openings = Openings::random(Some(4), 1, false);
    Match { rules, openings, concurrency, settings: "a\tb".into(), ..Match::new(engines, Some(games)) }
}

fn play(contest: &Match) -> Vec<Finished> {
    let mut games = Vec::new();
    let take = |finished| -> Result<(), MatchError> {
        games.push(finished);
        Ok(())
    };
    contest.play(&AtomicBool::new(false), take).unwrap();
    games.sort_by_key(|game| (game.pair, game.game));
    games
}

fn opening(finished: &Finished) -> String {
    let game = &finished.played.game;
    let plies = game.moves().len() - finished.played.answers.len();
    format!("{} {:?}", game.start(), &game.moves()[..plies])
}

#[test]
fn both_games_of_a_pair_have_an_opening_that_no_other_pair_of_the_players_has() {
    for concurrency in [1, 3] {
        let contest = contest(3, 10, concurrency);
        let games = play(&contest);
        assert_eq!(games.len(), 30);
        let mut openings: HashMap<Vec<usize>, Vec<String>> = HashMap::new();
        for pair in games.chunks(2) {
            let [first, second] = pair else { unreachable!("pairs are whole") };
            assert_eq!((first.pair, first.game, second.game), (second.pair, 0, 1));
            assert_eq!(first.players, [second.players[1], second.players[0]]);
            assert_eq!(opening(first), opening(second));
            let mut players = first.players.to_vec();
            players.sort_unstable();
            openings.entry(players).or_default().push(opening(first));
        }
        // All pairings have the same openings in the same order.
        assert_eq!(openings.len(), 3);
        let of_first = &openings[&vec![0, 1]];
        assert!(openings.values().all(|other| other == of_first), "{openings:?}");
        assert_eq!(of_first.iter().collect::<HashSet<_>>().len(), 5);
    }
}

/// Each engine has a name of its own, by which the game knows who plays White, and ends at its first move.
#[cfg(unix)]
#[test]
fn the_engines_of_a_game_are_its_players() {
    let script = "'while read -r w rest; do case $w in uci) echo id name $0; echo uciok;; isready) echo readyok;; go) exit;; esac; done'";
    for concurrency in [1, 2] {
        let engines =
            (0..3).map(|player| format!("sh -c {script} {player}; nodes=1").parse().unwrap()).collect();
        let contest = Match { concurrency, ..Match::new(engines, Some(4)) };
        let games = play(&contest);
        assert_eq!(games.len(), 12);
        for game in games {
            assert_eq!(game.played.ids, game.players.map(|player| player.to_string()), "{}", game.round());
        }
    }
}

#[test]
fn a_schedule_has_every_two_players_equally_often() {
    for (players, is_gauntlet, games) in (2..6).flat_map(|players| {
        [(players, false, 7), (players, true, 7), (players, false, 1), (players, true, 2)]
    }) {
        let schedule = Schedule::new(players, is_gauntlet, Some(games));
        let mut counts: HashMap<[usize; 2], Vec<u64>> = HashMap::new();
        let pairs: Vec<Pairing> = (0..).map_while(|pair| schedule.pairing(pair)).collect();
        for pair in &pairs {
            counts.entry(pair.players).or_default().push(pair.opening);
        }
        let expected: HashSet<[usize; 2]> = (0..players)
            .flat_map(|a| (a + 1..players).map(move |b| [a, b]))
            .filter(|pair| !is_gauntlet || pair[0] == 0)
            .collect();
        assert_eq!(counts.keys().copied().collect::<HashSet<_>>(), expected);
        // The openings of two players are the first ones, each once.
        let openings: Vec<u64> = (0..games.div_ceil(2)).collect();
        assert!(counts.values().all(|found| *found == openings), "{counts:?}");
        assert_eq!(schedule.games(), Some(2 * pairs.len() as u64));
    }
    let endless = Schedule::new(3, false, None);
    assert_eq!((endless.games(), endless.pairing(1 << 60).unwrap().players), (None, [0, 2]));
}

/// Writes a game of a match to its file.
fn write(contest: &Match, names: &[String], file: &mut GamesFile, finished: &Finished) {
    file.write(&contest.pgn(finished, names).unwrap()).unwrap();
}

fn report(tally: &Tally) -> Vec<(Counts, Pairs)> {
    tally.standings().iter().map(|standing| (standing.counts, standing.pairs)).collect()
}

/// Goes on with the file of a match; returns the report, and the games that were in the file.
fn go_on(contest: &mut Match, names: &[String], path: &Path) -> (Vec<(Counts, Pairs)>, usize) {
    let mut tally = Tally::new(names, None);
    let resumed = resume(path, contest, names, |score| {
        tally.add(&score);
    });
    let (mut file, done) = resumed.unwrap();
    let count = done.len();
    contest.done = done;
    for finished in play(contest) {
        tally.add(&finished.score());
        write(contest, names, &mut file, &finished);
    }
    contest.done.clear();
    assert_eq!(tally.repeats(), 0);
    (report(&tally), count)
}

#[test]
fn a_match_goes_on_after_every_part_of_its_file() {
    let mut contest = contest(3, 4, 1);
    let names = contest.names().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let (whole, games) = go_on(&mut contest, &names, &path);
    assert_eq!(games, 0);
    let text = fs::read_to_string(&path).unwrap();
    let tags = text.lines().filter(|line| *line == "[Settings \"a b\"]").count();
    assert_eq!(tags, 12);
    let ends: Vec<usize> =
        text.match_indices("[Event ").map(|(at, _)| at).skip(1).chain([text.len()]).collect();
    assert_eq!(ends.len(), 12);
    // Whole games, and every 97th part of a file between.
    let mut cuts: Vec<usize> = sample(0..text.len(), 97).collect();
    cuts.extend(&ends);
    for cut in cuts {
        fs::write(&path, &text[..cut]).unwrap();
        let (again, games) = go_on(&mut contest, &names, &path);
        // The blank lines after a game may be missing.
        let whole_games = ends.iter().filter(|&&end| end <= cut + 2).count();
        assert_eq!((&again, games), (&whole, whole_games), "{cut}");
        assert_eq!(timeless(&fs::read_to_string(&path).unwrap()), timeless(&text), "{cut}");
    }
}

/// Games without the tags that depend on the clock.
fn timeless(text: &str) -> String {
    let names = ["[Date ", "[UTCDate ", "[UTCTime ", "[GameDuration ", "[GameStartTime ", "[GameEndTime "];
    let lines = text.lines().filter(|line| !names.iter().any(|name| line.starts_with(name)));
    lines.collect::<Vec<_>>().join("\n")
}

/// A file that is not of the match is refused, and stays.
#[test]
fn another_match_is_not_resumed() {
    let contest = contest(2, 4, 1);
    let names = contest.names().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let mut file = GamesFile::create(&path).unwrap();
    for finished in play(&contest) {
        write(&contest, &names, &mut file, &finished);
    }
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, error) in [
        ("[White \"0\"]", "[White \"2\"]", "game 1: round 1.1 of this match is not 2 vs. 1"),
        ("[Round \"2.1\"]", "[Round \"3.1\"]", "game 3: round 3.1 of this match is not 0 vs. 1"),
        ("[Round \"2.2\"]", "[Round \"1.2\"]", "game 4: duplicate round"),
        ("[Round \"2.2\"]", "[Round \"2.3\"]", "game 4: round 2.3 of this match is not 1 vs. 0"),
        ("[Round \"2.2\"]", "[Round \"2.0\"]", "game 4: round 2.0 of this match is not 1 vs. 0"),
        ("a b", "c", "game 1: the match was played with different settings: c; now: a b"),
    ] {
        let changed = text.replacen(from, to, 1);
        fs::write(&path, &changed).unwrap();
        let refused = resume(&path, &contest, &names, |_| ()).map(|_| ()).unwrap_err();
        assert_eq!(refused.to_string(), error);
        assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    }
}

/// An error of the receiver ends the match within a move of each other game.
#[test]
fn an_error_stops_the_other_games_at_once() {
    let mut contest = contest(2, 1000, 4);
    contest.rules.max_moves = 60_000;
    let stop = AtomicBool::new(false);
    let mut count = 0;
    let played = contest.play(&stop, |_| {
        count += 1;
        Err(MatchError::Tag("full".into()))
    });
    assert_eq!(played.unwrap_err().to_string(), "full");
    assert!(count == 1 && stop.load(Ordering::Relaxed));
}

/// An engine whose program does not start ends the match; a game in which the other one thinks is not waited for.
#[cfg(unix)]
#[test]
fn a_program_that_does_not_start_stops_the_other_games_at_once() {
    let silent =
        "sh -c 'while read -r w rest; do case $w in uci) echo uciok;; isready) echo readyok;; esac; done'";
    let engines =
        [&format!("{silent}; name=a; nodes=9"), "random; name=b", "./no-such-engine; name=c; nodes=9"];
    let engines = engines.map(|engine| engine.parse().unwrap()).to_vec();
    let contest = contest(3, 2, 2);
    let contest = Match { engines, patience: std::time::Duration::from_secs(20), ..contest };
    let stop = AtomicBool::new(false);
    let mut count = 0;
    let error = contest.play(&stop, |_| -> Result<(), MatchError> {
        count += 1;
        Ok(())
    });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("no-such-engine: the engine cannot be started: "), "{error}");
    assert!(count == 0 && stop.load(Ordering::Relaxed), "{count}");
}

#[test]
fn a_tag_that_is_too_long_names_engine_and_tag() {
    let mut contest = contest(2, 2, 1);
    let finished = play(&contest).remove(1);
    let long = "n".repeat(70_000);
    let error = |contest: &Match, names: [&str; 2]| {
        contest.pgn(&finished, &names.map(str::to_owned)).unwrap_err().to_string()
    };
    let reason = "the tag is longer than a reader accepts";
    // In the second game the second engine has White.
    assert_eq!(error(&contest, ["a", &long]), format!("engine 2: tag White: {reason}"));
    assert_eq!(error(&contest, [&long, "b"]), format!("engine 1: tag Black: {reason}"));
    contest.settings.clone_from(&long);
    assert_eq!(error(&contest, ["a", "b"]), format!("tag Settings: {reason}"));
}

/// Counts by a list of all games.
#[test]
fn a_tally_counts_games_and_pairs_in_any_order() {
    for mut random in Random::cases(200) {
        let players = 2 + random.below(3);
        let names: Vec<String> = (0..players).map(|player| player.to_string()).collect();
        let schedule = Schedule::new(players, false, Some(8));
        let mut scores = Vec::new();
        for pair in 0.. {
            let Some(Pairing { players: [first, second], opening }) = schedule.pairing(pair) else { break };
            for (game, players) in [[first, second], [second, first]].into_iter().enumerate() {
                let result = random.pick(&[GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins]);
                let fault = (random.below(3) == 0).then(|| (first, random.pick(&FaultKind::ALL)));
                // Two openings in all.
                let opening = Some(opening % 2);
                scores.push(Score { pair, game, players, result, fault, opening });
            }
        }
        for last in (1..scores.len()).rev() {
            scores.swap(last, random.below(last + 1));
        }
        scores.truncate(scores.len() - random.below(4));
        let mut tally = Tally::new(&names, None);
        let told: usize = scores.iter().filter(|score| tally.add(score).is_some()).count();
        for player in 0..players {
            let halves = |score: &Score| -> usize {
                let color = if score.players[0] == player { Color::White } else { Color::Black };
                match score.result.winner() {
                    None => 1,
                    Some(winner) => 2 * usize::from(winner == color),
                }
            };
            let own: Vec<&Score> = scores.iter().filter(|score| score.players.contains(&player)).collect();
            let count = |wanted: usize| own.iter().filter(|score| halves(score) == wanted).count() as u32;
            let faults = |kinds: &[FaultKind]| {
                own.iter()
                    .filter(|score| {
                        score.fault.is_some_and(|(loser, kind)| loser == player && kinds.contains(&kind))
                    })
                    .count() as u32
            };
            let counts = Counts {
                wins: count(2),
                draws: count(1),
                losses: count(0),
                crashes: faults(&[FaultKind::Crash]),
                timeouts: faults(&[FaultKind::Time, FaultKind::Hang]),
                illegal: faults(&[FaultKind::Illegal]),
            };
            let mut pairs = [0; 5];
            for pair in own.iter().filter(|score| score.game == 0) {
                let other = own.iter().find(|score| score.pair == pair.pair && score.game == 1);
                if let Some(other) = other {
                    pairs[halves(pair) + halves(other)] += 1;
                }
            }
            // The games with each other player make up those with all.
            let points: f64 = (0..players).map(|other| tally.between(player, other).points()).sum();
            for other in 0..players {
                let (own, theirs) = (tally.between(player, other), tally.between(other, player));
                let games =
                    scores.iter().filter(|it| it.players.contains(&player) && it.players.contains(&other));
                let expected = if other == player { 0 } else { games.count() };
                assert_eq!(
                    (own.games() as usize, own.wins, own.draws),
                    (expected, theirs.losses, theirs.draws)
                );
            }
            let share = tally.standings()[player].share();
            assert!((points - tally.standings()[player].counts.points()).abs() < 1e-9);
            assert!((share - points / f64::from(own.len() as u32)).abs() < 1e-9, "{share} {points}");
            let standing = &tally.standings()[player];
            assert_eq!((standing.counts, standing.pairs), (counts, Pairs(pairs)));
        }
        let found: HashSet<u64> = scores.iter().map(|score| score.pair).collect();
        let mut openings: HashMap<(Vec<usize>, u64), usize> = HashMap::new();
        for pair in found {
            let Pairing { players, opening } = schedule.pairing(pair).unwrap();
            *openings.entry((players.to_vec(), opening % 2)).or_default() += 1;
        }
        let repeats: usize = openings.values().map(|count| count - 1).sum();
        assert_eq!((tally.repeats(), told), (repeats, repeats));
    }
}

/// A match from one position plays the same opening again and again, for which nothing but chance differs.
#[test]
fn a_repeated_opening_is_found_in_the_file_as_in_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let (lines, path) = (folder.path().join("lines.epd"), folder.path().join("games.pgn"));
    fs::write(&lines, format!("{}\n", GameState::default().start())).unwrap();
    let mut contest = contest(2, 6, 1);
    contest.openings = Openings::open(&lines, None, 1, false).unwrap();
    let names = contest.names().unwrap();
    let mut file = GamesFile::create(&path).unwrap();
    let mut tally = Tally::new(&names, None);
    for finished in play(&contest) {
        let earlier = tally.add(&finished.score());
        assert_eq!(earlier, (finished.pair > 0 && finished.game == 0).then_some(0));
        write(&contest, &names, &mut file, &finished);
    }
    let mut resumed = Tally::new(&names, None);
    resume(&path, &contest, &names, |score| {
        resumed.add(&score);
    })
    .unwrap();
    assert_eq!((tally.repeats(), resumed.repeats()), (2, 2));
}

/// Openings without moves differ if their positions do.
#[test]
fn another_position_is_another_opening() {
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("lines.epd");
    let fens = ["4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/8/8/8/8/8/4PPPP/4K3 w - - 0 1"];
    fs::write(&lines, fens.join("\n")).unwrap();
    for (games, repeats) in [(4, 0), (6, 1), (8, 2)] {
        let mut contest = contest(2, games, 1);
        contest.openings = Openings::open(&lines, None, 1, false).unwrap();
        let mut tally = Tally::new(&contest.names().unwrap(), None);
        for finished in play(&contest) {
            tally.add(&finished.score());
        }
        assert_eq!(tally.repeats(), repeats);
    }
}

/// Each process of an engine runs on the processors of its game alone.
#[cfg(target_os = "linux")]
#[test]
fn games_at_once_have_processors_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let script = "grep Cpus_allowed_list /proc/self/status | cut -f2 >list.$$; while read -r w rest; do case $w in \
                  uci) echo uciok;; isready) echo readyok;; go) echo bestmove 0000;; quit) exit;; esac; done";
    let mut spec: EngineSpec = "sh; nodes=1".parse().unwrap();
    spec.command.extend(["-c".to_owned(), script.to_owned()]);
    spec.folder = Some(folder.path().to_owned());
    let engines = vec![spec, "random".parse().unwrap()];
    let processors = std::thread::available_parallelism().unwrap().get();
    for concurrency in [1, processors] {
        let engines = engines.clone();
        play(&Match { concurrency, has_affinity: true, ..Match::new(engines, Some(4 * concurrency as u64)) });
        let mut lists = 0;
        for file in fs::read_dir(folder.path()).unwrap() {
            let list = fs::read_to_string(file.unwrap().path()).unwrap();
            let parts = list.trim().split(',').map(|part| part.split_once('-').unwrap_or((part, part)));
            let ends = parts.map(|(first, last)| [first, last].map(|it| it.parse::<usize>().unwrap()));
            assert_eq!(ends.map(|[first, last]| last - first + 1).sum::<usize>(), processors / concurrency);
            lists += 1;
        }
        assert!(lists >= 1);
        for file in fs::read_dir(folder.path()).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
    let contest = Match { concurrency: 100_000, has_affinity: true, ..Match::new(engines, Some(2)) };
    let error = contest.play(&AtomicBool::new(false), |_| Ok::<_, MatchError>(())).unwrap_err();
    assert!(error.to_string().starts_with("100000 games at once need as many processors, and there are "));
}
