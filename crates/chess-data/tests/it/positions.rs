//! Conditions on positions, compared with their meaning on the text of a FEN.

use std::fmt::Write;

use chess_data::columns::{Base, GameFilter};
use chess_data::filter::{RecordFacts, RecordFilter};
use chess_notation::pgn::Replay;
use chess_notation::{Position, PositionExt, San};
use chess_testkit::{Random, game, scattered};

fn holds(filter: &str, position: &Position) -> bool {
    let filter: RecordFilter = filter.parse().unwrap_or_else(|error| panic!("{filter}: {error}"));
    filter.accepts(&RecordFacts { position, mv: None, ply: 0, score: 0, result: 0 })
}

/// The ranks of a board from the eighth, a letter or `.` for each square.
fn ranks(position: &Position) -> Vec<String> {
    let fen = position.to_string();
    let rank = |text: &str| {
        let of = |c: char| c.to_digit(10).map_or(c.to_string(), |empty| ".".repeat(empty as usize));
        text.chars().map(of).collect()
    };
    fen.split(' ').next().unwrap().split('/').map(rank).collect()
}

fn swapped(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    text.chars().map(swap).collect()
}

fn flipped(ranks: &[String]) -> Vec<String> {
    ranks.iter().rev().map(|rank| swapped(rank)).collect()
}

fn mirrored(ranks: &[String]) -> Vec<String> {
    ranks.iter().map(|rank| rank.chars().rev().collect()).collect()
}

/// The views in which a comparison may hold.
fn views(ranks: Vec<String>, flip: bool, mirror: bool) -> Vec<Vec<String>> {
    let mut all = vec![ranks];
    if flip {
        all.push(flipped(&all[0]));
    }
    if mirror {
        all.extend(all.clone().iter().map(|ranks| mirrored(ranks)));
    }
    all
}

/// Tests whether a pattern of a rank fits its text, letter by letter.
fn fits(pattern: &str, text: &str) -> bool {
    let Some(sign) = pattern.chars().next() else { return text.is_empty() };
    let rest = &pattern[1..];
    if sign == '*' {
        return (0..=text.len()).any(|taken| fits(rest, &text[taken..]));
    }
    if let Some(count) = sign.to_digit(10) {
        let count = count as usize;
        return text.len() >= count && text[..count].chars().all(|c| c == '.') && fits(rest, &text[count..]);
    }
    let Some(square) = text.chars().next() else { return false };
    let is = |sign: char| match sign {
        '?' => true,
        '!' => square != '.',
        'A' => square.is_ascii_uppercase(),
        'a' => square.is_ascii_lowercase(),
        letter => square == letter,
    };
    if sign != '[' {
        return is(sign) && fits(rest, &text[1..]);
    }
    let (set, rest) = rest.split_once(']').unwrap();
    let is_in = match set.strip_prefix('^') {
        Some(set) => !set.chars().any(is),
        None => set.chars().any(is),
    };
    is_in && fits(rest, &text[1..])
}

/// A pattern that fits a rank, or nearly: signs that fit its squares, now and then another.
fn pattern(rank: &str, random: &mut Random) -> String {
    let letters: Vec<char> = "PNBRQKpnbrqkAa".chars().collect();
    let (mut pattern, mut empty) = (String::new(), 0);
    let chars: Vec<char> = rank.chars().collect();
    let mut at = 0;
    while at < 8 {
        let square = chars[at];
        let sign = random.below(40 * 3);
        if empty > 0 && (square != '.' || !(50..90).contains(&sign)) {
            pattern.push_str(&empty.to_string());
            empty = 0;
        }
        match sign {
            0 => pattern.push(random.pick(&letters)),
            3..18 => pattern.push('?'),
            18..24 if square != '.' => pattern.push('!'),
            24..33 if square != '.' => pattern.push(if square.is_ascii_uppercase() { 'A' } else { 'a' }),
            33..43 => {
                pattern.push('*');
                at += random.below(9 - at);
                continue;
            }
            43 => pattern.extend(['[', '^', random.pick(&letters), random.pick(&letters), ']']),
            44..50 if square != '.' => pattern.extend(['[', square, random.pick(&letters), ']']),
            _ if square == '.' => empty += 1,
            _ => pattern.push(square),
        }
        at += 1;
    }
    if empty > 0 {
        pattern.push_str(&empty.to_string());
    }
    pattern
}

fn positions(random: &mut Random) -> Vec<Position> {
    let mut all = game(Position::START, 120, 4, random);
    all.extend((0..10).map(|_| scattered(random)));
    all
}

#[test]
fn patterns_fit_as_their_signs_do_letter_by_letter() {
    let (mut fitting, mut others) = (0, 0);
    for mut random in Random::cases(40) {
        let random = &mut random;
        let all = positions(random);
        for position in &all {
            let ranks_of = ranks(position);
            let source = match random.below(4) {
                0 => flipped(&ranks_of),
                1 => mirrored(&ranks_of),
                2 => mirrored(&flipped(&ranks_of)),
                _ => ranks_of,
            };
            let parts: Vec<String> = source.iter().map(|rank| pattern(rank, random)).collect();
            let text = parts.join("/");
            let (flip, mirror) = (random.below(2) == 0, random.below(2) == 0);
            let words = format!(
                "board matches '{text}'{}{}",
                if flip { " or flipped" } else { "" },
                if mirror { " or mirrored" } else { "" }
            );
            for other in [position, &all[random.below(all.len())]] {
                let expected = views(ranks(other), flip, mirror)
                    .iter()
                    .any(|ranks| parts.iter().zip(ranks).all(|(part, rank)| fits(part, rank)));
                assert_eq!(holds(&words, other), expected, "{words}: {other}");
                if expected {
                    fitting += 1;
                } else {
                    others += 1;
                }
            }
        }
    }
    assert!(fitting > 400 && others > 400, "{fitting} {others}");
}

#[test]
fn pieces_on_squares_are_those_of_the_board() {
    let (mut fitting, mut others) = (0, 0);
    for mut random in Random::cases(40) {
        let random = &mut random;
        let all = positions(random);
        for position in &all {
            let from = random.pick(&all);
            let named: Vec<(char, String)> = (0..=random.below(3))
                .map(|_| random.square())
                .filter_map(|square| Some((from.piece_at(square)?.letter(), square.to_string())))
                .collect();
            if named.is_empty() {
                continue;
            }
            let words: Vec<String> =
                named.iter().map(|(letter, square)| format!("{letter}{square}")).collect();
            let words = format!("board has '{}' or mirrored or flipped", words.join(" "));
            let expected = views(ranks(position), true, true).iter().any(|ranks| {
                named.iter().all(|(letter, square)| {
                    let square = square.as_bytes();
                    let (file, rank) = (usize::from(square[0] - b'a'), usize::from(b'8' - square[1]));
                    ranks[rank].chars().nth(file) == Some(*letter)
                })
            });
            assert_eq!(holds(&words, position), expected, "{words}: {position}");
            let placement = position.to_string().split(' ').next().unwrap().to_owned();
            assert!(holds(&format!("board has '{placement}'"), position), "{placement}");
            if expected {
                fitting += 1;
            } else {
                others += 1;
            }
        }
    }
    assert!(fitting > 200 && others > 200, "{fitting} {others}");
}

#[test]
fn material_and_pawns_are_those_of_the_fen() {
    let mut found = [0; 4];
    for mut random in Random::cases(40) {
        let random = &mut random;
        let all = positions(random);
        let counts = |text: &str, letters: &str| -> Vec<usize> {
            letters.chars().map(|letter| text.matches(letter).count()).collect()
        };
        for position in &all {
            let other = random.pick(&all);
            let board = ranks(&other).concat();
            let sides =
                |letters: &str| -> String { board.chars().filter(|&c| letters.contains(c)).collect() };
            // Some pieces less, so that any more may be there.
            let mut less = |side: String| -> String {
                side.chars().filter(|&c| c == 'K' || random.below(6) > 0).collect()
            };
            let white = less(sides("KQRBNP"));
            let black = less(swapped(&sides("kqrbnp")));
            let (flip, open) = (random.below(2) == 0, [random.below(2) == 0, random.below(2) == 0]);
            let star = |is_open: bool| if is_open { "*" } else { "" };
            let operator = if open == [false; 2] { random.pick(&["==", "matches", "!="]) } else { "matches" };
            let words = format!(
                "material {operator} '{white}{}v{black}{}'{}",
                star(open[0]),
                star(open[1]),
                if flip { " or flipped" } else { "" }
            );
            let expected = views(ranks(position), flip, false).iter().any(|ranks| {
                let board = ranks.concat();
                [(&white, board.clone(), open[0]), (&black, swapped(&board), open[1])].iter().all(
                    |(wanted, board, is_open)| {
                        let (wanted, found) = (counts(wanted, "PNBRQK"), counts(board, "PNBRQK"));
                        if *is_open {
                            wanted.iter().zip(&found).all(|(a, b)| a <= b)
                        } else {
                            wanted == found
                        }
                    },
                )
            });
            assert_eq!(holds(&words, position), expected != (operator == "!="), "{words}: {position}");
            found[usize::from(expected)] += 1;

            let placement = other.to_string().split(' ').next().unwrap().to_owned();
            let pawns = |ranks: &[String]| ranks.concat().replace(|c| !"Pp".contains(c), ".");
            let wanted = pawns(&ranks(&other));
            let expected = views(ranks(position), true, true).iter().any(|ranks| pawns(ranks) == wanted);
            let words = format!("pawns == '{placement}' or flipped or mirrored");
            assert_eq!(holds(&words, position), expected, "{words}: {position}");
            found[2 + usize::from(expected)] += 1;

            let values = [('P', 1), ('N', 3), ('B', 3), ('R', 5), ('Q', 9)];
            let board = ranks(position).concat();
            let sum = |board: &str| -> i64 {
                values.iter().map(|&(letter, value)| value * board.matches(letter).count() as i64).sum()
            };
            let balance = sum(&board) - sum(&swapped(&board));
            assert!(holds(&format!("balance == {balance} and balance < {}", balance + 1), position));
            for (name, letter) in
                [("pawns", 'p'), ("knights", 'n'), ("bishops", 'b'), ("rooks", 'r'), ("queens", 'q')]
            {
                let (black, white) =
                    (board.matches(letter).count(), board.matches(letter.to_ascii_uppercase()).count());
                assert!(holds(&format!("white_{name} == {white} and black_{name} == {black}"), position));
            }
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn a_fen_is_the_position_as_the_rule_of_repetition_compares_it() {
    let position = |fen: &str| Position::from_fen(fen).unwrap();
    let wanted = "fen == 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3'";
    for (fen, expected) in [
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2", true),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 20", true),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", false),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQq e3 0 2", false),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", false),
    ] {
        assert_eq!(holds(wanted, &position(fen)), expected, "{fen}");
    }
    // An en passant square on which no capture is legal makes no difference.
    let pushed = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert!(holds("fen == 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'", &pushed));
    let many = "fen in ('4k3/8/8/8/8/8/8/4K3 w - -', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq', '4k3/8/8/8/8/8/8/4K2R w K -')";
    assert!(holds(many, &pushed) && !holds(many, &Position::START));
    assert!(!holds(&many.replace("fen in", "fen not in"), &pushed));
}

#[test]
fn errors_of_tests_of_positions_say_what_is_wrong() {
    for (text, error) in [
        ("fen == 'x'", "byte 7: "),
        ("fen > 'x'", "byte 4: expected one of == != in"),
        ("fen in ()", "byte 8: expected a value"),
        (
            "board like 'x'",
            "byte 6: expected one of matches has; patterns of a board are written with matches",
        ),
        ("board == 'x'", "byte 6: expected one of matches has"),
        (
            "board matches '8/8/8'",
            "byte 14: rank 5 of the pattern is missing: expected 8 ranks, separated by /",
        ),
        ("board matches '8/8/8/8/8/8/8/8/8'", "byte 14: the pattern has more than 8 ranks"),
        ("board matches '8/8/8/7/8/8/8/8'", "byte 14: rank 5 of the pattern has 7 squares, expected 8"),
        ("board matches '8/8/8/*8P/8/8/8/8'", "byte 14: rank 5 of the pattern has 9 squares, expected 8"),
        (
            "board matches '8/8/8/[QR/8/8/8/8'",
            "byte 14: rank 5 of the pattern has a set without its closing bracket",
        ),
        ("board matches '8/8/8/[]7/8/8/8/8'", "byte 14: rank 5 of the pattern has an empty set"),
        ("board matches '8/8/8/[x]7/8/8/8/8'", "byte 14: rank 5 of the pattern has `x` in a set"),
        ("board matches 'x7/8/8/8/8/8/8/8'", "byte 14: rank 8 of the pattern has `x`: expected a piece"),
        ("board has ''", "byte 10: expected pieces with their squares, such as Nd5 kg8"),
        ("board has 'Nd9'", "byte 10: `Nd9` is not a piece with its square, such as Nd5"),
        ("board has 'é4'", "byte 10: `é4` is not a piece with its square, such as Nd5"),
        ("board has 'Nd5 bd5'", "byte 10: two pieces are on d5"),
        ("material == 'KRvKP*'", "byte 12: `*` means any more pieces: write material matches in place of =="),
        ("material == 'KRKP'", "byte 12: expected White's pieces, v and Black's pieces, such as KRPvKR"),
        (
            "material == 'KRvP'",
            "byte 12: expected White's pieces, v and Black's pieces, such as KRPvKR: each side has one K",
        ),
        (
            "material == 'KRvkp'",
            "byte 12: expected White's pieces, v and Black's pieces, such as KRPvKR, found `k`",
        ),
        ("material == KvK or mirrored", "byte 19: mirrored is not expected here"),
        ("fen == '4k3/8/8/8/8/8/8/4K3 w' or flipped", "byte 34: flipped is not expected here"),
        ("board has 'Nd5' or flipped or flipped", "byte 30: flipped is not expected here"),
        ("some(check)", "byte 0: some(…) works on games only, and these are rows"),
    ] {
        let found = text.parse::<RecordFilter>().unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    // A condition after these words is one of its own.
    assert!(holds("board has 'Ke1' or check", &Position::START));
}

/// Quantifiers whose conditions are whole positions, compared with the list of a game's positions as texts: random moves of knights, so that
/// positions come back.
#[test]
fn quantifiers_of_positions_are_those_of_the_list_of_fens() {
    // Placement, side, rights and square of en passant.
    let identity =
        |position: &Position| position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ");
    let mut random = Random::new(7);
    let (mut met, mut cases) = (0, 0);
    for _ in 0..60 {
        let (mut text, mut list) = (String::new(), Vec::new());
        let mut position = Position::START;
        for _ in 0..random.below(24) {
            list.push(identity(&position));
            let moves = position.legal_moves();
            let short = |mv: &&chess_notation::Move| {
                [mv.from(), mv.to()]
                    .iter()
                    .all(|square| [1, 5].contains(&(square.file() as u8)) || random.below(9) == 0)
            };
            let near: Vec<_> = moves.iter().filter(short).copied().collect();
            let mv = random.pick(if near.is_empty() { &moves } else { &near });
            write!(text, "{} ", San::new(&position, mv)).unwrap();
            position.play_unchecked(mv);
        }
        list.push(identity(&position));
        text.push_str("*\n");
        for _ in 0..40 {
            let other = Position::START.after(random.pick(&Position::START.legal_moves()));
            let mut fen = || {
                if random.below(5) == 0 { identity(&other) } else { list[random.below(list.len())].clone() }
            };
            let (a, b, c) = (fen(), fen(), fen());
            let is = |fens: &[&String], at: &String| fens.contains(&at);
            let of_a: Vec<bool> = list.iter().map(|at| is(&[&a], at)).collect();
            let of_ab: Vec<bool> = list.iter().map(|at| is(&[&a, &b], at)).collect();
            let first = |from: usize, hits: &[bool]| (from..hits.len()).find(|&i| hits[i]);
            let then_b = first(0, &of_a)
                .and_then(|at| first(at + 1, &list.iter().map(|it| is(&[&b], it)).collect::<Vec<_>>()));
            let then_c =
                then_b.and_then(|at| first(at + 1, &list.iter().map(|it| is(&[&c], it)).collect::<Vec<_>>()));
            let number = random.below(4);
            let count = of_ab.iter().filter(|&&hit| hit).count();
            for (filter, expected) in [
                (format!("some(fen == '{a}')"), of_a.contains(&true)),
                (format!("every(fen == '{a}')"), !of_a.contains(&false)),
                (format!("every(fen != '{a}')"), !of_a.contains(&true)),
                (format!("some(fen != '{a}')"), of_a.contains(&false)),
                (format!("not some(fen in ('{a}', '{b}'))"), count == 0),
                (format!("count(fen in ('{a}', '{b}')) == {number}"), count == number),
                (format!("first(fen == '{a}') <= {number}"), first(0, &of_a).is_some_and(|at| at <= number)),
                (
                    format!("last(fen in ('{a}', '{b}')) > {number}"),
                    of_ab.iter().rposition(|&hit| hit).is_some_and(|at| at > number),
                ),
                (format!("some(fen == '{a}' then fen == '{b}')"), then_b.is_some()),
                (format!("some(fen == '{a}' then fen == '{b}' then fen == '{c}')"), then_c.is_some()),
                (
                    format!("some(fen == '{a}') and every(fen != '{b}')"),
                    of_a.contains(&true) && !list.contains(&b),
                ),
                (
                    format!("some(fen == '{a}') or count(fen == '{b}') == 0"),
                    of_a.contains(&true) || !list.contains(&b),
                ),
                (
                    format!("some(fen == '{a}') and some(ply == {number})"),
                    of_a.contains(&true) && list.len() > number,
                ),
            ] {
                let mut games = GameFilter::new(&filter.parse().unwrap(), &Base::default());
                Replay::new(&text).visit_game(&mut games).unwrap();
                assert_eq!(games.keeps_game(), expected, "{filter}: {text}");
                cases += 1;
                met += usize::from(expected);
            }
        }
    }
    assert!(met > cases / 5 && met < cases / 5 * 4, "{met} of {cases}");
}
