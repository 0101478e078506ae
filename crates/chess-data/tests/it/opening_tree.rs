//! Opening trees in bounded memory, with a map of texts of positions and moves as the oracle.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::ops::ControlFlow;

use chess_board::Position;
use chess_data::chunks::{Origin, Part, Pipeline};
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_data::tree::{TreeExample, TreeMaker, TreeMove, TreeShape, fen_of};
use chess_movegen::PositionExt;
use chess_notation::San;
use chess_notation::pgn::Date;
use chess_testkit::{Random, chess960, scattered};
use chess_types::{Color, Move};

/// A game as it is meant.
struct Game {
    start: Position,
    moves: Vec<Move>,
    result: &'static str,
    elo: [Option<u64>; 2],
    date: Option<&'static str>,
    site: Option<String>,
    is_broken: bool,
}

impl Game {
    fn random(number: usize, random: &mut Random) -> Self {
        let start = match random.below(8) {
            0 => chess960(random),
            1 => scattered(random),
            _ => Position::START,
        };
        let (mut position, mut moves) = (start, Vec::new());
        let narrow = random.below(2) == 0;
        for _ in 0..random.below(60) {
            let mut legal: Vec<Move> = position.legal_moves().to_vec();
            legal.sort_by_key(|mv| std::cmp::Reverse(mv.raw()));
            // With two moves to choose from, knights go to and fro, and games meet.
            legal.truncate(if narrow { 2 } else { usize::MAX });
            if legal.is_empty() {
                break;
            }
            let mv = random.pick(&legal);
            moves.push(mv);
            position.play_unchecked(mv);
        }
        let elo = |random: &mut Random| (random.below(4) > 0).then(|| 1000 + random.below(2000) as u64);
        Self {
            start,
            moves,
            result: random.pick(&["1-0", "0-1", "1/2-1/2", "*"]),
            elo: [elo(random), elo(random)],
            date: random.pick(&[None, Some("1999.12.31"), Some("2024.02.29"), Some("2023.??.??")]),
            site: match random.below(3) {
                0 => Some(format!("https://example.org/{number}")),
                1 => Some("Riga".to_owned()),
                _ => None,
            },
            is_broken: random.below(20) == 0,
        }
    }

    fn write(&self, text: &mut String) {
        let mut tag = |name: &str, value: &str| writeln!(text, "[{name} \"{value}\"]").unwrap();
        tag("Event", "x");
        for (name, elo) in ["WhiteElo", "BlackElo"].into_iter().zip(self.elo) {
            tag(name, &elo.map_or("?".to_owned(), |elo| elo.to_string()));
        }
        self.date.iter().for_each(|date| tag("Date", date));
        self.site.iter().for_each(|site| tag("Site", site));
        tag("Result", self.result);
        tag("FEN", &self.start.to_string());
        text.push('\n');
        let mut position = self.start;
        for &mv in &self.moves {
            write!(text, "{} ", San::new(&position, mv)).unwrap();
            position.play_unchecked(mv);
        }
        // Of no kind that lenient reading understands.
        text.push_str(if self.is_broken { "Qa1xh8=Q " } else { "" });
        write!(text, "{}\n\n", self.result).unwrap();
    }
}

/// What the oracle says of a move.
#[derive(Default, PartialEq, Debug)]
struct Naive {
    counts: [u64; 7],
    last: Option<String>,
    example: String,
}

/// The position without its counters.
fn identity(position: &Position) -> String {
    fen_of(position)
}

/// The tree of some games, by the keys and words of the moves.
fn naive(games: &[Game], shape: &TreeShape, is_lenient: bool) -> BTreeMap<(u64, u16), (String, Naive)> {
    let mut tree = BTreeMap::<_, (String, Naive)>::new();
    for (number, game) in (1..).zip(games).filter(|(_, game)| is_lenient || !game.is_broken) {
        let before: Vec<Position> = game
            .moves
            .iter()
            .scan(game.start, |position, &mv| {
                let before = *position;
                position.play_unchecked(mv);
                Some(before)
            })
            .collect();
        let roots: Vec<usize> = match &shape.root {
            None => vec![0],
            Some(root) => (0..before.len()).filter(|&i| identity(&before[i]) == identity(root)).collect(),
        };
        let mut seen = HashSet::new();
        for (ply, (position, &mv)) in before.iter().zip(&game.moves).enumerate() {
            let is_within = roots.iter().any(|&root| (root..root + shape.depth).contains(&ply));
            if !is_within || !seen.insert((identity(position), mv)) {
                continue;
            }
            let (fen, row) = tree.entry((position.key(), mv.raw())).or_default();
            *fen = identity(position);
            row.counts[0] += 1;
            for (count, result) in row.counts[1..].iter_mut().zip(["1-0", "1/2-1/2", "0-1"]) {
                *count += u64::from(game.result == result);
            }
            if let [Some(white), Some(black)] = game.elo {
                let is_white = position.side_to_move() == Color::White;
                let (own, other) = if is_white { (white, black) } else { (black, white) };
                row.counts[4..].iter_mut().zip([own, other, 1]).for_each(|(sum, one)| *sum += one);
            }
            let date = game.date.filter(|date| !date.contains('?')).map(str::to_owned);
            row.last = row.last.take().max(date);
            if row.counts[0] == 1 {
                let site = game.site.clone().filter(|site| site.starts_with("https"));
                row.example = site.unwrap_or_else(|| format!("a.pgn#{number}"));
            }
        }
    }
    tree
}

/// The tree of a text, read in chunks.
fn tree(
    text: &str,
    shape: &TreeShape,
    min_games: u64,
    memory: usize,
    is_lenient: bool,
) -> Vec<(TreeMove, TreeExample)> {
    let inputs = [Input::bytes("a.pgn", text)];
    let mut maker = TreeMaker::new(memory).unwrap();
    let pipeline = Pipeline::new(&inputs).threads(2).chunk_size(5000).lenient(is_lenient);
    let flow = pipeline.run(
        |chunk| shape.read(chunk, &Filter::ALL, &Base::default()),
        |part| {
            let Part { value, origin: Origin { games, .. } } = part.unwrap();
            maker.add(value, "a.pgn", games).unwrap();
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(flow.is_continue());
    let (rows, mut examples) = maker.finish(min_games).unwrap();
    let rows: Vec<TreeMove> = rows.map(Result::unwrap).collect();
    let mut found = Vec::new();
    for some in rows.chunks(700) {
        found.extend(some.iter().copied().zip(examples.read(some).unwrap()));
    }
    found
}

#[test]
fn a_tree_is_what_a_map_of_all_positions_has() {
    let mut random = Random::new(70);
    let games: Vec<Game> = (0..1500).map(|number| Game::random(number, &mut random)).collect();
    let mut text = String::new();
    for game in &games {
        game.write(&mut text);
    }
    // The position that most games reach by their first two moves.
    let mut lines: Vec<[Move; 2]> = games
        .iter()
        .filter(|game| game.start == Position::START)
        .filter_map(|game| game.moves.first_chunk().copied())
        .collect();
    lines.sort_unstable();
    let line = *lines.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).unwrap().first().unwrap();
    let reached = line.iter().fold(Position::START, |position, &mv| position.after(mv));
    let mut repeated = 0;
    for (root, depth, min_games, memory, is_lenient) in [
        (None, 1000, 1, 0, false),
        (None, 1000, 1, TreeMaker::MEMORY, true),
        (None, 7, 3, 0, false),
        (Some(Position::START), 3, 1, 0, false),
        (Some(reached), 5, 2, 0, true),
        (Some(reached), 1, 1, 1 << 20, false),
    ] {
        let shape = TreeShape { root, depth };
        let mut expected = naive(&games, &shape, is_lenient);
        expected.retain(|_, (_, row)| row.counts[0] >= min_games);
        let found = tree(&text, &shape, min_games, memory, is_lenient);
        assert!(!found.is_empty(), "{shape:?}");
        repeated += expected.values().filter(|(_, row)| row.counts[0] > 1).count();
        let found = found.into_iter().map(|(row, TreeExample { game, position })| {
            let naive =
                Naive { counts: row.counts, last: row.last().map(|date| date.to_string()), example: game };
            assert!(position.is_legal(row.mv));
            ((row.key, row.mv.raw()), (fen_of(&position), naive))
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), expected.len(), "{shape:?}");
        for (found, expected) in found.into_iter().zip(expected) {
            assert_eq!(found, expected, "{shape:?}");
        }
    }
    assert!(repeated > 300, "{repeated}");
}

#[test]
fn performance_is_that_of_the_side_that_moves() {
    let game = |white: u64, black: u64, result: &str| {
        format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n1. e4 e5 {result}\n\n")
    };
    let text =
        game(2500, 2400, "1-0") + &game(2100, 2000, "1/2-1/2") + &game(2000, 2200, "1-0") + "1. e4 *\n";
    let rows = tree(&text, &TreeShape { root: None, depth: 2 }, 1, 0, false);
    let row = |side| rows.iter().find(|(_, it)| it.position.side_to_move() == side).unwrap().0;
    let (e4, e5) = (row(Color::White), row(Color::Black));
    assert_eq!(e4.ratings(Color::White), Some([2200.0, 2200.0 + 400.0 * 2.0 / 4.0]));
    assert_eq!(e5.ratings(Color::Black), Some([2200.0, 2200.0 - 400.0 * 2.0 / 3.0]));
    let [row] = &tree("1. e4 *\n", &TreeShape { root: None, depth: 9 }, 1, 0, false)[..] else { panic!() };
    assert_eq!((row.0.ratings(Color::White), row.0.last()), (None, None::<Date>));
}

/// No move from a null move on counts, and none of a game without a start position.
#[test]
fn null_moves_and_games_without_a_start_end_a_tree() {
    let text = "1. e4 -- 2. d4 *\n\n[FEN \"none\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
    for is_lenient in [false, true] {
        let rows = tree(text, &TreeShape { root: None, depth: 9 }, 1, 0, is_lenient);
        assert_eq!(rows.iter().map(|(row, _)| row.mv.to_string()).collect::<Vec<_>>(), ["e2e4"]);
    }
}

#[cfg(feature = "arrow")]
#[test]
fn columns_are_the_rows() {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Date32Type, Int64Type, UInt16Type, UInt64Type};
    use chess_data::tree::TreeColumns;
    use chess_notation::polyglot;

    let text =
        "[Date \"1970.01.03\"]\n[WhiteElo \"2\"]\n[BlackElo \"3\"]\n\n1. e4 d5 2. exd5 1-0\n\n1. d4 e6 *\n";
    let shape = TreeShape { root: None, depth: 9 };
    let (rows, examples): (Vec<_>, Vec<_>) = tree(text, &shape, 1, 0, false).into_iter().unzip();
    let names = |columns: TreeColumns| {
        let schema = columns.schema();
        schema.fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>().join(",")
    };
    let most = "move,san,games,white,draws,black,elo_sum,opponent_elo_sum,elo_count,last,example";
    assert_eq!(names(TreeColumns::default()), format!("key,{most}"));
    let columns = TreeColumns { polyglot: true, fen: true };
    assert_eq!(names(columns), format!("key,polyglot,fen,{most}"));
    let batch = columns.batch(&rows, &examples);
    assert_eq!(batch.schema(), columns.schema());
    let column = |name: &str| batch.column_by_name(name).unwrap();
    for (i, (row, example)) in rows.iter().zip(&examples).enumerate() {
        let number = |name: &str| column(name).as_primitive::<Int64Type>().value(i) as u64;
        let text = |name: &str| column(name).as_string::<i32>().value(i);
        let key = |name: &str| column(name).as_primitive::<UInt64Type>().value(i);
        assert_eq!((key("key"), key("polyglot")), (row.key, polyglot::key(&example.position)));
        assert_eq!(column("move").as_primitive::<UInt16Type>().value(i), row.mv.raw());
        assert_eq!((text("fen"), text("example")), (&*fen_of(&example.position), &*example.game));
        assert_eq!(text("san"), San::new(&example.position, row.mv).as_str());
        assert_eq!(TreeMove::COUNTS.map(number), row.counts);
        let last = column("last").as_primitive::<Date32Type>();
        assert_eq!(last.is_valid(i).then(|| last.value(i)), row.last().map(Date::days));
    }
    assert_eq!(rows.len(), 5);
}
