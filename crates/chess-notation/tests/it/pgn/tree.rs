//! Games in memory, up to the limits of comments, commands and evaluations, and their editing, against a recursive oracle.

use core::time::Duration;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{
    Arrow, Arrows, Command, Eval, Game, GameResult, MAX_GAME, MAX_TOKEN, NodeId, PgnRule, Replay, Score,
    TagError, commands, without_commands,
};
use chess_notation::{IllegalReason, read_san};
use chess_testkit::Random;
use chess_types::Move;

/// The moves of a line from this one on, and of its variations.
fn tree(game: &Game, parent: NodeId) -> String {
    let mut text = Vec::new();
    let mut at = game.node(parent).next();
    while let Some(id) = at {
        text.push(game.node(id).mv().to_string());
        let mut alternative = game.node(id).alternative();
        while let Some(other) = alternative {
            let below = tree(game, other);
            let space = if below.is_empty() { "" } else { " " };
            text.push(format!("({}{space}{below})", game.node(other).mv()));
            alternative = game.node(other).alternative();
        }
        at = game.node(id).next();
    }
    text.join(" ")
}

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// A broken game up to its error.
fn broken(text: &str) -> Game {
    let read = Replay::new(text).next_partial_game().unwrap().unwrap();
    assert!(read.error.is_some(), "{text}");
    read.game
}

#[test]
fn variations_become_branches() {
    let game = game("e4 (d4 d5 (Nf6 c4) c4) (c4) e5 (c5) (e6 d4 d5) Nf3 *");
    assert_eq!(tree(&game, NodeId::ROOT), {
        "e2e4 (d2d4 d7d5 (g8f6 c2c4) c2c4) (c2c4) e7e5 (c7c5) (e7e6 d2d4 d7d5) g1f3"
    });
}

#[test]
fn the_roster_is_always_there() {
    let game = game("[White \"w\"]\n[Date \"1992.11.04\"]\n*");
    let tags = game.tags();
    assert_eq!((tags.event(), tags.site(), tags.date(), tags.round()), ("?", "?", "1992.11.04", "?"));
    assert_eq!((tags.white(), tags.black(), tags.result()), ("w", "?", GameResult::Unknown));
    assert_eq!(tags.iter().map(|(name, _)| name).collect::<Vec<_>>(), {
        ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    });
    assert_eq!((tags.get("White"), tags.get("white")), (Some("w"), None));
}

#[test]
fn of_two_tags_of_a_name_the_second_counts() {
    let game = game("[Z \"z\"]\n[White \"v\"]\n[A \"a\"]\n[White \"w\"]\n[A \"b\"]\n[A \"c\"]\n*");
    let known = game.tags().iter().filter(|(_, value)| value.starts_with(|c: char| c.is_ascii_lowercase()));
    assert_eq!(known.collect::<Vec<_>>(), [("White", "w"), ("A", "c"), ("Z", "z")]);
}

#[test]
fn the_result_is_the_tag_or_else_the_movetext() {
    for (text, result) in [
        ("[Result \"1-0\"]\n1-0", GameResult::WhiteWins),
        ("[Result \"1-0\"]\n*", GameResult::WhiteWins),
        ("[Result \"1-0\"]\n", GameResult::WhiteWins),
        ("[Result \"*\"]\n0-1", GameResult::BlackWins),
        ("[Result \"?\"]\n0-1", GameResult::BlackWins),
        ("1/2-1/2", GameResult::Draw),
        ("e4", GameResult::Unknown),
    ] {
        let game = game(text);
        assert_eq!(game.result(), result, "{text}");
        assert_eq!(game.tags().get("Result"), Some(result.as_str()), "{text}");
    }
    // Two decided results that contradict each other are an error. The moves and the tag stay.
    for (text, result) in [
        ("[Result \"1-0\"]\n1. e4 0-1\n\n*", GameResult::WhiteWins),
        ("[Result \"1/2\"]\n1. e4 0-1\n\n*", GameResult::Draw),
        ("[Result \"0-1\"]\n\n1. e4 1/2 1-0\n\n*", GameResult::BlackWins),
    ] {
        for is_lenient in [false, true] {
            let mut replay = Replay::new(text).lenient(is_lenient);
            let read = replay.next_partial_game().unwrap().unwrap();
            let first = read.errors().next().unwrap();
            assert_eq!((first.rule, first.game), (PgnRule::OtherResult(result), 1), "{text}");
            assert_eq!((read.game.result(), read.game.mainline().count()), (result, 1), "{text}");
            assert_eq!(first.to_string().split(": ").last().unwrap(), format!("the tag Result is {result}"));
            let next = replay.next_partial_game().unwrap().unwrap();
            assert_eq!((next.errors().count(), next.game.mainline().count()), (0, 0), "{text}");
            assert_eq!(replay.next_partial_game().unwrap(), None, "{text}");
        }
    }
}

#[test]
fn comments_follow_moves_or_precede_the_first_of_a_line() {
    let game = game("{a} {b} 1. {c} e4 {d}\n;e\n ({f} 1. d4 {g} {h}) {i} 1... e5 {j} {} { } *");
    let [root, first] = [NodeId::ROOT, game.node(NodeId::ROOT).next().unwrap()];
    let other = game.node(first).alternative().unwrap();
    let reply = game.node(first).next().unwrap();
    assert_eq!(game.node(root).comments(), ["a", "b", "c"]);
    assert_eq!(game.node(first).comments(), ["d", "e", "i"]);
    assert_eq!(game.node(other).starting_comments(), ["f"]);
    assert_eq!(game.node(other).comments(), ["g", "h"]);
    assert_eq!(game.node(reply).comments(), ["j"]);
}

#[test]
fn comments_before_the_tags_are_those_before_the_moves() {
    assert_eq!(game("{a}\n[A \"a\"]\n\n{b} e4 *").node(NodeId::ROOT).comments(), ["a", "b"]);
}

#[test]
fn line_ends_of_comments_are_spaces_and_spaces_stay() {
    assert_eq!(game("{ a\r\n\tb  c\u{0}d } *").node(NodeId::ROOT).comments(), ["a b  c d"]);
    assert_eq!(game("{[%clk\n 0:03:00]   \n a} *").node(NodeId::ROOT).comments(), ["[%clk 0:03:00] a"]);
}

#[test]
fn a_broken_game_keeps_its_tags_as_written() {
    for text in [
        "[White \"a\"]\n[FEN \"rubbish\"]\n[SetUp \"1\"]\n[ECO \"B00\"]\n\n1. e4 *",
        "[White \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 *",
        "[Result \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 0 1\"]\n\n1. e4 *",
    ] {
        let broken = Replay::new(text).next_partial_game().unwrap().unwrap();
        assert!(broken.error.is_some(), "{text}");
        for line in text.lines().take_while(|line| !line.is_empty()) {
            let (name, value) = line[1..line.len() - 2].split_once(" \"").unwrap();
            let refused = broken.refused_tags.iter().find(|tag| tag.0 == name).map(|tag| &*tag.1);
            assert_eq!(refused.or(broken.game.tags().get(name)), Some(value), "{text}");
        }
    }
    let sound = "[Result \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 0 1\"]\n\n1. O-O *";
    assert_eq!(Replay::new(sound).next_partial_game().unwrap().unwrap().refused_tags, []);
}

#[test]
fn glyphs_belong_to_the_previous_move_or_the_game_or_the_first_move_of_a_variation() {
    let mut game = game("$1 {x} $7 e4 $2 $3 ($4 d4 $5) $6 e5 *");
    let first = game.node(NodeId::ROOT).next().unwrap();
    assert_eq!(game.node(first).nags(), [2, 3, 6]);
    assert_eq!(game.node(game.node(first).alternative().unwrap()).nags(), [4, 5]);
    assert_eq!(game.node(NodeId::ROOT).nags(), [1, 7]);
    let text = game.to_string();
    assert!(text.contains("\n\n$1 $7 {x} 1. e4 $2"), "{text}");
    assert_eq!(text.parse(), Ok(game.clone()));
    game.remove_nags(NodeId::ROOT);
    assert_ne!(text.parse(), Ok(game));
}

#[test]
fn an_empty_variation_annotates_the_move_before() {
    let game = game("e4 ({a} $1 {b}) e5 *");
    let first = game.node(NodeId::ROOT).next().unwrap();
    assert_eq!(tree(&game, NodeId::ROOT), "e2e4 e7e5");
    assert_eq!(game.node(first).comments(), ["a", "b"]);
    assert_eq!(game.node(first).nags(), [1]);
}

#[test]
fn the_mainline_has_positions() {
    let game = game("e4 (d4) e5 Nf3 *");
    let mut position = Position::START;
    for played in game.mainline() {
        assert_eq!(played.before, position);
        position.play_unchecked(played.mv);
        assert_eq!(played.after, position);
        assert_eq!(game.position(played.id), position);
        assert_eq!(game.node(played.id).mv(), played.mv);
    }
    assert_eq!(position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(game.position(NodeId::ROOT), Position::START);
}

#[test]
fn only_legal_moves_are_added() {
    let mut game = Game::default();
    let e4 = read_san(&Position::START, "e4").unwrap();
    let first = game.add_move(NodeId::ROOT, e4).unwrap();
    assert_eq!(game.add_move(first, e4), Err(game.position(first).try_after(e4).unwrap_err()));
    let f6 = game.add_move(first, read_san(&game.position(first), "f6").unwrap()).unwrap();
    let check = game.add_move(f6, read_san(&game.position(f6), "Qh5").unwrap()).unwrap();
    let refused = game.add_move(check, Move::NULL).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::NullInCheck);
    game.add_move(f6, Move::NULL).unwrap();
    assert_eq!(tree(&game, NodeId::ROOT), "e2e4 f7f6 d1h5 (0000)");
}

#[test]
fn games_are_equal_in_whatever_order_they_are_put_together() {
    let moves = Position::START.legal_moves();
    let (mut a, mut b) = (Game::default(), Game::default());
    let main = [a.add_move(NodeId::ROOT, moves[0]).unwrap(), b.add_move(NodeId::ROOT, moves[0]).unwrap()];
    let reply = a.position(main[0]).legal_moves()[0];
    a.add_move(NodeId::ROOT, moves[1]).unwrap();
    a.add_move(main[0], reply).unwrap();
    b.add_move(main[1], reply).unwrap();
    assert_ne!(a, b);
    let other = b.add_move(NodeId::ROOT, moves[1]).unwrap();
    assert_eq!(a, b);
    let changes: [fn(&mut Game, NodeId); 6] = [
        |game, _| game.add_comment(NodeId::ROOT, "x"),
        |game, id| game.add_comment(id, "x"),
        |game, id| game.add_starting_comment(id, "x"),
        |game, id| game.add_nag(id, 1),
        |game, _| game.set_result(GameResult::Draw),
        |game, id| assert!(game.add_move(id, Move::NULL).is_ok()),
    ];
    for change in changes {
        let mut changed = b.clone();
        change(&mut changed, other);
        assert_ne!(changed, a);
        assert_ne!(a, changed);
    }
    assert_ne!(a, Game::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap()));
}

#[test]
fn tags_that_follow_from_the_start_cannot_be_set() {
    let mut game = Game::new("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1".parse().unwrap());
    for (name, value, error) in [
        ("FEN", "x", TagError::Start),
        ("SetUp", "0", TagError::Start),
        ("Variant", "Standard", TagError::Start),
        ("Variant", "Atomic", TagError::Start),
        ("Result", "won", TagError::Result),
        ("", "x", TagError::Name),
        ("a b", "x", TagError::Name),
        ("é", "x", TagError::Name),
        // Of two faults, the one of the form is reported.
        ("FEN", &"x".repeat(MAX_TOKEN), TagError::TooLong),
        ("Variant", &"x".repeat(MAX_TOKEN), TagError::TooLong),
        ("Result", &"x".repeat(MAX_TOKEN), TagError::TooLong),
    ] {
        assert_eq!(game.set_tag(name, value), Err(error), "{name}");
    }
    for name in ["FEN", "SetUp", "Variant"] {
        assert_eq!(game.remove_tag(name), Err(TagError::Start));
        assert!(game.tags().get(name).is_some());
    }
    game.set_tag("Variant", "Fischerandom").unwrap();
    game.set_tag("White", "a\nb").unwrap();
    game.set_tag("Result", "1/2").unwrap();
    assert_eq!(game.tags().white(), "a b");
    assert_eq!(game.result(), GameResult::Draw);
    game.remove_tag("White").unwrap();
    game.remove_tag("Result").unwrap();
    assert_eq!((game.tags().white(), game.result()), ("?", GameResult::Unknown));

    let mut game = Game::default();
    for name in ["FEN", "SetUp", "Variant"] {
        game.remove_tag(name).unwrap();
    }
    game.set_tag("Variant", "Chess960").unwrap();
    assert_eq!(game, game.to_string().parse().unwrap());
}

#[test]
fn a_start_that_contradicts_its_variant_is_right() {
    let game = game("[Variant \"Standard\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n1. O-O *");
    assert_eq!(game.tags().get("Variant"), Some("Chess960"));
    let game = Game::default();
    assert_eq!(game.tags().get("Variant"), None);
    // A name of Chess960 stays as it was written, wherever it is, also in a game that breaks off.
    for text in [
        "[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n1. O-O *",
        "[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n[Variant \"Fischerandom\"]\n1. O-O *",
        "[Variant \"Fischerandom\"]\n1. e4 *",
    ] {
        assert_eq!(self::game(text).tags().get("Variant"), Some("Fischerandom"), "{text}");
        assert_eq!(broken(&text.replace('*', "junk")).tags().get("Variant"), Some("Fischerandom"), "{text}");
    }
}

#[test]
fn games_are_read_one_behind_another() {
    let mut replay = Replay::new("1. e4 1-0\n1. e5 *\n[White \"w\"]\n\n1. d4 *");
    replay.next_event().unwrap();
    replay.next_event().unwrap();
    // The first game has been begun, and is skipped.
    assert!(replay.next_game().unwrap_err().to_string().starts_with("game 2, line 2, byte 13, `e5`:"));
    assert_eq!(replay.next_game().unwrap().unwrap().tags().white(), "w");
    assert_eq!(replay.next_game().unwrap(), None);
    // It is skipped from any place within it.
    let text = "[White \"w\"]\n[Black \"b\"]\n\n1. e4 (1. d4 d5 {x} (d6)) e5 $1 2. Nf3 1-0\n\n1. c4 *";
    for events in 1..14 {
        let mut replay = Replay::new(text);
        for _ in 0..events {
            replay.next_event().unwrap();
        }
        assert_eq!(replay.game(), 1);
        let next = replay.next_partial_game().unwrap().unwrap();
        assert_eq!((next.game.to_string(), next.error), (game("1. c4 *").to_string(), None), "{events}");
    }
}

#[test]
fn long_and_deep_games_need_no_stack() {
    // Each variation is nested in the one before.
    let on_a_small_stack = || {
        let mut game = Game::default();
        let mut at = NodeId::ROOT;
        for ply in 0..2000 {
            let mv = read_san(&game.position(at), ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]).unwrap();
            game.add_move(at, mv).unwrap();
            at = game.add_move(at, mv).unwrap();
        }
        assert_eq!(game, game.clone());
        game.to_string()
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(on_a_small_stack).unwrap();
    assert_eq!(thread.join().unwrap().matches('(').count(), 2000);
}

#[test]
fn many_alternatives_are_read_in_linear_time() {
    let text = "e4 ".to_string() + &"(d4) ".repeat(100_000) + "*";
    let game = game(&text);
    assert_eq!(game, game.to_string().parse().unwrap());
}

#[test]
fn a_game_too_large_for_memory_is_an_error() {
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_GAME / 100) + "*\n\ne4 *";
    let mut replay = Replay::new(&text);
    let error = replay.next_game().unwrap_err().to_string();
    assert!(error.ends_with("the game is too long to be kept in memory"), "{error}");
    assert_eq!(replay.next_game().unwrap().unwrap().mainline().count(), 1);
}

/// The most bytes of a comment in memory.
const MAX_COMMENT: usize = 65_000;

/// The lengths of the comments behind the only move, after this one has been added.
fn lengths(comment: &str) -> Vec<usize> {
    let mut game: Game = "1. e4 *".parse().unwrap();
    let id = game.last();
    game.add_comment(id, comment);
    assert_eq!(game, game.to_string().parse().unwrap());
    game.node(id).comments().map(str::len).collect()
}

#[test]
fn a_comment_that_is_too_long_is_cut() {
    let word = |length: usize| "x".repeat(length);
    assert_eq!(lengths(&word(MAX_COMMENT)), [MAX_COMMENT]);
    assert_eq!(lengths(&word(MAX_COMMENT + 1)), [MAX_COMMENT, 1]);
    // Where it has words, between two of them.
    let half = MAX_COMMENT / 2;
    assert_eq!(lengths(&format!("{} {}", word(half), word(half - 1))), [MAX_COMMENT]);
    assert_eq!(lengths(&format!("{} {}", word(half), word(half))), [half, half]);
    // No character is cut.
    assert_eq!(lengths(&format!("x{}", "é".repeat(half))), [MAX_COMMENT - 1, 2]);
}

#[test]
fn a_blank_comment_is_not_added() {
    for text in ["", " ", "   ", "\n", "\n\n", " \t\r\n ", "\u{7f}\u{1b}"] {
        assert_eq!(lengths(text), [0; 0], "{text:?}");
    }
    assert_eq!(lengths("\n x \t y \n"), [3]);
}

#[test]
fn a_command_goes_to_a_comment_with_room() {
    let command = "[%clk 0:01:00]";
    let with_clock = |length: usize| {
        let mut game: Game = "1. e4 *".parse().unwrap();
        let id = game.last();
        game.add_comment(id, &"x".repeat(length));
        game.set_clock(id, Some(Duration::from_secs(60)));
        assert_eq!(game.node(id).clock(), Some(Duration::from_secs(60)));
        assert_eq!(game, game.to_string().parse().unwrap());
        game.node(id).comments().map(str::len).collect::<Vec<_>>()
    };
    // With the command and a space on each side of it, a comment is shorter than the longest one.
    let room = MAX_COMMENT - command.len() - 3;
    assert_eq!(with_clock(room), [room + 1 + command.len()]);
    assert_eq!(with_clock(room + 1), [room + 1, command.len()]);
    assert_eq!(with_clock(MAX_COMMENT), [MAX_COMMENT, command.len()]);
}

#[test]
fn lists_of_arrows_are_equal_in_the_same_order() {
    let arrows: Vec<Arrow> = ["Ge2e4", "Rd5", "Ba1h8"].map(|text| text.parse().unwrap()).to_vec();
    let list = Arrows::from(&arrows[..]);
    assert_eq!(list, Arrows::from(&arrows.clone()[..]));
    let backwards: Vec<Arrow> = arrows.iter().rev().copied().collect();
    for other in [&arrows[..2], &arrows[1..], &[], &backwards] {
        assert_ne!(list, Arrows::from(other));
    }
    for text in ["Ge2e", "Xe2", "", "G", "Ge2e4e5"] {
        let error = text.parse::<Arrow>().unwrap_err().to_string();
        assert_eq!(error, "expected a colour (G, R, Y or B) and one or two squares, like Ge2e4", "{text}");
    }
}

#[test]
fn an_evaluation_is_in_centipawns_unless_it_is_a_mate() {
    for (text, centipawns) in
        [("0.17,20", Some(17)), ("-3", Some(-300)), ("0", Some(0)), ("#1", None), ("#0", None)]
    {
        assert_eq!(text.parse::<Eval>().unwrap().centipawns(), centipawns, "{text}");
    }
    // There is one zero.
    for text in ["0", "-0.00", "+.0", "-0.004"] {
        assert_eq!(text.parse::<Eval>().unwrap().to_string(), "0.00", "{text}");
    }
    assert_eq!(Score::Centipawns(-1).to_string(), "-0.01");
}

#[test]
fn a_comment_is_in_one_character_set() {
    // Both parts are UTF-8, or the whole is Latin-1, although one part alone is UTF-8.
    assert_eq!(without_commands("é [%clk 1] é").to_string(), "é é");
    assert_eq!(without_commands(b"\xc3\xa9 [%clk 1] \xe9").to_string(), "Ã© é");
}

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
            starting: node.starting_comments().map(str::to_owned).collect(),
            comments: node.comments().map(str::to_owned).collect(),
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

    fn truncate(&mut self, plies: usize) {
        match plies {
            0 => self.children.clear(),
            _ => self.children.iter_mut().for_each(|child| child.truncate(plies - 1)),
        }
    }

    fn drop_plies(&mut self, plies: usize) {
        for _ in 0..plies {
            self.children =
                self.children.first_mut().map(|main| core::mem::take(&mut main.children)).unwrap_or_default();
        }
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
    let operation = random.below(14);
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
        12 if random.below(8) == 0 => {
            let plies = random.below(8);
            game.truncate(plies);
            naive.truncate(plies);
        }
        13 if random.below(8) == 0 => {
            let plies = random.below(4);
            let start = game.mainline().take(plies).last().map_or(*game.start(), |played| played.after);
            game.drop_plies(plies);
            assert_eq!(*game.start(), start);
            naive.drop_plies(plies);
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

    assert_eq!(text.parse::<Game>(), Err(error));
}

#[test]
fn a_broken_position_keeps_the_tags() {
    let text = "[White \"w\"]\n[FEN \"x\"]\n[Black \"b\"]\n\n1. e4 *";
    assert!(matches!(text.parse::<Game>().unwrap_err().rule, PgnRule::Fen(_)));
    let game = broken(text);
    assert_eq!((game.tags().white(), game.tags().black(), game.last()), ("w", "b", NodeId::ROOT));
    // The name of the rules, which is set last, behaves in the same way.
    let text = "[Variant \"Freestyle\"]\n[FEN \"x\"]\n\n1. e4 *";
    let lenient = Replay::new(text).lenient(true).next_game().unwrap().unwrap();
    for game in [broken(text), lenient] {
        assert_eq!((game.tags().get("Variant"), game.last()), (Some("Freestyle"), NodeId::ROOT));
    }
}

#[test]
fn a_comment_before_a_bad_move_is_kept() {
    assert_eq!(movetext(&broken("1. e4 ({c} $3 x")), "1. e4 $3 {c} *");
}

#[test]
fn one_game_is_asked_for() {
    for text in ["1. e4 *\n\n1. d4 *", "1. e4 * {c} [White \"w\"]\n\n*", "*\n\n*", "1. e4 * 1. d4"] {
        let error = text.parse::<Game>().unwrap_err();
        assert_eq!((error.rule, error.game), (PgnRule::SecondGame, 2), "{text}");
    }
    let error = "1. e4 *\n\n1. d4 *".parse::<Game>().unwrap_err();
    assert_eq!((error.line, error.offset), (3, 9));
    assert!(error.to_string().ends_with("a second game begins here"), "{error}");
    for text in ["* *", "1. e4 * junk", "1. e4 * $1"] {
        let error = text.parse::<Game>().unwrap_err();
        assert_eq!((error.rule, error.game), (PgnRule::NoPart, 1), "{text}");
    }
    assert!(matches!("1. e4 * {".parse::<Game>().unwrap_err().rule, PgnRule::UnclosedComment));
    for text in ["1. e4 *", "1. e4 * {c}\n", "1. e4 *\n\n;c\n{d}", "1. e4"] {
        assert_eq!(text.parse::<Game>().unwrap().mainline().count(), 1, "{text}");
    }
}

#[test]
fn a_whole_number_with_a_depth_is_in_centipawns() {
    for (text, centipawns, depth) in
        [("31,14", 31, 14), ("-920,11", -920, 11), ("0 , 1", 0, 1), ("+5,3", 5, 3)]
    {
        let command = Command::Search { centipawns, depth };
        let comment = format!("[%eval {text}]");
        assert!(commands(&comment).eq([command.clone()]), "{text}");
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
        "game 1, line 1, byte 0, at the end: no game found"
    );
    assert!("{x}".parse::<Game>().is_err());
}
