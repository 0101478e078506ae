use ::shakmaty::san::{San as TheirSan, SanError as TheirSanError, SanPlus};
use ::shakmaty::uci::UciMove as TheirUci;
use ::shakmaty::zobrist::Zobrist64;
use ::shakmaty::{Chess, EnPassantMode, Move as Theirs, Position as _};
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{San, SanError, polyglot, read_san, read_uci};
use chess_testkit::Random;
use chess_types::{File, Move, Rank, Square};

use super::shakmaty::{Triple, theirs, triple};

/// One of so many moves is compared, and every rare move.
const SAMPLE: usize = 3;

/// Texts that are read in each position, most of which are not legal moves.
const TEXTS: usize = 8;

/// Notation compared with the peer's, with counts.
pub(crate) struct Notation {
    random: Random,
    moves: usize,
    mates: usize,
    castlings: usize,
    told_apart: usize,
    verdicts: [usize; 4],
}

/// The result of reading a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Legal(Triple),
    Ambiguous,
    Illegal,
    Invalid,
}

impl Notation {
    pub(crate) fn new(seed: u64) -> Self {
        let random = Random::new(!seed);
        Self { random, moves: 0, mates: 0, castlings: 0, told_apart: 0, verdicts: [0; 4] }
    }

    /// Panics unless so many distinct pairs of a position and a legal move have been compared, and at least `of_each` mates,
    /// castlings, moves with a written origin, and texts of each verdict.
    pub(crate) fn assert_at_least(&self, moves: usize, of_each: usize) {
        let Self { mates, castlings, told_apart, verdicts, .. } = *self;
        let rarest = verdicts.into_iter().chain([mates, castlings, told_apart]).min();
        assert!(self.moves >= moves, "{}", self.moves);
        assert!(rarest >= Some(of_each), "{mates} {castlings} {told_apart} {verdicts:?}");
    }

    /// Compares keys, moves and other texts of a position that has not been compared before.
    pub(crate) fn compare(&mut self, position: &Position, chess: &Chess) {
        let key: Zobrist64 = chess.zobrist_hash(EnPassantMode::PseudoLegal);
        assert_eq!(polyglot::key(position), key.0, "{position}");

        let moves = position.legal_moves();
        for peer in chess.legal_moves() {
            let mv = *moves.iter().find(|&&mv| triple(mv) == theirs(peer)).expect("the same moves");
            let is_mate = position.gives_check(mv) && !position.after(mv).has_legal_move();
            let is_rare = is_mate || mv.is_castle() || mv.is_promotion() || mv.is_en_passant();
            if is_rare || self.random.below(SAMPLE) == 0 {
                self.compare_move(position, chess, mv, peer);
            }
        }
        for _ in 0..TEXTS {
            if !moves.is_empty() {
                let mv = moves[self.random.below(moves.len())];
                let text = of_san(position, mv, &mut self.random);
                self.compare_text(position, chess, &text);
                compare_uci(position, chess, &of_uci(mv, &mut self.random));
            }
        }
    }

    fn compare_move(&mut self, position: &Position, chess: &Chess, mv: Move, peer: Theirs) {
        let san = San::new(position, mv);
        assert_eq!(san.to_string(), SanPlus::from_move(chess.clone(), peer).to_string(), "{position}");
        assert_eq!(read_san(position, san), Ok(mv), "{position} {san}");
        assert_eq!(their_verdict(chess, san.as_str()), Verdict::Legal(triple(mv)), "{position} {san}");

        assert_eq!(mv.uci().to_string(), TheirUci::from_standard(peer).to_string(), "{position}");
        assert_eq!(mv.uci960().to_string(), TheirUci::from_chess960(peer).to_string(), "{position}");
        compare_uci(position, chess, &mv.uci960().to_string());
        compare_uci(position, chess, &mv.uci().to_string());

        self.moves += 1;
        self.mates += usize::from(san.as_str().ends_with('#'));
        self.castlings += usize::from(mv.is_castle());
        self.told_apart +=
            usize::from(san.as_str().trim_end_matches(['+', '#']).len() > 4 && !mv.is_promotion());
    }

    /// A text means to us what its standard form, usually the text itself, means to the peer.
    fn compare_text(&mut self, position: &Position, chess: &Chess, text: &str) {
        let ours = match read_san(position, text) {
            Ok(mv) if mv.is_null() => {
                return assert!(is_null(text) && !position.is_in_check(), "{text}");
            }
            Ok(mv) => Verdict::Legal(triple(mv)),
            Err(SanError::Ambiguous(_)) => Verdict::Ambiguous,
            Err(SanError::NotSan(_)) => Verdict::Invalid,
            Err(_) => Verdict::Illegal,
        };
        let standard = standard_form(position, text);
        let expected = match their_verdict(chess, &standard) {
            Verdict::Illegal if is_promotion_to_none(&standard) => Verdict::Invalid,
            verdict => verdict,
        };
        assert_eq!(ours, expected, "{position} {text} {standard}");
        self.verdicts[match ours {
            Verdict::Legal(_) => 0,
            Verdict::Ambiguous => 1,
            Verdict::Illegal => 2,
            Verdict::Invalid => 3,
        }] += 1;
    }
}

fn their_verdict(chess: &Chess, text: &str) -> Verdict {
    let Ok(san) = TheirSan::from_ascii(text.as_bytes()) else { return Verdict::Invalid };
    match san.to_move(chess) {
        Ok(mv) => Verdict::Legal(theirs(mv)),
        Err(TheirSanError::AmbiguousSan) => Verdict::Ambiguous,
        Err(TheirSanError::IllegalSan) => Verdict::Illegal,
    }
}

/// The two readers agree, but the peer reads castling by the king's square only as in standard chess, and ignores a promotion of
/// a capture en passant.
fn compare_uci(position: &Position, chess: &Chess, text: &str) {
    let ours = read_uci(position, text).ok().filter(|mv| !mv.is_null());
    let peer = TheirUci::from_ascii(text.as_bytes()).ok().and_then(|uci| uci.to_move(chess).ok());
    match (ours, peer) {
        (Some(mv), None) => assert!(mv.is_castle() && text != mv.uci960().to_string(), "{position} {text}"),
        (None, Some(peer)) => assert!(peer.is_en_passant() && text.len() == 5, "{position} {text}"),
        _ => assert_eq!(ours.map(triple), peer.map(theirs), "{position} {text}"),
    }
}

/// `text` without marks of check and mate, with a capture sign if the target is a capture, with `=` before a promotion, without
/// `-` before the target. Castling and texts that are not moves stay as they are.
fn standard_form(position: &Position, text: &str) -> String {
    let bare = text.trim_end_matches(['+', '#']);
    standard_step(position, bare).unwrap_or_else(|| bare.to_owned())
}

fn standard_step(position: &Position, bare: &str) -> Option<String> {
    let (step, promotion) = bare.split_at(bare.rfind(|letter: char| letter.is_ascii_digit())? + 1);
    let (before, to) = step.split_at(step.len().checked_sub(2)?);
    let to: Square = to.parse().ok()?;
    let origin = before.strip_suffix(['x', '-']).unwrap_or(before);
    if origin.ends_with(['x', '-']) {
        return None;
    }
    let takes = if origin.starts_with(['K', 'Q', 'R', 'B', 'N']) {
        position.occupied().contains(to)
    } else {
        let file = origin.chars().find(char::is_ascii_lowercase);
        before.ends_with('x') || file.is_some_and(|file| file != to.file().letter())
    };
    let sign = if takes { "x" } else { "" };
    let equals = if promotion.len() == 1 && promotion != "=" { "=" } else { "" };
    Some(format!("{origin}{sign}{to}{equals}{promotion}"))
}

/// Tests whether this is the null move, which the peer reads and refuses as illegal everywhere.
fn is_null(text: &str) -> bool {
    text.trim_end_matches(['+', '#']) == "--"
}

/// Tests whether this is a promotion to a king or a pawn, which the peer accepts as SAN of an illegal move.
fn is_promotion_to_none(standard: &str) -> bool {
    standard.ends_with("=K") || standard.ends_with("=P")
}

/// The characters of SAN, a few more letters, and the shortest text of castling.
const LETTERS: &[u8] = b"KQRBNPabcdefgh12345678xx==+#O-";

/// A text like the SAN of `mv`: parts of it or single letters are removed, inserted or exchanged.
fn of_san(position: &Position, mv: Move, random: &mut Random) -> String {
    let san = San::new(position, mv).to_string();
    if mv.is_castle() || random.below(4) == 0 {
        with_letters_changed(&san, random)
    } else {
        with_parts_changed(position, mv, random)
    }
}

/// A text like the UCI of `mv`, with another target, origin or promotion.
fn of_uci(mv: Move, random: &mut Random) -> String {
    let mut uci = mv.uci960();
    match random.below(4) {
        0 => uci.to = square(random),
        1 => uci.from = square(random),
        2 => uci.to = mv.uci().to,
        _ => {}
    }
    let promotion = if random.below(4) == 0 { ["", "q", "n", "k"][random.below(4)] } else { "" };
    format!("{uci}{promotion}")
}

fn with_letters_changed(san: &str, random: &mut Random) -> String {
    let mut text = san.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let letter = LETTERS[random.below(LETTERS.len())];
        let at = random.below(text.len() + 1);
        match random.below(3) {
            0 => text.insert(at, letter),
            1 if at < text.len() => text[at] = letter,
            _ if at < text.len() => drop(text.remove(at)),
            _ => {}
        }
    }
    String::from_utf8(text).expect("ASCII")
}

/// Each part is usually that of `mv`, and the origin is usually omitted.
fn with_parts_changed(position: &Position, mv: Move, random: &mut Random) -> String {
    let from = if random.below(4) == 0 { square(random) } else { mv.from() };
    let to = if random.below(6) == 0 { square(random) } else { mv.to() };
    let piece_type = position.piece_type_at(if random.below(8) == 0 { from } else { mv.from() });
    let letter = piece_type.map_or(String::new(), |it| it.to_string().to_uppercase().replace('P', ""));
    let is_told = letter.is_empty() && mv.is_capture();
    let file = if is_told || random.below(3) == 0 { from.file().to_string() } else { String::new() };
    let rank = if random.below(4) == 0 { from.rank().to_string() } else { String::new() };
    let sign = if mv.is_capture() == (random.below(8) > 0) { "x" } else { "" };
    let promotion = match mv.promotion() {
        Some(it) if random.below(4) > 0 => format!("={}", it.to_string().to_uppercase()),
        None if random.below(30) > 0 => String::new(),
        _ => ["", "=N", "Q", "=K"][random.below(4)].to_owned(),
    };
    let mark = ["", "", "+", "#"][random.below(4)];
    format!("{letter}{file}{rank}{sign}{to}{promotion}{mark}")
}

fn square(random: &mut Random) -> Square {
    Square::new(File::ALL[random.below(8)], Rank::ALL[random.below(8)])
}
