//! Editing of a game's tree, against a recursive oracle.

use chess_notation::pgn::{Command, Eval, Game, NodeId, PgnRule, Replay, Score, commands};
use chess_notation::{Move, Position, PositionExt, read_san};
use chess_testkit::Random;

/// A move with all that follows it, main move first.
#[derive(Clone, Default, Debug)]
struct Naive {
    mv: Move,
    nags: Vec<u8>,
    starting: Vec<String>,
    comments: Vec<String>,
    children: Vec<Naive>,
}

impl Naive {
    fn of(game: &Game, id: NodeId) -> Self {
        let node = game.node(id);
        Self {
            mv: node.mv(),
            nags: node.nags().to_vec(),
            starting: node.starting_comments().to_vec(),
            comments: node.comments().to_vec(),
            children: game.children(id).map(|child| Self::of(game, child)).collect(),
        }
    }

    /// The node that a path of indices leads to.
    fn at(&mut self, path: &[usize]) -> &mut Self {
        path.iter().fold(self, |node, &index| &mut node.children[index])
    }

    fn each(&mut self, change: &mut impl FnMut(&mut Self)) {
        change(self);
        self.children.iter_mut().for_each(|child| child.each(change));
    }

    /// Gives the comments before a main move to the move before it.
    fn settle(&mut self) {
        if let Some(main) = self.children.first_mut() {
            let comments = core::mem::take(&mut main.starting);
            self.comments.extend(comments);
        }
    }

    fn text(&self) -> String {
        let children: Vec<String> = self.children.iter().map(Self::text).collect();
        format!("{:?}{} {:?} {:?}({})", self.starting, self.mv, self.nags, self.comments, children.join(";"))
    }
}

/// The path to a move: its index among its siblings, from the root on.
fn path(game: &Game, id: NodeId) -> Vec<usize> {
    let mut path = Vec::new();
    let mut at = id;
    while at != NodeId::ROOT {
        let parent = game.node(at).parent();
        path.push(game.children(parent).position(|child| child == at).unwrap());
        at = parent;
    }
    path.reverse();
    path
}

fn all_ids(game: &Game, id: NodeId) -> Vec<NodeId> {
    let mut ids = vec![id];
    for child in game.children(id) {
        ids.extend(all_ids(game, child));
    }
    ids
}

fn random_game(random: &mut Random) -> Game {
    let mut game = Game::default();
    for _ in 0..random.below(25) {
        let ids = all_ids(&game, NodeId::ROOT);
        let parent = random.pick(&ids);
        let moves = game.position(parent).legal_moves();
        if !moves.is_empty() {
            let id = game.add_move(parent, random.pick(&moves)).unwrap();
            for _ in 0..random.below(2) {
                game.add_nag(id, random.below(5) as u8);
                game.add_comment(id, random.pick(&["a", "b"]));
                game.add_starting_comment(id, random.pick(&["s", "t"]));
            }
        }
    }
    game
}

fn edit(game: &mut Game, naive: &mut Naive, random: &mut Random) -> String {
    let id = random.pick(&all_ids(game, NodeId::ROOT));
    let path = path(game, id);
    let (last, parent) = path.split_last().map_or((None, &[][..]), |(&last, parent)| (Some(last), parent));
    let siblings = naive.at(parent).children.len();
    let operation = random.below(13);
    match operation {
        0 => {
            game.remove(id);
            match last {
                Some(last) => drop(naive.at(parent).children.remove(last)),
                None => naive.children.clear(),
            }
        }
        1 => {
            game.remove_after(id);
            naive.at(&path).children.clear();
        }
        2 => {
            let is_changed = last.is_some_and(|last| last > 0);
            assert_eq!(game.promote(id), is_changed);
            if let Some(last) = last.filter(|_| is_changed) {
                naive.at(parent).children.swap(last - 1, last);
            }
        }
        3 => {
            let is_changed = last.is_some_and(|last| last + 1 < siblings);
            assert_eq!(game.demote(id), is_changed);
            if let Some(last) = last.filter(|_| is_changed) {
                naive.at(parent).children.swap(last, last + 1);
            }
        }
        4 => {
            assert_eq!(game.promote_to_main(id), last.is_some_and(|last| last > 0));
            if let Some(last) = last {
                naive.at(parent).children[..=last].rotate_right(1);
            }
        }
        5 => {
            game.make_mainline(id);
            for length in (1..=path.len()).rev() {
                let node = naive.at(&path[..length - 1]);
                node.children[..=path[length - 1]].rotate_right(1);
                node.settle();
            }
        }
        6 => {
            game.remove_comments(id);
            let node = naive.at(&path);
            node.comments.clear();
            node.starting.clear();
        }
        7 => {
            let nag = random.below(5) as u8;
            let nags = &mut naive.at(&path).nags;
            assert_eq!(game.remove_nag(id, nag), nags.contains(&nag));
            nags.retain(|&other| other != nag);
        }
        8 => {
            game.remove_nags(id);
            naive.at(&path).nags.clear();
        }
        9 if random.below(8) == 0 => {
            game.remove_all_comments();
            naive.each(&mut |node| {
                node.comments.clear();
                node.starting.clear();
            });
            game.remove_all_nags();
            naive.each(&mut |node| node.nags.clear());
        }
        10 if random.below(8) == 0 => {
            game.remove_variations();
            naive.each(&mut |node| node.children.truncate(1));
        }
        11 => {
            let mut parent = &mut *naive;
            while parent.children.first().is_some_and(|main| !main.children.is_empty()) {
                parent = &mut parent.children[0];
            }
            let mv = parent.children.first().map(|main| main.mv);
            parent.children.clear();
            assert_eq!(game.pop(), mv);
        }
        12 => {
            let (copy, count) = (game.clone(), all_ids(game, NodeId::ROOT).len());
            game.compact();
            assert_eq!(*game, copy);
            // The numbers are now those below the number of nodes.
            let mut numbers: Vec<String> =
                all_ids(game, NodeId::ROOT).iter().map(|id| format!("{id:?}")).collect();
            numbers.sort_unstable();
            let mut expected: Vec<String> = (0..count).map(|number| format!("NodeId({number})")).collect();
            expected.sort_unstable();
            assert_eq!(numbers, expected);
        }
        _ => {}
    }
    naive.each(&mut Naive::settle);
    format!("operation {operation} at {path:?}")
}

#[test]
fn edited_trees_are_those_of_a_recursive_twin() {
    let mut random = Random::new(31);
    for _ in 0..2_000 {
        let mut game = random_game(&mut random);
        let mut naive = Naive::of(&game, NodeId::ROOT);
        for _ in 0..12 {
            let before = game.to_string();
            let done = edit(&mut game, &mut naive, &mut random);
            assert_eq!(Naive::of(&game, NodeId::ROOT).text(), naive.text(), "{done}\n{before}");
            let read: Game = game.to_string().parse().unwrap();
            assert_eq!(read, game, "{done}\n{before}");
            for id in all_ids(&game, NodeId::ROOT) {
                assert!(game.children(id).all(|child| game.node(child).parent() == id));
            }
        }
    }
}

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

fn movetext(game: &Game) -> String {
    game.to_string().split_once("\n\n").unwrap().1.trim().to_string()
}

#[test]
fn numbers_stay_valid_when_other_moves_are_removed() {
    let mut game = game("1. e4 (1. d4 d5) 1... e5 2. Nf3 *");
    let e4 = game.node(NodeId::ROOT).next().unwrap();
    let d4 = game.node(e4).alternative().unwrap();
    let d5 = game.node(d4).next().unwrap();
    let last = game.last();
    game.remove(d4);
    assert_eq!([e4, d4, d5, last].map(|id| game.contains(id)), [true, false, false, true]);
    assert_eq!(game.node(last).mv().to_string(), "g1f3");
    let added = game.add_move(e4, Move::NULL).unwrap();
    assert!(![e4, d4, d5, last].contains(&added), "a number is not used again");
    game.compact();
    assert_eq!(movetext(&game), "1. e4 e5 (1... --) 2. Nf3 *");
    assert_eq!(
        game.position(game.last()).to_string(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    );
}

#[test]
#[should_panic(expected = "the game has no move of this number")]
fn a_removed_move_cannot_be_asked_for() {
    let mut game = game("1. e4 *");
    let id = game.last();
    game.remove(id);
    game.node(id);
}

#[test]
fn a_variation_that_becomes_the_main_line_gives_its_comment_to_the_move_before() {
    let mut game = game("{before} 1. e4 ({other} 1. d4 $1 {queen's pawn} d5) 1... e5 *");
    let d4 = game.node(game.node(NodeId::ROOT).next().unwrap()).alternative().unwrap();
    assert!(game.promote(d4));
    assert_eq!(movetext(&game), "{before} {other} 1. d4 $1 {queen's pawn} (1. e4 e5) 1... d5 *");
    assert!(!game.promote(d4) && !game.promote_to_main(d4) && game.demote(d4) && !game.demote(d4));
    game.make_mainline(game.node(d4).next().unwrap());
    game.remove_all_comments();
    game.remove_all_nags();
    assert_eq!(movetext(&game), "1. d4 (1. e4 e5) 1... d5 *");
    game.remove_variations();
    assert_eq!(movetext(&game), "1. d4 d5 *");
}

#[test]
fn a_line_is_added_whole_or_not_at_all() {
    let mut game = game("1. e4 e5 *");
    let mut position = Position::START;
    let line: Vec<Move> = ["d4", "d5", "c4"]
        .map(|san| {
            let mv = read_san(&position, san).unwrap();
            position.play(mv);
            mv
        })
        .to_vec();
    let last = game.add_line(NodeId::ROOT, &line).unwrap();
    assert_eq!(movetext(&game), "1. e4 (1. d4 d5 2. c4) 1... e5 *");
    assert_eq!(game.position(last), position);
    let before = game.clone();
    assert_eq!(game.add_line(last, &[Move::NULL, line[0]]).unwrap_err().uci, line[0].uci());
    assert_eq!(game, before);
    assert_eq!(game.add_line(last, &[]), Ok(last));
}

#[test]
fn the_last_move_is_popped_with_what_replaces_it() {
    let mut game = game("1. e4 e5 (1... c5) *");
    assert_eq!(game.pop().map(|mv| mv.to_string()).as_deref(), Some("e7e5"));
    assert_eq!(movetext(&game), "1. e4 *");
    assert_eq!(game.pop().map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    assert_eq!((game.pop(), game.last()), (None, NodeId::ROOT));
}

#[test]
fn a_broken_game_keeps_what_was_read() {
    let text =
        "[White \"w\"]\n[Result \"1-0\"]\n\n1. e4 {a} e5 (1... c5 {b} 2. Ke3 Nc6) 2. Nf3 1-0\n\n1. d4 *";
    let mut replay = Replay::new(text);
    let broken = replay.next_partial_game().unwrap().unwrap();
    let error = broken.error.unwrap();
    assert_eq!((error.game, error.line, error.token.as_bytes()), (1, 4, &b"Ke3"[..]));
    assert_eq!(movetext(&broken.game), "1. e4 {a} 1... e5 (1... c5 {b}) 1-0");
    assert_eq!(broken.game.tags().white(), "w");
    let next = replay.next_partial_game().unwrap().unwrap();
    assert_eq!((movetext(&next.game).as_str(), next.error), ("1. d4 *", None));
    assert_eq!(replay.next_partial_game().unwrap(), None);

    let error = text.parse::<Game>().unwrap_err();
    assert_eq!(error.error().token.as_bytes(), b"Ke3");
    assert_eq!(error.clone().into_game(), broken.game);
    assert_eq!(error.game(), &broken.game);
}

#[test]
fn a_broken_position_keeps_the_tags() {
    let error = "[White \"w\"]\n[FEN \"x\"]\n[Black \"b\"]\n\n1. e4 *".parse::<Game>().unwrap_err();
    assert!(matches!(error.error().rule, PgnRule::Fen(_)));
    let game = error.into_game();
    assert_eq!((game.tags().white(), game.tags().black(), game.last()), ("w", "b", NodeId::ROOT));
    // The name of the rules, which is set last, behaves in the same way.
    let text = "[Variant \"Freestyle\"]\n[FEN \"x\"]\n\n1. e4 *";
    let strict = text.parse::<Game>().unwrap_err().into_game();
    let lenient = Replay::new(text).lenient(true).next_game().unwrap().unwrap();
    for game in [strict, lenient] {
        assert_eq!((game.tags().get("Variant"), game.last()), (Some("Freestyle"), NodeId::ROOT));
    }
}

#[test]
fn a_comment_that_waits_for_a_move_is_kept_beside_the_error() {
    let error = "1. e4 ({c} $3 x".parse::<Game>().unwrap_err();
    assert_eq!(movetext(error.game()), "1. e4 $3 {c} *");
}

#[test]
fn one_game_is_asked_for() {
    for text in ["1. e4 *\n\n1. d4 *", "1. e4 * {c} [White \"w\"]\n\n*", "* *", "1. e4 * junk"] {
        let error = text.parse::<Game>().unwrap_err();
        assert_eq!((error.error().rule, error.error().game), (PgnRule::SecondGame, 2), "{text}");
        assert!(error.game().mainline().count() < 2);
    }
    let error = "1. e4 *\n\n1. d4 *".parse::<Game>().unwrap_err();
    assert_eq!((error.error().line, error.error().offset), (3, 9));
    assert!(error.to_string().ends_with("a second game begins here"), "{error}");
    assert!(matches!("1. e4 * {".parse::<Game>().unwrap_err().error().rule, PgnRule::UnclosedComment));
    for text in ["1. e4 *", "1. e4 * {c}\n", "1. e4 *\n\n;c\n{d}", "1. e4"] {
        assert_eq!(text.parse::<Game>().unwrap().mainline().count(), 1, "{text}");
    }
}

#[test]
fn a_number_without_a_point_and_a_depth_is_a_search_in_hundredths() {
    for (text, centipawns, depth) in
        [("31,14", 31, 14), ("-920,11", -920, 11), ("0 , 1", 0, 1), ("+5,3", 5, 3)]
    {
        let command = Command::Search { centipawns, depth };
        let comment = format!("[%eval {text}]");
        assert_eq!(commands(&comment).collect::<Vec<_>>(), [Ok(command.clone())]);
        assert_eq!(command.to_string(), format!("[%eval {centipawns},{depth}]"));
        assert!(text.parse::<Eval>().is_err(), "{text}");
    }
    let mut game: Game = "1. e4 {[%eval 31,14]} *".parse().unwrap();
    assert_eq!(game.node(game.last()).eval(), None);
    game.set_eval(game.last(), Some(Score::Centipawns(20).into()));
    assert_eq!(game.node(game.last()).comments(), ["[%eval 0.20]"]);
}

#[test]
fn a_text_without_games_is_none() {
    assert_eq!(
        "".parse::<Game>().unwrap_err().to_string(),
        "game 1, line 1, byte 0, at the end: there is no game"
    );
    assert!("{x}".parse::<Game>().is_err());
}
