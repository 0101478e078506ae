//! Games that `chess pgn --out` writes: without duplicates, and anew.

use std::fs;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{Game, GameResult, NodeId, Replay};
use chess_notation::read_san;
use chess_testkit::{Random, chess960};
use serde_json::json;

use crate::run::{chess, file, folder, text};

/// A game by its file, its number there, its players and its moves; with a fault at its end, or not.
struct Line {
    file: usize,
    number: u64,
    white: &'static str,
    moves: Vec<&'static str>,
    is_broken: bool,
}

impl Line {
    fn text(&self, event: usize) -> String {
        let fault = if self.is_broken { "Ke5 " } else { "" };
        let (white, moves) = (self.white, self.moves.join(" "));
        format!("[Event \"{event}\"]\n[White \"{white}\"]\n\n{moves} {fault}*\n\n")
    }
}

/// Games of pawns that step once, so that games with the same moves in another order end in the same position.
fn lines(random: &mut Random) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for file in 0..=random.below(3) {
        for number in 1..=1 + random.below(30) as u64 {
            let mut pawns = [vec!["a3", "b3", "c3"], vec!["a6", "b6", "c6"]];
            let moves = (0..random.below(7)).map(|ply| {
                let side = &mut pawns[ply % 2];
                side.remove(random.below(side.len()))
            });
            let moves = moves.collect();
            let (white, is_broken) = (random.pick(&["A", "A", "B"]), random.below(8) == 0);
            lines.push(Line { file, number, white, moves, is_broken });
        }
    }
    lines
}

/// The game of which another is a duplicate, by the words of the page.
fn original(lines: &[Line], index: usize, mode: &str) -> Option<usize> {
    let this = &lines[index];
    let sorted = |moves: &[&'static str]| {
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    };
    let others: Vec<usize> = (0..lines.len())
        .filter(|&i| !lines[i].is_broken && !this.is_broken && lines[i].white == this.white && i != index)
        .collect();
    let longer = others.iter().copied().filter(|&i| {
        mode == "prefix" && lines[i].moves.len() > this.moves.len() && lines[i].moves.starts_with(&this.moves)
    });
    let longest = longer.min_by_key(|&i| usize::MAX - lines[i].moves.len());
    longest.or_else(|| {
        others.into_iter().find(|&i| {
            let [ours, theirs] = [&this.moves, &lines[i].moves];
            i < index && (ours == theirs || mode == "position" && sorted(ours) == sorted(theirs))
        })
    })
}

#[test]
fn duplicates_are_those_of_a_comparison_of_all_pairs() {
    let mut counts = [0; 3];
    for (round, mut random) in Random::cases(24).enumerate() {
        let lines = lines(&mut random);
        let files = lines[lines.len() - 1].file + 1;
        let names: Vec<String> = (0..files)
            .map(|number| {
                let games = lines.iter().enumerate().filter(|(_, line)| line.file == number);
                let games: String = games.map(|(event, line)| line.text(event)).collect();
                file(&format!("kept/duplicates-{number}.pgn"), games)
            })
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let out = folder("kept/out").join("out.pgn");
        for (mode, count) in ["moves", "position", "prefix"].into_iter().zip(&mut counts) {
            let option = format!("--dedup={mode}");
            let option = if mode == "moves" && round % 2 == 0 { "--dedup" } else { &option };
            let words = ["pgn", option, "--json", "--threads", "3", "--out", text(&out)];
            let run = chess(&[&words[..], &names].concat());
            let place = |index: usize| {
                let Line { file, number, .. } = lines[index];
                if files > 1 { json!({"file": names[file], "game": number}) } else { json!({"game": number}) }
            };
            let mut expected = Vec::new();
            let mut kept = Vec::new();
            for index in 0..lines.len() {
                if let Some(first) = original(&lines, index, mode) {
                    let mut object = place(index);
                    object["duplicate_of"] = place(first);
                    expected.push(object);
                } else {
                    kept.push(index.to_string());
                }
            }
            *count += expected.len();
            let broken = lines.iter().filter(|line| line.is_broken).count();
            let written = fs::read_to_string(&out).unwrap();
            let events =
                written.lines().filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]"));
            assert_eq!(events.collect::<Vec<_>>(), kept, "{mode}");
            let (games, duplicates) = (kept.len(), expected.len());
            expected
                .push(json!({"type": "summary", "games": games, "broken": broken, "duplicates": duplicates}));
            assert_eq!(run.json_lines(), expected, "{mode}");
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// A game of random moves, some of them in variations, with annotations everywhere.
fn game(random: &mut Random) -> Game {
    let mut game = Game::new(if random.below(3) == 0 { chess960(random) } else { Position::START });
    for name in ["Event", "White", "ECO", "Zone"] {
        if random.below(2) == 0 {
            game.set_tag(name, random.pick(&["a", "b \"c\""])).unwrap();
        }
    }
    game.set_result(random.pick(&[GameResult::WhiteWins, GameResult::Draw, GameResult::Unknown]));
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..random.below(60) {
        let parent = if random.below(5) == 0 { random.pick(&ids) } else { ids[ids.len() - 1] };
        let moves = game.position(parent).legal_moves();
        if moves.is_empty() {
            continue;
        }
        let id = game.add_move(parent, random.pick(&moves)).unwrap();
        ids.push(id);
        if random.below(4) == 0 {
            game.add_nag(id, random.word() as u8);
            game.add_comment(random.pick(&ids), random.pick(&["good", "[%clk 0:01:02] so so", "(1. e4)"]));
            game.add_starting_comment(id, "instead");
        }
    }
    game
}

/// Options at random, and what is made of a game by them.
fn options(random: &mut Random) -> (Vec<String>, impl Fn(&mut Game)) {
    let mut words = vec!["--rewrite".to_owned()];
    let mut chosen = |word: &str| {
        let is_chosen = random.below(3) == 0;
        if is_chosen {
            words.push(word.to_owned());
        }
        is_chosen
    };
    let (no_comments, no_variations) = (chosen("--no-comments"), chosen("--no-variations"));
    let (no_nags, add_plycount) = (chosen("--no-nags"), chosen("--add-plycount"));
    let tags = chosen("--tags=White,Zone,Result");
    let mut value = |name: &str, values: &[usize]| {
        let value = (random.below(3) == 0).then(|| random.pick(values));
        words.extend(value.map(|value| format!("{name}={value}")));
        value
    };
    let period = value("--fen-comments", &[1, 2, 7]);
    let [first, limit] =
        [("--drop-ply", [0, 3, 10]), ("--ply-limit", [0, 5, 20])].map(|(name, values)| value(name, &values));
    value("--line", &[0, 1, 40, 120]);
    words.push(random.pick(&["--san", "--lan", "--threads=2"]).to_owned());
    let change = move |game: &mut Game| {
        let start = *game.start();
        let moves: Vec<_> = game.mainline().map(|played| (played.mv, played.after)).collect();
        let (first, end) = (first.unwrap_or(0), limit.unwrap_or(usize::MAX).min(moves.len()));
        let first = first.min(end);
        // Variations may be longer than the main line.
        if let Some(limit) = limit {
            game.truncate(limit);
        }
        game.drop_plies(first);
        assert_eq!(*game.start(), first.checked_sub(1).map_or(start, |last| moves[last].1));
        assert!(
            game.mainline().map(|played| (played.mv, played.after)).eq(moves[first..end].iter().copied())
        );
        if no_variations {
            game.remove_variations();
        }
        if no_comments {
            game.remove_all_comments();
        }
        if no_nags {
            game.remove_all_nags();
        }
        let mut id = NodeId::ROOT;
        for (ply, (_, after)) in (1..).zip(&moves[first..end]) {
            id = game.node(id).next().unwrap();
            if period.is_some_and(|period| ply % period == 0) {
                game.add_comment(id, &after.to_string());
            }
        }
        for name in ["Event", "ECO"] {
            if tags {
                game.remove_tag(name).unwrap();
            }
        }
        if add_plycount {
            game.set_tag("PlyCount", &(end - first).to_string()).unwrap();
        }
    };
    (words, change)
}

/// What is written anew is the same tree, without what the options leave out and with what they add.
#[test]
fn games_written_anew_are_read_as_the_same_trees() {
    let out = folder("kept/rewritten").join("out.pgn");
    for mut random in Random::cases(60) {
        let mut games: Vec<Game> = (0..12).map(|_| game(&mut random)).collect();
        let text_of_all: String = games.iter().map(Game::to_string).collect();
        let input = file("kept/rewrite.pgn", &text_of_all);
        let (words, change) = options(&mut random);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = chess(&[&["pgn", &input, "--out", text(&out)], &words[..]].concat());
        assert_eq!(
            (run.code, &*run.stdout),
            (Some(0), "games 12, broken 0, duplicates 0\n"),
            "{}",
            run.stderr
        );
        let written = fs::read_to_string(&out).unwrap();
        if words.len() == 2 && words[1] != "--lan" {
            assert_eq!(written, text_of_all);
        }
        let mut replay = Replay::new(&written);
        for game in &mut games {
            let before = game.to_string();
            change(game);
            let read = replay.next_game().unwrap();
            assert_eq!(read.as_ref(), Some(&*game), "{words:?}\n{before}\n{written}");
        }
        assert_eq!(replay.next_game().unwrap(), None);
    }
}

#[test]
fn moves_in_uci_are_those_of_the_main_line() {
    let mut random = Random::new(2);
    let games: Vec<Game> = (0..40).map(|_| game(&mut random)).collect();
    let input = file("kept/uci.pgn", games.iter().map(Game::to_string).collect::<String>());
    let out = folder("kept/uci").join("out.pgn");
    let words =
        ["--rewrite", "--uci", "--no-comments", "--no-nags", "--no-variations", "--line=0", "--tags="];
    let run = chess(&[&["pgn", &input, "--out", text(&out)], &words[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let written = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> =
        written.lines().filter(|line| !line.is_empty() && !line.starts_with('[')).collect();
    assert_eq!(lines.len(), games.len());
    for (line, game) in lines.into_iter().zip(&games) {
        let is_960 = game.start().needs_chess960();
        let moves = game.mainline().map(|it| if is_960 { it.mv.uci960() } else { it.mv.uci() }.to_string());
        let words = line.split(' ').filter(|word| !word.ends_with('.')).map(str::to_owned);
        assert!(words.eq(moves.chain([game.result().to_string()])), "{line}");
    }
}

/// Games are divided among files, and end, by their number among those that are kept.
#[test]
fn files_have_as_many_games_as_asked_for() {
    let sans = ["e4", "d4", "c4", "Nf3", "e4", "g3", "f4"];
    assert!(sans.iter().all(|san| read_san(&Position::START, san).is_ok()));
    let texts: Vec<String> = sans.iter().map(|san| format!("1. {san} *\n\n")).collect();
    let input = file("kept/split.pgn", texts.concat());
    for (rewrite, games) in
        [(&[][..], 1), (&["--rewrite", "--tags="], 1), (&[], 3), (&[], 7), (&["--rewrite", "--tags="], 9)]
    {
        for stop in [1, 2, 5, 7, 20] {
            for place in ["out.pgn", "below/"] {
                let folder = folder("kept/split");
                let [split, stop_after] = [("--split", games), ("--stop-after", stop)]
                    .map(|(name, number)| format!("{name}={number}"));
                let out = format!("{}/{place}", text(&folder));
                let words = ["pgn", &input, "--out", &out, "--dedup", "--json", &split, &stop_after];
                let run = chess(&[&words[..], rewrite].concat());
                let kept: Vec<_> =
                    [0, 1, 2, 3, 5, 6].into_iter().take(stop).map(|i| texts[i].clone()).collect();
                assert_eq!(run.json_lines().pop().unwrap()["games"], kept.len());
                let files: Vec<_> = kept.chunks(games).map(<[String]>::concat).collect();
                let name = |number| match place {
                    "below/" => format!("{out}{number}.pgn"),
                    _ => format!("{}/out-{number}.pgn", text(&folder)),
                };
                let found: Vec<_> = (1..).map_while(|number| fs::read_to_string(name(number)).ok()).collect();
                assert_eq!(found, files, "{words:?}");
            }
        }
    }
}
