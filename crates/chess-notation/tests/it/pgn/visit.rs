//! Visitors, compared with the events of the same text.

use chess_notation::Position;
use chess_notation::pgn::{GameEnd, GameError, MoveVisit, Next, PgnError, Replay, TagValue, Text, Visitor};
use chess_testkit::Random;

use super::{blamed, replay_of, text_of};

/// Shows what it takes as [`replay_of`] does, and checks the positions and the numbers of moves.
#[derive(Default)]
struct Shown {
    words: Vec<String>,
    is_strict: bool,
    /// The last ply of each open line.
    plies: Vec<u32>,
}

impl Visitor for Shown {
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        self.words.push(format!("[{name} {value}]"));
    }

    fn start(&mut self, _: &Position) -> Next {
        self.plies = vec![0];
        self.words.push("|".into());
        Next::Read
    }

    fn mv(&mut self, MoveVisit { mv, ply, before, after }: MoveVisit<'_>) {
        let mut played = *before;
        played.play_unchecked(mv);
        assert_eq!(played, *after);
        let next = self.plies.last_mut().unwrap();
        assert_eq!(ply, *next);
        *next += 1;
        self.words.push(mv.to_string());
    }

    fn glyph(&mut self, glyph: u8) {
        self.words.push(format!("${glyph}"));
    }

    fn comment(&mut self, text: Text<'_>) {
        self.words.push(format!("{{{text}}}"));
    }

    fn start_variation(&mut self, _: u64) -> Next {
        self.plies.push(self.plies.last().unwrap() - 1);
        self.words.push("(".into());
        Next::Read
    }

    fn end_variation(&mut self, _: u64) {
        self.plies.pop();
        self.words.push(")".into());
    }

    fn error(&mut self, error: &GameError) {
        self.words.push(blamed(&PgnError::Game(*error)));
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        if !self.is_strict || end.error.is_none() {
            self.words.push(end.result.map_or("end".into(), |result| result.to_string()));
        }
    }
}

#[test]
fn a_visitor_takes_what_events_are() {
    const WORDS: &str = "e4·e5·Nf3·Nc6·d4·(·)·(·)·{x}·{ [%clk 0:00:01] }·$3·?!·1.·1-0·*·1/2 - 1/2·e9·Ke3·--·[A \"a\"]·\
        \n\n[Event \"b\"]\n·\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n·[Variant \"x\"]·[x]·]·\n\n";
    let mut random = Random::new(61);
    for _ in 0..10_000 {
        let text = text_of(WORDS, &[" ", " ", " ", "\n"], 40, &mut random);
        for is_strict in [true, false] {
            let replay = || Replay::new(&text).lenient(!is_strict);
            let mut shown = Shown { is_strict, ..Shown::default() };
            replay().visit_games(&mut shown).unwrap();
            let (shown, events) = (shown.words.join(" "), replay_of(&mut replay()));
            // An error after the last game, which lenient reading passes, is one more game for visitors.
            let is_same = shown == events || !is_strict && shown == format!("{events} end");
            assert!(is_same, "{text:?} {is_strict}: {shown}, {events}");
        }
    }
}

/// Skips games whose tags have an `A`, and is full after two moves of a game.
#[derive(Default)]
struct Choosy {
    skips: bool,
    moves: usize,
    games: Vec<String>,
}

impl Visitor for Choosy {
    fn tag(&mut self, name: &str, _: TagValue<'_>) {
        self.skips |= name == "A";
    }

    fn start(&mut self, _: &Position) -> Next {
        if self.skips { Next::Skip } else { Next::Read }
    }

    fn mv(&mut self, _: MoveVisit<'_>) {
        self.moves += 1;
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        let result = end.result.unwrap_or_default();
        let rule = end.error.map(|error| (error.offset, error.rule));
        self.games
            .push(format!("{} {} {:?} {} {result} {rule:?}", end.game, end.offset, end.line, self.moves));
        (self.skips, self.moves) = (false, 0);
    }

    fn needs_line(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        self.moves == 3
    }
}

#[test]
fn skipped_and_limited_games_end_with_their_results() {
    let text = "[A \"a\"]\n1. e4 Ke9 (1... ]) 1-0\n\n1. d4 d5 2. c4 {x} Ke3 0-1\n\n\n1. e4 e5 (1... Ke3) 1/2-1/2\n1. d4 Ke3";
    for is_lenient in [false, true] {
        let mut choosy = Choosy::default();
        Replay::new(text).lenient(is_lenient).visit_games(&mut choosy).unwrap();
        assert_eq!(
            choosy.games[..3],
            [
                "1 0 Some(1) 0 1-0 None",
                "2 32 Some(4) 3 0-1 Some((44, TooLarge))",
                "3 61 Some(7) 2 1/2-1/2 None",
            ]
        );
        assert!(choosy.games[3].starts_with("4 89 Some(8) 1 * Some((95, San("), "{:?}", choosy.games);
    }
}

/// Is full after a comment.
#[derive(Default)]
struct Terse {
    has_comment: bool,
    games: Vec<String>,
}

impl Visitor for Terse {
    fn comment(&mut self, _: Text<'_>) {
        self.has_comment = true;
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        self.has_comment = false;
        self.games.push(format!("{} {:?}", end.game, end.result.map(|result| result.to_string())));
    }

    fn is_full(&self) -> bool {
        self.has_comment
    }
}

#[test]
fn a_skipped_broken_game_does_not_take_the_next_result() {
    let mut terse = Terse::default();
    Replay::new("{x} 1. e4 e9 1-0\n\n1. d4 0-1").visit_games(&mut terse).unwrap();
    assert_eq!(terse.games, ["1 None", "2 Some(\"0-1\")"]);
}

/// A visitor that tries variations.
#[derive(Default)]
struct Trying(Shown);

impl Visitor for Trying {
    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.0.words.push(visit.mv.to_string());
    }

    fn start_variation(&mut self, _: u64) -> Next {
        self.0.words.push("(".into());
        Next::Try
    }

    fn end_variation(&mut self, _: u64) {
        self.0.words.push(")".into());
    }

    fn error(&mut self, error: &GameError) {
        self.0.words.push(format!("<{}>", error.token));
    }
}

#[test]
fn an_error_in_a_variation_that_is_tried_ends_the_variation() {
    for (text, expected) in [
        ("1. e4 (1. d4 Ke5 (c4) 2. c4) e5 *", "e2e4 ( d2d4 <`Ke5`> ) e7e5"),
        ("1. e4 (1. d4 d5 (1... Ke5) 2. c4) e5 *", "e2e4 ( d2d4 d7d5 ( <`Ke5`> ) c2c4 ) e7e5"),
        ("1. e4 ((1. d4) 1. c4) e5 *", "e2e4 ( <`(`> c2c4 ) e7e5"),
        ("1. e4 (1. d4 ]) e5 Ke3 d5 *", "e2e4 ( d2d4 <`]`> ) e7e5 <`Ke3`>"),
        ("1. e4 (1. d4 *", "e2e4 ( d2d4 <at the end>"),
        ("1. e4 (1. d4 ((c4 *", "e2e4 ( d2d4 ( <`(`>"),
        ("(1. d4) 1. e4 *", "<`(`>"),
    ] {
        let mut trying = Trying::default();
        Replay::new(text).visit_games(&mut trying).unwrap();
        assert_eq!(trying.0.words.join(" "), expected, "{text}");
    }
}

/// Shows each game alone.
#[derive(Default)]
struct Games {
    shown: Shown,
    games: Vec<ShownGame>,
}

#[derive(PartialEq, Debug)]
struct ShownGame {
    parts: Vec<String>,
    /// The number, the place, the result and the final position.
    end: String,
    offset: u64,
    has_error: bool,
}

impl Visitor for Games {
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        self.shown.tag(name, value);
    }

    fn start(&mut self, position: &Position) -> Next {
        self.shown.start(position)
    }

    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.shown.mv(visit);
    }

    fn glyph(&mut self, glyph: u8) {
        self.shown.glyph(glyph);
    }

    fn comment(&mut self, text: Text<'_>) {
        self.shown.comment(text);
    }

    fn start_variation(&mut self, offset: u64) -> Next {
        self.shown.start_variation(offset)
    }

    fn end_variation(&mut self, offset: u64) {
        self.shown.end_variation(offset);
    }

    fn error(&mut self, error: &GameError) {
        self.shown.error(error);
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        // A game without a start has no position.
        let parts = std::mem::take(&mut self.shown.words);
        let position = parts.iter().any(|part| part == "|").then_some(end.position);
        let end_of_text = format!("{} {:?} {:?} {position:?}", end.game, end.line, end.result);
        self.games.push(ShownGame {
            parts,
            end: end_of_text,
            offset: end.offset,
            has_error: end.error.is_some(),
        });
    }

    fn needs_line(&self) -> bool {
        true
    }
}

const PARTS: &str = "e4·e5·Nf3·Nc6·d4·(·)·{x}·{x}·{ [%clk 0:00:01] }·$3·1.·1-0·*·1/2 - 1/2·e9·Ke3·--·[A \"a\"]·;y\n·\
    \n\n[Event \"b\"]\n·\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n·[Variant \"x\"]·[x]·]·\u{feff}·\n\n·\u{2013}";

#[test]
fn a_text_is_its_first_game() {
    let mut random = Random::new(62);
    let texts: Vec<String> =
        (0..20_000).map(|_| text_of(PARTS, &[" ", " ", "\n", ""], 12, &mut random)).collect();
    let (mut counts, mut seconds) = ([0; 3], 0);
    for is_lenient in [false, true] {
        // One reader reads them all, so that nothing of a text may be left to the next.
        let mut replay = Replay::new("[FEN \"x\"] 1. e4 (1. d4").lenient(is_lenient);
        let _ = replay.next_event();
        for text in &texts {
            let (mut all, mut one) = (Games::default(), Games::default());
            Replay::new(text).lenient(is_lenient).visit_games(&mut all).unwrap();
            replay.visit_text(text, None, &mut one);
            let [one] = &mut one.games[..] else { panic!("{text:?}") };
            counts[all.games.len().min(2)] += 1;
            match &all.games[..] {
                [] => {
                    let error = one.parts.last().filter(|part| part.contains("NoGame")).cloned();
                    one.parts.truncate(one.parts.len() - usize::from(error.is_some()));
                    let is_blank = text.chars().all(|c| c.is_whitespace() || c == '\u{feff}');
                    assert_eq!((error.is_none(), one.has_error), (is_blank, !is_blank), "{text:?}: {one:?}");
                    assert_eq!(one.parts.last().map(String::as_str), Some("|"), "{text:?}: {one:?}");
                }
                [first] => assert_eq!(one, first, "{text:?}"),
                // Strict reading has no other error.
                [first, ..] if first.has_error && !is_lenient => assert_eq!(one, first, "{text:?}"),
                [first, second, ..] => {
                    let error = one.parts.pop().unwrap();
                    assert_eq!((&one.parts, &one.end, one.offset), (&first.parts, &first.end, first.offset));
                    assert!(one.has_error && error.starts_with('<'), "{text:?}: {error}");
                    if error.ends_with("SecondGame>") {
                        assert!(error.contains(&format!(" {} ", second.offset)), "{text:?}: {error}");
                        seconds += 1;
                    }
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 1000) && seconds > 1000, "{counts:?} {seconds}");
}

#[test]
fn a_text_begins_where_its_fen_says() {
    const FENS: [&str; 4] = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        // Lenient reading mends it.
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq",
    ];
    const TAGS: [&str; 3] = ["", "[SetUp \"1\"]\n", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"];
    const WORDS: &str = "e4·Nb3·Nf3·Nc6·O-O·{x}·$1·Ke3·1-0·*";
    let mut random = Random::new(63);
    for _ in 0..20_000 {
        let (tags, fen) = (random.pick(&TAGS), random.pick(&FENS));
        let text = format!("{tags}{}", text_of(WORDS, &[" ", "\n"], 8, &mut random));
        let tagged = format!("[FEN \"{fen}\"]\n{text}");
        for is_lenient in [false, true] {
            let (mut one, mut same) = (Games::default(), Games::default());
            Replay::new("").lenient(is_lenient).visit_text(&text, Some(fen.as_bytes()), &mut one);
            Replay::new("").lenient(is_lenient).visit_text(&tagged, None, &mut same);
            // Places and the tokens of errors differ.
            let parts = |games: &Games| -> Vec<String> {
                let shown = |part: &String| match part.rsplit_once('>') {
                    Some(_) if part.starts_with('<') => part.rsplit(' ').next().unwrap_or_default().into(),
                    _ => part.clone(),
                };
                games.games[0]
                    .parts
                    .iter()
                    .map(shown)
                    .filter(|part| *part != format!("[FEN {fen}]"))
                    .collect()
            };
            // The tag makes a game of comments.
            if parts(&one).last().is_none_or(|part| part != "NoGame>") {
                assert_eq!(parts(&one), parts(&same), "{text:?} {fen}");
                assert_eq!(one.games[0].has_error, same.games[0].has_error, "{text:?} {fen}");
            }
        }
    }
}
