//! Lenient reading plays no move that the text does not name. The model is a game with variations: its text and the events that reading
//! it gives are written together.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{PgnError, Replay, Source};
use chess_notation::{San, SanError, read_move};
use chess_testkit::{Random, check_until_enough};
use chess_types::Move;

use super::{Portions, shown, stream, walk};

/// The number of cases: a thousand, or as many as the variable `CASES` says.
fn cases() -> u64 {
    std::env::var("CASES").map_or(1000, |count| count.parse().unwrap())
}

/// A line of moves, each with the variations that replace it.
#[derive(Clone, Debug)]
struct Line {
    start: Position,
    moves: Vec<(Move, Vec<Self>)>,
}

impl Line {
    /// A random line. Few moves have variations, and these fewer.
    fn random(start: Position, plies: usize, depth: usize, random: &mut Random) -> Self {
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mut variations = Vec::new();
            if depth > 0 && random.below(8) == 0 {
                variations.push(Self::random(position, 1 + random.below(6), depth - 1, random));
            }
            let mv = random.pick(&legal);
            moves.push((mv, variations));
            position.play_unchecked(mv);
        }
        Self { start, moves }
    }

    /// The number of moves, those of variations included.
    fn count(&self) -> usize {
        self.moves.iter().map(|(_, variations)| 1 + variations.iter().map(Self::count).sum::<usize>()).sum()
    }
}

/// A text in the making, with the moves, the brackets and the errors that it is read as.
struct Written<'a> {
    text: Vec<u8>,
    read: Vec<String>,
    /// Spells a move, and says whether it ends its line. The number is that of the moves before it in the text.
    spell: &'a mut dyn FnMut(&Position, Move, usize) -> Spelled,
    count: usize,
}

/// The text of a move.
struct Spelled {
    before: Vec<u8>,
    text: Vec<u8>,
    /// True if an error before the move ends the line.
    ends: bool,
}

impl Written<'_> {
    fn game(line: &Line, spell: &mut dyn FnMut(&Position, Move, usize) -> Spelled) -> (Vec<u8>, Vec<String>) {
        let mut written = Written { text: b"[Event \"a\"]\n".to_vec(), read: Vec::new(), spell, count: 0 };
        if line.start != Position::START {
            written.text.extend(format!("[FEN \"{}\"]\n", line.start).bytes());
        }
        written.text.push(b'\n');
        written.line(line, true);
        written.text.extend(b"*\n");
        (written.text, written.read)
    }

    fn line(&mut self, line: &Line, mut is_read: bool) {
        let (mut position, mut is_first) = (line.start, true);
        for (mv, variations) in &line.moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                chess_types::Color::White => self.text.extend(format!("{number}. ").bytes()),
                chess_types::Color::Black if is_first => self.text.extend(format!("{number}... ").bytes()),
                chess_types::Color::Black => {}
            }
            let spelled = (self.spell)(&position, *mv, self.count);
            self.count += 1;
            self.text.extend([&spelled.before[..], &spelled.text, b" "].concat());
            if is_read && spelled.ends {
                self.read.push("<>".into());
                is_read = false;
            }
            if is_read {
                self.read.push(mv.to_string());
            }
            for variation in variations {
                self.text.extend(b"(");
                self.read.extend(is_read.then(|| "(".to_owned()));
                self.line(variation, is_read);
                self.text.extend(b") ");
                self.read.extend(is_read.then(|| ")".to_owned()));
            }
            is_first = !variations.is_empty();
            position.play_unchecked(*mv);
        }
    }
}

/// The moves, brackets and errors that a replay gives, without those that cost nothing.
fn read<S: Source>(mut replay: Replay<S>) -> Vec<String> {
    let next = || Ok(replay.next_event()?.map(|event| shown(event, |mv| mv.to_string())));
    let blame = |error: &PgnError| match error {
        PgnError::Game(error) if error.rule.to_string().starts_with("read with the letters") => String::new(),
        PgnError::Game(error)
            if error.token.as_bytes().iter().all(u8::is_ascii_alphabetic)
                && is_left_out(error.token.as_bytes()) =>
        {
            String::new()
        }
        _ => "<>".to_owned(),
    };
    let mut all = walk(next, blame);
    all.retain(|event| !event.is_empty() && !matches!(&**event, "|" | "*") && !event.starts_with('['));
    all
}

/// Words that are left out, since they hold no square and are no half of a move.
const LEFT_OUT: [&str; 10] = ["Best", "zzz", "and", "Good", "Z", "move", "Diagram", "axd", "Nbd", "x"];

fn is_left_out(word: &[u8]) -> bool {
    LEFT_OUT.iter().any(|left_out| left_out.as_bytes() == word)
}

/// Asserts what lenient reading makes of a text, in memory and as a stream.
#[track_caller]
fn assert_read(text: &[u8], expected: &[String], random: &mut Random) {
    let of_slice = read(Replay::new(text).lenient(true));
    assert_eq!(of_slice, expected, "{}", String::from_utf8_lossy(text));
    let portions = stream(Portions::new(text, 1 + random.below(700)));
    assert_eq!(read(Replay::from_read(portions).lenient(true)), expected, "{}", text.escape_ascii());
}

fn whole(san: &str) -> Spelled {
    Spelled { before: Vec::new(), text: san.into(), ends: false }
}

/// A word that names a piece and a square and no legal move, or several, in place of a move.
#[test]
fn a_bad_word_of_an_english_game_is_no_move_of_another_language() {
    // A king is never ambiguous, and a bishop or a queen seldom: games go on until each of them was.
    let has_all = |by_piece: &[[u32; 2]; 5]| {
        by_piece[0][0] > 0 && by_piece[1..].iter().flatten().all(|&count| count > 0)
    };
    let mut by_piece = [[0; 2]; 5];
    let has_enough = check_until_enough(0..100 * cases(), cases() as usize, |number| {
        let mut random = Random::new(number);
        let start =
            if random.below(4) == 0 { random.pick(&chess_testkit::POSITIONS) } else { Position::START };
        let plies = 20 + random.below(100);
        let line = Line::random(start, plies, 2, &mut random);
        if line.moves.is_empty() {
            return false;
        }
        let (bad, mut words) = (random.below(line.count()), random.clone());
        let mut spell = |position: &Position, mv: Move, count: usize| {
            if count != bad {
                return whole(San::new(position, mv).as_str());
            }
            loop {
                let (piece, to) = (words.below(5), words.square());
                let word = format!("{}{to}", ["K", "Q", "R", "B", "N"][piece]);
                let is_ambiguous = match read_move(position, &word) {
                    Ok(_) => continue,
                    Err(SanError::Ambiguous(_)) => true,
                    Err(_) if words.below(50) > 0 && has_ambiguous(position) => continue,
                    Err(_) => false,
                };
                by_piece[piece][usize::from(is_ambiguous)] += 1;
                return Spelled { ends: true, ..whole(&word) };
            }
        };
        let (text, expected) = Written::game(&line, &mut spell);
        assert_read(&text, &expected, &mut random);
        // Strict reading ends the game there.
        let strict = read(Replay::new(&text));
        let end = expected.iter().position(|event| event == "<>").unwrap();
        assert_eq!(strict, expected[..=end], "{}", String::from_utf8_lossy(&text));
        has_all(&by_piece)
    });
    assert!(has_enough, "{by_piece:?}");
}

/// Tests whether a word for a piece and a square may mean several moves.
fn has_ambiguous(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| {
        San::new(position, *mv).as_bytes().iter().filter(|byte| b"abcdefgh12345678".contains(byte)).count()
            > 2
            && !mv.is_promotion()
            && position.piece_type_at(mv.from()) != Some(chess_types::PieceType::Pawn)
    })
}

/// King, queen, rook, bishop and knight.
const LANGUAGES: [(&str, [&str; 5]); 15] = [
    ("German", ["K", "D", "T", "L", "S"]),
    ("French", ["R", "D", "T", "F", "C"]),
    ("Spanish", ["R", "D", "T", "A", "C"]),
    ("Portuguese", ["R", "D", "T", "B", "C"]),
    ("Dutch", ["K", "D", "T", "L", "P"]),
    ("Russian", ["Кр", "Ф", "Л", "С", "К"]),
    ("Polish", ["K", "H", "W", "G", "S"]),
    ("Czech", ["K", "D", "V", "S", "J"]),
    ("Hungarian", ["K", "V", "B", "F", "H"]),
    ("Romanian", ["R", "D", "T", "N", "C"]),
    ("Finnish", ["K", "D", "T", "L", "R"]),
    ("Icelandic", ["K", "D", "H", "B", "R"]),
    ("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    ("Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    ("Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
];

const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// The text of a move with other letters.
fn translated(san: &str, letters: &[Vec<u8>; 5]) -> Vec<u8> {
    let letter =
        |c: char| ENGLISH.iter().position(|&english| english == c).map(|place| letters[place].clone());
    san.chars().flat_map(|c| letter(c).unwrap_or_else(|| c.to_string().into_bytes())).collect()
}

/// The letters in UTF-8, and those of Russian in Windows-1251, too.
fn alphabets() -> impl Iterator<Item = [Vec<u8>; 5]> {
    let russian = ["\u{ca}\u{f0}", "\u{d4}", "\u{cb}", "\u{d1}", "\u{ca}"];
    let windows = russian.map(|letter| letter.chars().map(|c| c as u8).collect());
    LANGUAGES.iter().map(|(_, letters)| letters.map(|letter| letter.as_bytes().to_vec())).chain([windows])
}

#[test]
fn a_game_with_all_letters_of_a_language_is_read_whole() {
    let mut plies = 0;
    for mut random in Random::cases(cases() / 10) {
        let line = loop {
            let line = Line::random(Position::START, 150, 2, &mut random);
            let mut position = line.start;
            let mut seen = String::new();
            for (mv, _) in &line.moves {
                seen += San::new(&position, *mv).as_str();
                position.play_unchecked(*mv);
            }
            if ENGLISH.iter().all(|&letter| seen.contains(letter)) {
                break line;
            }
        };
        for letters in alphabets() {
            let mut spell = |position: &Position, mv: Move, _: usize| {
                let text = translated(San::new(position, mv).as_str(), &letters);
                Spelled { text, ..whole("") }
            };
            let (text, expected) = Written::game(&line, &mut spell);
            assert_read(&text, &expected, &mut random);
            plies += line.count();
        }
    }
    assert!(plies as u64 > 100 * cases(), "{plies}");
}

/// Text around a move that is not part of it.
const AROUND: [(&str, &str); 8] =
    [("", "mate"), ("\"", "\""), ("~", ""), ("won", ""), ("", "won"), ("x", "x"), ("m", ""), ("", "é")];

#[test]
fn a_stray_word_gives_no_move_to_the_other_side() {
    let mut ended = 0;
    for mut random in Random::cases(cases()) {
        let plies = 1 + random.below(60);
        let line = Line::random(Position::START, plies, 2, &mut random);
        let stray = random.below(line.count());
        let is_left_out = random.below(2) == 0;
        let (piece, to) = (random.pick(&["K", "Q", "R", "B", "N", ""]), random.square().to_string());
        let (before, after) = random.pick(&AROUND);
        let half = &to[random.below(2)..][..1];
        let word = match random.below(3) {
            _ if is_left_out => random.pick(&LEFT_OUT).to_owned(),
            0 if !piece.is_empty() => format!("{piece}{half}"),
            _ => format!("{before}{piece}{to}{after}"),
        };
        let has_number = random.below(2) == 0;
        let mut spell = |position: &Position, mv: Move, count: usize| {
            let san = San::new(position, mv);
            if count != stray {
                return whole(san.as_str());
            }
            let number = if has_number {
                let dots = if position.side_to_move() == chess_types::Color::White { "." } else { "..." };
                format!("{}{dots} ", position.fullmove_number())
            } else {
                String::new()
            };
            Spelled { before: format!("{word} {number}").into(), ends: !is_left_out, ..whole(san.as_str()) }
        };
        let (text, expected) = Written::game(&line, &mut spell);
        assert_read(&text, &expected, &mut random);
        ended += usize::from(!is_left_out);
    }
    assert!(ended > 0);
}

/// What is read of a text, as UCI, with the errors' rules.
fn moves_of(text: &str) -> String {
    let mut replay = Replay::new(text).lenient(true);
    let next = || Ok(replay.next_event()?.map(|event| shown(event, |mv| mv.to_string())));
    let rule = |error: &PgnError| match error {
        PgnError::Game(error) => format!("<{}>", error.rule),
        error => panic!("{error}"),
    };
    let read = walk(next, rule).join(" ");
    let mut portions = Replay::from_read(stream(Portions::new(text.as_bytes(), 100))).lenient(true);
    let next = || Ok(portions.next_event()?.map(|event| shown(event, |mv| mv.to_string())));
    assert_eq!(walk(next, rule).join(" "), read, "{text}");
    read.trim_start_matches("[FEN ").to_owned()
}

#[test]
fn the_letters_and_then_the_moves_decide_the_language() {
    for (text, expected) in [
        // English has all letters, whatever would be legal in other languages.
        ("1. e4 e5 2. Nf3 Nc6 3. Nc4 Nf6 *", "| e2e4 e7e5 g1f3 b8c6 <no such move is legal here> *"),
        // No language has all.
        (
            "1. e4 e5 2. Sf3 Nc6 *",
            "| e2e4 e7e5 <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> *",
        ),
        // A king in French, Spanish, Portuguese and Romanian, all alike.
        (
            "1. e4 e5 2. Re2 Re7 3. Db1 *",
            "| e2e4 e7e5 <the letters of pieces are ambiguous: this is another move in French than in Finnish> *",
        ),
        ("1. e4 e5 2. Re2 Re7 3. De1 *", "| e2e4 e7e5 <read with the letters of French> e1e2 e8e7 d1e1 *"),
        // A king there, and a knight in Finnish: legal in both.
        (
            "[FEN \"4k3/8/8/8/8/8/5N2/3QK3 w - - 0 1\"]\n\n1. Dd2 Ke7 2. Rd1 *",
            "4k3/8/8/8/8/8/5N2/3QK3 w - - 0 1] | <read with the letters of Finnish> d1d2 e8e7 f2d1 *",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/5N2/3QK3 w - - 0 1\"]\n\n1. Dd2 e8e7 2. Rd1 *",
            "4k3/8/8/8/8/8/5N2/3QK3 w - - 0 1] | <read with the letters of French> d1d2 e8e7 \
          <the letters of pieces are ambiguous: this is another move in French than in Finnish> *",
        ),
        // English is legal as far as Romanian, and no farther.
        (
            "1. e4 e5 2. Nf3 Nc6 3. Dh5 *",
            "| e2e4 e7e5 g1f3 b8c6 <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> *",
        ),
        // A word that is no move, but has a letter that English lacks, changes nothing.
        ("1. e4 e5 2. Nc4 Nf6 Diagram *", "| e2e4 e7e5 <no such move is legal here> *"),
        // Neither English nor another language reads the word.
        (
            "1. e4 (1. Sf3) 1... e5 2. Sf6 *",
            "| e2e4 ( <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> ) e7e5 \
          <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> *",
        ),
        // Each game has a language of its own.
        (
            "1. e4 e5 2. Sf3 Sc6 *\n\n1. d4 d5 2. Sf3 Sf6 *\n\n1. e4 e5 2. Cf3 Cc6 *\n\n1. e4 e5 2. Nf3 Sc6 *",
            "| e2e4 e7e5 <read with the letters of German> g1f3 b8c6 * \
          | d2d4 d7d5 <read with the letters of German> g1f3 g8f6 * \
          | e2e4 e7e5 <read with the letters of French> g1f3 b8c6 * \
          | e2e4 e7e5 g1f3 <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> *",
        ),
        // A pawn, or a knight in Dutch.
        ("1. Pe4 Pe5 2. Nf3 Pd6 *", "| e2e4 e7e5 g1f3 d7d6 *"),
        ("1. Pe4 Pe5 *", "| e2e4 e7e5 *"),
        ("1. Pf3 Pc6 2. e4 *", "| <read with the letters of Dutch> g1f3 b8c6 e2e4 *"),
        ("1. Pf3 Pc6 2. Nc3 *", "| f2f3 c7c6 b1c3 *"),
        // Variations are in the language of the game, and do not decide it.
        (
            "1. e4 e5 2. Nf3 (2. Sc3 Sf6) Nc6 *",
            "| e2e4 e7e5 g1f3 ( <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> ) b8c6 *",
        ),
        (
            "1. e4 e5 (1... Sc6) 2. Sf3 (2. Nc3 d6) Sc6 *",
            "| e2e4 e7e5 ( b8c6 ) <read with the letters of German> g1f3 \
          ( <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> ) b8c6 *",
        ),
        // Neither do words that have not the form of a move, nor comments.
        ("1. e4 (The best) Diagram {Sf3 Dd4} e5 ; Lb5\n2. Nf3 Z *", ""),
    ] {
        let read = moves_of(text);
        if expected.is_empty() {
            assert!(read.ends_with("g1f3 <not algebraic notation at byte 0: expected a square like f3 at the end, and after it perhaps a promotion like =Q> *"), "{read}");
        } else {
            assert_eq!(read, expected, "{text}");
        }
    }
}

/// The words that begin in the first 64 KiB decide, wherever the text comes from.
#[test]
fn the_first_64_kib_decide_the_language() {
    let steps = " Sf3 Sf6 Sg1 Sg8";
    for (before, is_german) in [(0, true), (60_000, true), (65_529, true), (65_530, false), (70_000, false)] {
        // White's first move is at this place.
        let comments = "{x}".repeat(before / 3) + &" ".repeat(before % 3);
        let text = format!("{comments}e4 e5 Sf3 Sc6 *");
        let text = text.replacen("{x}", "1. ", 1);
        let read = moves_of(&text);
        assert_eq!(read.contains("German"), is_german, "{before}");
        assert_eq!(read.ends_with("g1f3 b8c6 *"), is_german, "{before}");
    }
    // A letter that English has, far behind, makes no English game, but is an error.
    let text = format!("1. e4 e5{} Nf3 *", steps.repeat(5_000));
    assert!(moves_of(&text).ends_with("g8f6 f3g1 f6g8 <not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move> *"));
    let text = format!("1. e4 e5{} Nf3 *", steps.repeat(1_000));
    assert!(!moves_of(&text).contains("German"));
}

/// A brace in a comment to the end of its line, or in an escaped line, opens no comment that hides the letters behind it.
#[test]
fn a_brace_in_a_comment_of_one_line_does_not_hide_the_language() {
    for line in ["; see {diagram", "e4 ; see {diagram", "{x} ; see {diagram", "\n% see {diagram", "; {a} {b"]
    {
        for end in ["\n", "\r\n", "\r"] {
            let moves = if line.starts_with("e4") { "e5 Sf3 Sc6 *" } else { "e4 e5 Sf3 Sc6 *" };
            let read = moves_of(&format!("1. {line}{end}{moves}"));
            assert!(read.contains("German") && read.ends_with("g1f3 b8c6 *"), "{line:?} {end:?}: {read}");
        }
    }
    // The brace of a comment hides letters on each of its lines, also behind a semicolon and a percent sign.
    for comment in ["{a; Sf3}", "{a\n; Sf3 Sc6}", "{\n% Sf3}", "{} {; Sf3}"] {
        let read = moves_of(&format!("1. e4 {comment} e5 2. Nf3 Nc6 *"));
        assert!(!read.contains("German") && read.ends_with("g1f3 b8c6 *"), "{comment:?}: {read}");
    }
}
