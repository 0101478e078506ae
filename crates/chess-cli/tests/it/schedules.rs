//! `chess match` against a naive reader of its games: the report is counted anew from the PGN, each move was made by the engine that the
//! tags name, and a match that is resumed after any part of its file is the match that was never interrupted.

use std::collections::BTreeMap;
use std::fs;

use chess_notation::pgn;
use chess_testkit::Random;
use serde_json::{Value, json};

use crate::matches::own;
use crate::run::{chess, folder, text};

/// What a game says, without its times: players, result, the reason of its end and the moves.
type Said = [String; 5];

/// The games of a file by their rounds. Each move after the opening has the depth that its player reports, if it reports any.
fn games(pgn: &str, depths: &BTreeMap<&str, Option<u32>>) -> BTreeMap<String, Said> {
    let games = pgn.split("\n\n[Event ").enumerate().map(|(number, game)| match number {
        0 => game.to_owned(),
        _ => format!("[Event {game}"),
    });
    let mut found = BTreeMap::new();
    for text in games.filter(|text| !text.trim().is_empty()) {
        let game: pgn::Game = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        let tag = |name: &str| game.tags().get(name).unwrap_or_default().to_owned();
        let moves: Vec<String> = game.mainline().map(|played| played.mv.to_string()).collect();
        for played in game.mainline() {
            let node = game.node(played.id);
            // `+0.31/2 0.001s`, or the time alone.
            let Some(note) = node.comments().find(|comment| *comment != "book") else { continue };
            let color = game.position(node.parent()).side_to_move();
            let depth =
                note.split(' ').next().and_then(|score| score.split_once('/')).map(|(_, depth)| depth);
            assert_eq!(
                depth.map(|depth| depth.parse().unwrap()),
                depths[&*tag(color.name())],
                "{note}: {text}"
            );
        }
        let said = [tag("White"), tag("Black"), tag("Result"), tag("Termination"), moves.join(" ")];
        assert_eq!(found.insert(tag("Round"), said), None, "{text}");
    }
    found
}

/// Wins, draws and losses of a player, and the pairs by the half points of the first player, if there are two.
fn counted(games: &BTreeMap<String, Said>, names: &[&str]) -> (Vec<[u64; 3]>, [u64; 5]) {
    let mut counts = vec![[0; 3]; names.len()];
    let mut halves: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (round, [white, black, result, ..]) in games {
        let halfpoints = match &**result {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        };
        for (name, halfpoints) in [(white, halfpoints), (black, 2 - halfpoints)] {
            let player = names.iter().position(|it| it == name).unwrap();
            counts[player][2 - halfpoints] += 1;
            if player == 0 {
                halves.entry(round.split_once('.').unwrap().0).or_default().push(halfpoints);
            }
        }
    }
    let mut pairs = [0; 5];
    halves
        .values()
        .filter(|halves| halves.len() == 2)
        .for_each(|halves| pairs[halves.iter().sum::<usize>()] += 1);
    (counts, pairs)
}

#[test]
fn a_report_follows_from_the_games_and_a_resumed_match_is_the_whole_one() {
    let folder = folder("schedules");
    for (number, mut chance) in Random::cases(16).enumerate() {
        let path = folder.join(format!("{number}.pgn"));
        let count = 2 + chance.below(2);
        // Random moves and engines, whose scores adjudicate games. Depths determine their moves, and differ.
        let names = &["a", "b", "c"][..count];
        let depths: BTreeMap<&str, Option<u32>> = names
            .iter()
            .zip(1..)
            .map(|(&name, depth)| (name, (chance.below(2) == 0).then_some(depth)))
            .collect();
        let engine = |name: &&str| match depths[name] {
            Some(depth) => own(&format!("name={name}; depth={depth}")),
            None => format!("random; name={name}"),
        };
        let engines: Vec<String> = names.iter().map(engine).collect();
        let mut options = vec!["--games".to_owned(), (1 + chance.below(7)).to_string()];
        let mut add = |words: &[&str]| options.extend(words.iter().map(|&word| word.to_owned()));
        add(&["--seed", &chance.below(1000).to_string(), "--plies", &chance.below(7).to_string()]);
        add(&["--max-moves", &(1 + chance.below(40)).to_string()]);
        let (draw, resign) = (
            format!("{}:{}", 1 + chance.below(4), 10 * chance.below(30)),
            format!("{}:{}:5", 1 + chance.below(3), 300),
        );
        for words in [&["--draw", &*draw][..], &["--resign", &resign], &["--chess960"], &["--gauntlet"]] {
            if chance.below(3) == 0 && (count > 2 || words != ["--gauntlet"]) {
                add(words);
            }
        }
        let play = |file: &[&str], concurrency: usize| {
            let concurrency = concurrency.to_string();
            let words = ["--json", "--concurrency", &concurrency];
            let engines = engines.iter().chain(&options).map(String::as_str);
            let args: Vec<&str> =
                ["match"].into_iter().chain(engines).chain(file.iter().copied()).chain(words).collect();
            let run = chess(&args);
            assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
            (run.json(), args.join(" "))
        };
        let (report, line) = play(&["--pgn", text(&path)], 1 + chance.below(3));
        let written = fs::read_to_string(&path).unwrap();
        let whole = games(&written, &depths);
        let (counts, pairs) = counted(&whole, names);
        let told = |key: &str| {
            report["engines"].as_array().unwrap().iter().map(|it| it[key].clone()).collect::<Vec<Value>>()
        };
        for (place, key) in ["wins", "draws", "losses"].into_iter().enumerate() {
            let expected: Vec<Value> = counts.iter().map(|counts| json!(counts[place])).collect();
            assert_eq!(told(key), expected, "{line}: {report}");
        }
        assert_eq!(report["games"], json!(whole.len()), "{line}");
        if count == 2 {
            assert_eq!(report["pairs"], json!(pairs), "{line}: {report}");
        }
        // Any part of the file, also one that ends within a game.
        for _ in 0..4 {
            let mut cut = chance.below(written.len() + 1);
            if chance.below(2) == 0 {
                cut = written[..cut].rfind("\n\n[Event ").map_or(0, |at| at + 2);
            }
            fs::write(&path, &written[..cut]).unwrap();
            let (resumed, line) = play(&["--pgn", text(&path), "--resume"], 1 + chance.below(3));
            assert_eq!(games(&fs::read_to_string(&path).unwrap(), &depths), whole, "{line}, cut at {cut}");
            assert_eq!(resumed, report, "{line}, cut at {cut}");
        }
    }
}
