use ::shakmaty::san::{San as TheirSan, SanError as TheirSanError, SanPlus};
use ::shakmaty::uci::UciMove as TheirUci;
use ::shakmaty::zobrist::Zobrist64;
use ::shakmaty::{Chess, EnPassantMode, Move as Theirs, Position as _};
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{San, SanError, polyglot, read_san, read_uci};
use chess_testkit::Random;
use chess_types::Move;

use super::lenient;
use super::mutation;
use super::shakmaty::{Triple, theirs, triple};

/// One of so many moves is compared, and every rare move.
const SAMPLE: usize = 3;

/// Texts that are read in each position, most of which are no legal move.
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
            let is_rare = mv.is_castle() || mv.is_promotion() || mv.is_en_passant();
            if is_rare || self.random.below(SAMPLE) == 0 {
                self.compare_move(position, chess, mv, peer);
            }
        }
        for _ in 0..TEXTS {
            if !moves.is_empty() {
                let mv = moves[self.random.below(moves.len())];
                let text = mutation::of_san(position, mv, &mut self.random);
                self.compare_text(position, chess, &text);
                compare_uci(position, chess, &mutation::of_uci(mv, &mut self.random));
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
                return assert!(lenient::is_null(text) && !position.is_in_check(), "{text}");
            }
            Ok(mv) => Verdict::Legal(triple(mv)),
            Err(SanError::Ambiguous(_)) => Verdict::Ambiguous,
            Err(SanError::NotSan(_)) => Verdict::Invalid,
            Err(_) => Verdict::Illegal,
        };
        let standard = lenient::standard_form(position, text);
        let expected = match their_verdict(chess, &standard) {
            Verdict::Illegal if lenient::is_promotion_to_none(&standard) => Verdict::Invalid,
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
