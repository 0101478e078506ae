//! Moves read in standard algebraic notation, or in any notation.

use core::error::Error;
use core::fmt;

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_magic::{attacks, king_attacks, pawn_attacks};
use chess_movegen::PositionExt;
use chess_movegen::internals::leaves_king_safe;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, PieceType, Rank, Square};

use super::quick;
use super::syntax::{NotSan, SanRule, Spoken, Step, without_marks};
use super::write::{San, rivals};

/// Reads a legal move of `position` from SAN as people and programs write it. The text has nothing else.
///
/// Besides the standard's form, which [`read_san_strict`] requires, it accepts:
///
/// - marks of check and mate that are missing, wrong or doubled, and the annotation marks `!` and `?`;
/// - capture signs that are missing, too many, or `:`; `e.p.` or `ep` after a move;
/// - more of the origin than is needed, up to the long forms `Ng1-f3`, `Ng1f3`, `Ng1xf3`, `e2-e4`, `e2e4`, and `Pe4`; a
///   dash before any target, `N-f3`;
/// - `0-0`, `0-0-0`, `o-o` and `o-o-o`;
/// - promotions as `e8Q`, `e8/Q` and `e8(Q)`, the piece in either case;
/// - chess figures of Unicode in place of letters, of either colour;
/// - the null move as `--`, `Z0`, `0000`, `@@@@`, `null` or `pass`, if the side to move is not in check.
///
/// Lower-case letters for moving pieces are not accepted, since `bxc3` would have two meanings, nor is white space.
///
/// # Errors
/// The text is not algebraic notation, no such move is legal, or several are, which the error lists.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::{SanError, read_san};
///
/// let position: Position = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1".parse()?;
/// assert_eq!(read_san(&position, "Nbd2")?, read_san(&position, "Nb1-d2!?")?);
///
/// let Err(SanError::Ambiguous(ambiguous)) = read_san(&position, "Nd2") else { panic!("read") };
/// assert_eq!(ambiguous.candidates().count(), 2);
/// assert_eq!(ambiguous.to_string(), "the move is ambiguous: Nbd2, Nfd2");
/// assert_eq!(read_san(&position, "Nd3"), Err(SanError::Illegal));
/// assert!(matches!(read_san(&position, "Nd9"), Err(SanError::NotSan(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn read_san(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
    let text = text.as_ref();
    match quick::word_of(text).and_then(|word| quick::find(position, word, text.len())) {
        Some(found) => Ok(found.mv),
        None => read_any_san(position, text),
    }
}

/// Reads a legal move of `position` from SAN in exactly the standard's form, which is the text that [`San`] writes.
///
/// # Errors
/// As [`read_san`]; and [`SanError::Spelling`] if the move is legal but written differently. The null move is not accepted.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::read_san_strict;
///
/// let error = read_san_strict(&Position::START, "Ng1f3").unwrap_err();
/// assert_eq!(error.to_string(), "the standard's spelling is Nf3");
/// ```
pub fn read_san_strict(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
    let text = text.as_ref();
    let mv = read_san(position, text)?;
    if mv.is_null() {
        return Err(NotSan { offset: 0, rule: SanRule::Piece }.into());
    }
    let standard = San::new(position, mv);
    if standard.as_bytes() == text { Ok(mv) } else { Err(SanError::Spelling(standard)) }
}

/// Reads a legal move of `position` in any of the usual notations. The text has nothing else.
///
/// They are SAN, as [`read_san`] reads it; the notation of UCI, as [`read_uci`](crate::read_uci) reads it: `g1f3`, `e7e8q`,
/// castling as `e1g1` or `e1h1`; and both squares with a sign between them, with or without the letter of the piece: `g1-f3`,
/// `Ng1-f3`, `g1xf3`, `e7-e8=Q`, `Ke1-g1`. Marks of check and annotation marks are ignored.
///
/// Kings, queens, rooks and knights may have small letters, as in `nf3`, `ke1-e2`. A small `b` is always a file: `bxc3` is a capture by a
/// pawn. No text has two meanings.
///
/// # Errors
/// The error of reading the text as SAN, with a capital letter if that makes it a move.
///
/// # Examples
/// ```
/// use chess_notation::{Position, read_move};
///
/// let position = Position::START;
/// let knight = read_move(&position, "Nf3")?;
/// for text in ["g1f3", "g1-f3", "Ng1-f3", "Ng1f3!", "nf3"] {
///     assert_eq!(read_move(&position, text)?, knight, "{text}");
/// }
/// assert!(read_move(&position, "g1e3").is_err());
/// # Ok::<(), chess_notation::SanError>(())
/// ```
pub fn read_move(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
    let text = text.as_ref();
    read_capital_move(position, text).or_else(|error| with_small_letter(position, text).unwrap_or(Err(error)))
}

/// Reads a move as [`read_move`] does, but no small letters of pieces.
pub(crate) fn read_capital_move(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
    let text = text.as_ref();
    read_san(position, text).or_else(|error| by_squares(position, text).ok_or(error))
}

/// Reads a text that begins with the small letter of a piece; `None` if it is no move with the capital one either.
#[cold]
fn with_small_letter(position: &Position, text: &[u8]) -> Option<Result<Move, SanError>> {
    let (letter @ (b'k' | b'q' | b'r' | b'n'), rest) = without_marks(text).split_first()? else {
        return None;
    };
    // No move has more than eight bytes but for its marks.
    let mut capital = ArrayVec::<u8, 16>::new();
    capital.push(letter.to_ascii_uppercase());
    capital.try_extend_from_slice(rest).ok()?;
    match read_capital_move(position, &capital) {
        Err(SanError::NotSan(_)) => None,
        read => Some(read),
    }
}

/// An error of a text that is not a legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move in algebraic notation in any position.
    NotSan(NotSan),
    /// The text is a move that is not legal in the position.
    Illegal,
    /// A pawn can move so, but the text does not say what it promotes to.
    PromotionMissing,
    /// Several legal moves fit the text.
    Ambiguous(Ambiguous),
    /// The move is legal, but the standard spells it as given here. Only strict reading returns this error.
    Spelling(San),
}

impl SanError {
    /// The kind of the error, for programs: `invalid` for a text that is not a move in the required form, `illegal`, or
    /// `ambiguous`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NotSan(_) | Self::Spelling(_) => "invalid",
            Self::Illegal | Self::PromotionMissing => "illegal",
            Self::Ambiguous(_) => "ambiguous",
        }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSan(error) => error.fmt(f),
            Self::Illegal => f.write_str("no such move is legal here"),
            Self::PromotionMissing => {
                f.write_str("the move does not say what the pawn promotes to: =Q, =R, =B or =N")
            }
            Self::Ambiguous(error) => error.fmt(f),
            Self::Spelling(san) => write!(f, "the standard's spelling is {san}"),
        }
    }
}

impl Error for SanError {}

impl From<NotSan> for SanError {
    fn from(error: NotSan) -> Self {
        Self::NotSan(error)
    }
}

impl From<Ambiguous> for SanError {
    fn from(error: Ambiguous) -> Self {
        Self::Ambiguous(error)
    }
}

/// Several legal moves that fit one text: pieces of one type that can move to the same square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambiguous {
    piece_type: PieceType,
    pub(crate) origins: Bitboard,
    /// The squares of all pieces of the type that can legally move to the square, whether the text excludes them or not.
    rivals: Bitboard,
    pub(crate) to: Square,
    kind: MoveKind,
}

impl Ambiguous {
    /// The moves, at least two, in the order of their origin squares.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Move> + use<> {
        let Self { origins, to, kind, .. } = *self;
        origins.into_iter().map(move |from| Move::new(from, to, kind))
    }
}

impl fmt::Display for Ambiguous {
    /// Lists the candidates in SAN: `Nbd2, Nfd2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is ambiguous")?;
        for (i, mv) in self.candidates().enumerate() {
            let san = San::among(self.piece_type, mv, self.rivals - mv.from().bitboard());
            write!(f, "{} {san}", if i == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

impl Error for Ambiguous {}

/// The general reader, which reads every form.
#[inline(never)]
pub(crate) fn read_any_san(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match Spoken::parse(text)? {
        Spoken::Step(step) => match step.piece_type {
            PieceType::Pawn => pawn_move(position, step),
            PieceType::King => king_step(position, step),
            _ => piece_move(position, step),
        },
        Spoken::Castling(side) => castling(position, side),
        Spoken::Null if position.is_in_check() => Err(SanError::Illegal),
        Spoken::Null => Ok(Move::NULL),
    }
}

/// Knights, bishops, rooks and queens.
#[inline]
fn piece_move(position: &Position, step: Step) -> Result<Move, SanError> {
    let Step { piece_type, origins, to, promotion, .. } = step;
    let us = position.side_to_move();
    if promotion.is_some() || position.by_color(us).contains(to) {
        return Err(SanError::Illegal);
    }
    let reaching =
        attacks(piece_type, us, to, position.occupied()) & position.pieces(us, piece_type) & origins;
    one_of(piece_type, reaching, to, plain_kind(position, to), |from| leaves_king_safe(position, from, to))
        .map_err(|error| with_rivals(position, error))
}

/// The same error, with the pieces that the text excludes.
#[cold]
fn with_rivals(position: &Position, error: SanError) -> SanError {
    match error {
        SanError::Ambiguous(error) => {
            let rivals = error.candidates().map(|mv| rivals(position, error.piece_type, mv));
            let rivals = rivals.fold(error.origins, |all, rivals| all | rivals);
            Ambiguous { rivals, ..error }.into()
        }
        error => error,
    }
}

#[inline(never)]
fn king_step(position: &Position, step: Step) -> Result<Move, SanError> {
    let Step { origins, to, promotion, .. } = step;
    let us = position.side_to_move();
    let king = position.king(us);
    let steps = king_attacks(king) - position.by_color(us);
    if promotion.is_some() || !origins.contains(king) || !steps.contains(to) {
        return Err(SanError::Illegal);
    }
    let attackers = position.attackers_to(to, position.occupied() - king.bitboard());
    if attackers.intersects(position.by_color(!us)) {
        return Err(SanError::Illegal);
    }
    Ok(Move::new(king, to, plain_kind(position, to)))
}

#[inline]
fn plain_kind(position: &Position, to: Square) -> MoveKind {
    if position.occupied().contains(to) { MoveKind::Capture } else { MoveKind::Quiet }
}

#[inline]
fn pawn_move(position: &Position, step: Step) -> Result<Move, SanError> {
    let Step { origins, takes, to, promotion, .. } = step;
    let us = position.side_to_move();
    if promotion.is_some() != (to.rank() == us.promotion_rank()) {
        return Err(without_promotion(position, step));
    }
    // A capturing pawn names its file; a pushed pawn is on the file of its target.
    let pushed = origins & to.file().bitboard();
    if takes || pushed.is_empty() {
        pawn_capture(position, step)
    } else {
        pawn_push(position, pushed, to, promotion)
    }
}

/// The error of a pawn that promotes on no last rank, or moves to it and does not promote.
#[cold]
fn without_promotion(position: &Position, step: Step) -> SanError {
    if step.promotion.is_some() {
        return SanError::Illegal;
    }
    let promoting = Step { promotion: Some(PieceType::Queen), ..step };
    match pawn_move(position, promoting) {
        Ok(_) | Err(SanError::Ambiguous(_)) => SanError::PromotionMissing,
        Err(error) => error,
    }
}

#[inline]
fn pawn_push(
    position: &Position,
    origins: Bitboard,
    to: Square,
    promotion: Option<PieceType>,
) -> Result<Move, SanError> {
    let us = position.side_to_move();
    let pawns = position.pieces(us, PieceType::Pawn) & origins;
    let empty = !position.occupied();
    let behind = (to.bitboard() & empty).push(!us);
    let mut kind =
        promotion.and_then(|piece_type| MoveKind::promotion(piece_type, false)).unwrap_or(MoveKind::Quiet);
    let mut from = pawns & behind;
    if from.is_empty() && to.rank() == Rank::Fourth.relative_to(us) {
        from = pawns & (behind & empty).push(!us);
        kind = MoveKind::DoublePush;
    }
    one_of(PieceType::Pawn, from, to, kind, |from| leaves_king_safe(position, from, to))
}

fn pawn_capture(position: &Position, step: Step) -> Result<Move, SanError> {
    let Step { origins, to, promotion, .. } = step;
    let us = position.side_to_move();
    let origins = origins & pawn_attacks(!us, to) & position.pieces(us, PieceType::Pawn);
    if position.by_color(!us).contains(to) {
        let promoting = promotion.and_then(|piece_type| MoveKind::promotion(piece_type, true));
        let kind = promoting.unwrap_or(MoveKind::Capture);
        one_of(PieceType::Pawn, origins, to, kind, |from| leaves_king_safe(position, from, to))
    } else {
        en_passant(position, origins, to)
    }
}

#[inline(never)]
fn en_passant(position: &Position, origins: Bitboard, to: Square) -> Result<Move, SanError> {
    if position.ep_square() != Some(to) {
        return Err(SanError::Illegal);
    }
    let is_legal = |from| position.is_ep_capture_legal(position.side_to_move(), from, to);
    one_of(PieceType::Pawn, origins, to, MoveKind::EnPassant, is_legal)
}

#[inline(never)]
fn castling(position: &Position, side: CastlingSide) -> Result<Move, SanError> {
    let us = position.side_to_move();
    let rook = position.castling_rook(us, side);
    rook.map(|rook| Castling { king: position.king(us), rook }.to_move())
        .filter(|&mv| position.is_legal(mv))
        .ok_or(SanError::Illegal)
}

/// The move from that one of `origins` from which it is legal.
#[inline]
fn one_of(
    piece_type: PieceType,
    origins: Bitboard,
    to: Square,
    kind: MoveKind,
    is_legal: impl Fn(Square) -> bool,
) -> Result<Move, SanError> {
    let legal: Bitboard = origins.into_iter().filter(|&from| is_legal(from)).collect();
    match legal.first() {
        None => Err(SanError::Illegal),
        Some(_) if legal.has_many() => {
            Err(Ambiguous { piece_type, origins: legal, rivals: legal, to, kind }.into())
        }
        Some(from) => Ok(Move::new(from, to, kind)),
    }
}

/// Reads a move that names both squares.
#[cold]
fn by_squares(position: &Position, text: &[u8]) -> Option<Move> {
    let bare = without_marks(text);
    let (piece_type, squares) = match bare {
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), squares @ ..] => {
            (PieceType::from_letter(*letter), squares)
        }
        _ => (None, bare),
    };
    let (from, rest) = square(squares)?;
    let rest = match rest {
        [b'-' | b'x' | b':', rest @ ..] => rest,
        _ => rest,
    };
    let (to, rest) = square(rest)?;
    let promotion = match *rest {
        [] => None,
        [letter] | [b'=' | b'/', letter] | [b'(', letter, b')'] => Some(PieceType::from_letter(letter)?),
        _ => return None,
    };
    if piece_type.is_some() && piece_type != position.piece_type_at(from) {
        return None;
    }
    position.find_move(from, to, promotion).ok()
}

/// The square that the text begins with, and the text after it.
fn square(text: &[u8]) -> Option<(Square, &[u8])> {
    let (name, rest) = text.split_at_checked(2)?;
    let square = core::str::from_utf8(name).ok()?.parse().ok()?;
    Some((square, rest))
}
