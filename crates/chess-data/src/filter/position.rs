//! Tests of a position that conditions name by a text: the same position, pieces on squares, material, pawns.

use std::collections::VecDeque;

use chess_board::{Board, Position, Setup};
use chess_types::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// What a text is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aspect {
    /// The position as the rule of repetition compares it.
    Fen,
    Board,
    Material,
    Pawns,
}

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The thing itself.
    Whole,
    /// A pattern, with signs for several things.
    Pattern,
    /// Pieces with their squares.
    Pieces,
}

/// Other views of a position in which a test may hold as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Views {
    /// Colours and ranks are exchanged.
    pub(super) flipped: bool,
    /// Files are exchanged.
    pub(super) mirrored: bool,
}

/// A test of a position.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Test {
    /// One of these positions, with their keys, by which they are sorted.
    Positions(Box<[(u64, Position)]>),
    /// One of these patterns fits.
    Board(Box<[Pattern]>),
    Material(Box<[Material]>),
    /// The pawns of White and Black.
    Pawns(Box<[[Bitboard; 2]]>),
}

impl Aspect {
    /// The views that a comparison may add; `None` if there are none.
    pub(super) const fn views(self) -> Option<&'static str> {
        match self {
            Self::Fen => None,
            Self::Material => Some("flipped"),
            Self::Board | Self::Pawns => Some("flipped or mirrored"),
        }
    }

    /// Reads the text of a comparison.
    pub(super) fn read(self, form: Form, text: &str, views: Views) -> Result<Test, String> {
        Ok(match self {
            Self::Fen => {
                let position = Position::restore_fen(text).map_err(|error| error.to_string())?;
                Test::Positions([(position.key(), position)].into())
            }
            Self::Board => {
                let squares =
                    if form == Form::Pieces { Squares::of_pieces(text) } else { Squares::read(text) };
                Test::Board(
                    views.of(squares?, Squares::flipped, Squares::mirrored).map(Squares::compiled).collect(),
                )
            }
            Self::Material => {
                let material = Material::read(text, form == Form::Pattern)?;
                Test::Material(views.of(material, Material::flipped, |it| it).collect())
            }
            Self::Pawns => {
                let text = format!("{text} w");
                let setup = Setup::from_fen(&text).map_err(|error| error.to_string())?;
                let pawns = Color::ALL.map(|color| setup.board.pieces(color, PieceType::Pawn));
                let flipped = |[white, black]: [Bitboard; 2]| [black.flip_ranks(), white.flip_ranks()];
                Test::Pawns(views.of(pawns, flipped, |pawns| pawns.map(Bitboard::flip_files)).collect())
            }
        })
    }
}

impl Views {
    /// A thing as it is, and in the views.
    fn of<T: Clone>(
        self,
        it: T,
        flipped: impl Fn(T) -> T,
        mirrored: impl Fn(T) -> T,
    ) -> impl Iterator<Item = T> {
        let mut all = VecDeque::from([it]);
        if self.flipped {
            all.extend(all.clone().into_iter().map(flipped));
        }
        if self.mirrored {
            all.extend(all.clone().into_iter().map(mirrored));
        }
        all.into_iter()
    }
}

impl Test {
    /// The test that holds if this or another one of the same kind does.
    pub(super) fn or(self, other: Self) -> Self {
        fn joined<T>(these: Box<[T]>, those: Box<[T]>) -> Box<[T]> {
            these.into_iter().chain(those).collect()
        }
        match (self, other) {
            (Self::Positions(these), Self::Positions(those)) => {
                let mut all = joined(these, those);
                all.sort_by_key(|&(key, _)| key);
                Self::Positions(all)
            }
            (Self::Board(these), Self::Board(those)) => Self::Board(joined(these, those)),
            (Self::Material(these), Self::Material(those)) => Self::Material(joined(these, those)),
            (Self::Pawns(these), Self::Pawns(those)) => Self::Pawns(joined(these, those)),
            (this, _) => this,
        }
    }

    #[inline]
    pub(super) fn holds(&self, position: &Position) -> bool {
        match self {
            Self::Positions(positions) => {
                let key = position.key();
                if matches!(**positions, [(other, _)] if other != key) {
                    return false;
                }
                let first = positions.partition_point(|&(other, _)| other < key);
                let same = positions[first..].iter().take_while(|&&(other, _)| other == key);
                same.into_iter().any(|(_, other)| is_same(position, other))
            }
            Self::Board(patterns) => patterns.iter().any(|pattern| pattern.fits(position.board())),
            Self::Material(all) => all.iter().any(|material| material.fits(position.board())),
            Self::Pawns(all) => {
                let pawns = Color::ALL.map(|color| position.pieces(color, PieceType::Pawn));
                all.contains(&pawns)
            }
        }
    }
}

/// Compares positions as the rule of repetition does: pieces, side to move, castling rights and legal en passant.
fn is_same(a: &Position, b: &Position) -> bool {
    let fields = |it: &Position| (it.side_to_move(), it.castling_rooks(), it.ep_square());
    a.board() == b.board() && fields(a) == fields(b)
}

/// The piece of a letter of FEN.
fn piece_of(letter: char) -> Option<Piece> {
    u8::try_from(letter).ok().and_then(Piece::from_letter)
}

/// The pieces that may be on a square: bits of pieces, and [`Pieces::NONE`] for an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pieces(u16);

impl Pieces {
    const NONE: Self = Self(1 << 12);
    const WHITE: Self = Self(0x3F);
    const BLACK: Self = Self(0x3F << 6);
    const ANY: Self = Self(0x1FFF);

    const fn of(color: Color, piece_type: PieceType) -> Self {
        Self(1 << (6 * color as u16 + piece_type as u16))
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn not(self) -> Self {
        Self(Self::ANY.0 & !self.0)
    }

    const fn flipped(self) -> Self {
        Self(self.0 & Self::NONE.0 | (self.0 & Self::WHITE.0) << 6 | (self.0 & Self::BLACK.0) >> 6)
    }

    /// Reads the letter of a piece, or `A` or `a` for any piece of a colour.
    fn read(letter: char) -> Option<Self> {
        match letter {
            'A' => Some(Self::WHITE),
            'a' => Some(Self::BLACK),
            _ => piece_of(letter).map(|piece| Self::of(piece.color(), piece.piece_type())),
        }
    }

    /// The squares of the board on which one of them is.
    #[inline]
    fn squares(self, board: &Board) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        if self.0 & Self::NONE.0 != 0 {
            squares |= !board.occupied();
        }
        for (color, all) in [(Color::White, self.0 & 0x3F), (Color::Black, self.0 >> 6 & 0x3F)] {
            match all {
                0 => {}
                0x3F => squares |= board.by_color(color),
                _ => {
                    let types = PieceType::ALL.into_iter().filter(|&of| all & 1 << of as u16 != 0);
                    types.for_each(|piece_type| squares |= board.pieces(color, piece_type));
                }
            }
        }
        squares
    }
}

/// A part of a pattern's rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    One(Pieces),
    /// Any number of squares.
    Many,
}

/// The squares of a board in words: the items of each rank, from White's first.
#[derive(Clone)]
struct Squares([Vec<Item>; 8]);

impl Squares {
    /// Reads a pattern: a placement as in FEN, in which `?` is any square, `!` any piece, `A` and `a` any white and black one, `[QR]` and
    /// `[^QR]` sets, and `*` any number of squares of a rank.
    fn read(text: &str) -> Result<Self, String> {
        let mut ranks = [const { Vec::new() }; 8];
        let mut texts = text.split('/');
        for (rank, items) in Rank::ALL.into_iter().zip(&mut ranks).rev() {
            let error = |what: &str| Err(format!("rank {} of the pattern {what}", rank as u8 + 1));
            let Some(text) = texts.next() else {
                return error("is missing: expected 8 ranks, separated by /");
            };
            *items = match read_rank(text) {
                Ok(items) => items,
                Err(what) => return error(&what),
            };
            let ones = items.iter().filter(|&&item| item != Item::Many).count();
            if ones > 8 || ones < 8 && ones == items.len() {
                return error(&format!("has {ones} squares, expected 8"));
            }
        }
        match texts.next() {
            None => Ok(Self(ranks)),
            Some(_) => Err("the pattern has more than 8 ranks".to_owned()),
        }
    }

    /// Reads pieces with their squares, `Nd5 kg8`, or a placement as in FEN: all other squares are free.
    fn of_pieces(text: &str) -> Result<Self, String> {
        let mut board = Board::EMPTY;
        if text.contains('/') {
            board = Setup::from_fen(format!("{text} w")).map_err(|error| error.to_string())?.board;
        } else {
            for word in text.split_ascii_whitespace() {
                let (letter, square) = word.split_at_checked(1).unwrap_or((word, ""));
                let piece = letter.chars().next().and_then(piece_of);
                let (Some(piece), Ok(square)) = (piece, square.parse::<Square>()) else {
                    return Err(format!(
                        "`{}` is not a piece with its square, such as Nd5",
                        word.escape_debug()
                    ));
                };
                if board.piece_at(square).is_some_and(|other| other != piece) {
                    return Err(format!("two pieces are on {square}"));
                }
                board.put(piece, square);
            }
        }
        if board.occupied().is_empty() {
            return Err("expected pieces with their squares, such as Nd5 kg8".to_owned());
        }
        let of = |square: Square| match board.piece_at(square) {
            Some(piece) => Item::One(Pieces::of(piece.color(), piece.piece_type())),
            None => Item::One(Pieces::ANY),
        };
        Ok(Self(
            Rank::ALL.map(|rank| File::ALL.into_iter().map(|file| of(Square::new(file, rank))).collect()),
        ))
    }

    fn flipped(mut self) -> Self {
        self.0.reverse();
        for item in self.0.iter_mut().flatten() {
            if let Item::One(pieces) = item {
                *pieces = pieces.flipped();
            }
        }
        self
    }

    fn mirrored(mut self) -> Self {
        self.0.iter_mut().for_each(|items| items.reverse());
        self
    }

    fn compiled(self) -> Pattern {
        let mut pattern = Pattern { squares: Vec::new(), ranks: Vec::new() };
        for (rank, items) in Rank::ALL.into_iter().zip(&self.0) {
            if items.contains(&Item::Many) {
                let mut ways = Vec::new();
                add_ways(rank, items, &mut Vec::new(), &mut ways);
                // A way without conditions always fits.
                if !ways.iter().any(Vec::is_empty) {
                    pattern.ranks.push(ways);
                }
            } else {
                add_squares(rank, items.iter().copied(), &mut pattern.squares);
            }
        }
        // Few squares, and pieces rather than empty squares, fit least often.
        pattern.squares.sort_by_key(|&(squares, pieces)| (pieces.0.count_ones(), squares.count()));
        pattern
    }
}

/// Reads a rank of a pattern. The error completes `rank 5 of the pattern`.
fn read_rank(text: &str) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '1'..='8' => items.extend((b'0'..letter as u8).map(|_| Item::One(Pieces::NONE))),
            '?' => items.push(Item::One(Pieces::ANY)),
            '!' => items.push(Item::One(Pieces::NONE.not())),
            '*' if items.last() == Some(&Item::Many) => {}
            '*' => items.push(Item::Many),
            '[' => {
                let (set, rest) =
                    letters.as_str().split_once(']').ok_or("has a set without its closing bracket")?;
                letters = rest.chars();
                let (is_other, set) = set.strip_prefix('^').map_or((false, set), |set| (true, set));
                let mut pieces = Pieces(0);
                for letter in set.chars() {
                    let piece = Pieces::read(letter)
                        .ok_or_else(|| format!("has `{}` in a set", letter.escape_debug()))?;
                    pieces = pieces.or(piece);
                }
                if pieces.0 == 0 {
                    return Err("has an empty set".to_owned());
                }
                items.push(Item::One(if is_other { pieces.not() } else { pieces }));
            }
            _ => {
                let error = || {
                    let letter = letter.escape_debug();
                    format!("has `{letter}`: expected a piece, A, a, a digit, ?, !, * or a set like [QR]")
                };
                items.push(Item::One(Pieces::read(letter).ok_or_else(error)?));
            }
        }
    }
    Ok(items)
}

/// Squares, on each of which one of some pieces is to be.
type Group = (Bitboard, Pieces);

/// Adds the conditions on the squares of a rank, those with the same pieces together.
fn add_squares(rank: Rank, items: impl Iterator<Item = Item>, groups: &mut Vec<Group>) {
    for (file, item) in File::ALL.into_iter().zip(items) {
        let Item::One(pieces) = item else { continue };
        if pieces == Pieces::ANY {
            continue;
        }
        let square = Square::new(file, rank).bitboard();
        match groups.iter_mut().find(|(_, these)| *these == pieces) {
            Some((squares, _)) => *squares |= square,
            None => groups.push((square, pieces)),
        }
    }
}

/// Adds the ways in which items with [`Item::Many`] fill a rank after `taken` squares: at most 70, since at most eight items are single.
fn add_ways(rank: Rank, items: &[Item], taken: &mut Vec<Item>, ways: &mut Vec<Vec<Group>>) {
    let Some((&first, rest)) = items.split_first() else {
        if taken.len() == 8 {
            let mut way = Vec::new();
            add_squares(rank, taken.iter().copied(), &mut way);
            ways.push(way);
        }
        return;
    };
    let length = taken.len();
    let ones = rest.iter().filter(|&&item| item != Item::Many).count();
    match first {
        Item::One(_) => {
            taken.push(first);
            add_ways(rank, rest, taken, ways);
        }
        Item::Many => {
            while taken.len() + ones <= 8 {
                add_ways(rank, rest, taken, ways);
                taken.push(Item::One(Pieces::ANY));
            }
        }
    }
    taken.truncate(length);
}

/// Conditions on squares, all of which are to hold.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pattern {
    squares: Vec<Group>,
    /// Of each rank with `*`, the ways in which it can be filled, one of which is to hold.
    ranks: Vec<Vec<Vec<Group>>>,
}

impl Pattern {
    #[inline]
    fn fits(&self, board: &Board) -> bool {
        let hold = |groups: &[Group]| {
            groups.iter().all(|&(squares, pieces)| (squares - pieces.squares(board)).is_empty())
        };
        hold(&self.squares) && self.ranks.iter().all(|ways| ways.iter().any(|way| hold(way)))
    }
}

/// The numbers of pieces of White and Black but kings, in the order of their types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Material {
    counts: [[u32; 5]; 2],
    /// Whether a side may have more pieces.
    is_open: [bool; 2],
    /// The number of all pieces, kings included.
    total: u32,
}

impl Material {
    /// Reads `KRPvKR`. With `*` after the pieces of a side it may have more, if that is allowed.
    fn read(text: &str, with_more: bool) -> Result<Self, String> {
        let expected = "expected White's pieces, v and Black's pieces, such as KRPvKR";
        let mut sides = text.split('v');
        let (Some(white), Some(black), None) = (sides.next(), sides.next(), sides.next()) else {
            return Err(expected.to_owned());
        };
        let (mut counts, mut is_open, mut kings) = ([[0; 5]; 2], [false; 2], [0; 2]);
        for (i, side) in [white, black].into_iter().enumerate() {
            let pieces = side.strip_suffix('*');
            if pieces.is_some() && !with_more {
                return Err("`*` means any more pieces: write material matches in place of ==".to_owned());
            }
            is_open[i] = pieces.is_some();
            for letter in pieces.unwrap_or(side).chars() {
                match piece_of(letter).filter(|piece| piece.color() == Color::White) {
                    Some(piece) if piece.piece_type() == PieceType::King => kings[i] += 1,
                    Some(piece) => counts[i][piece.piece_type() as usize] += 1,
                    None => return Err(format!("{expected}, found `{}`", letter.escape_debug())),
                }
            }
            if kings[i] != 1 {
                return Err(format!("{expected}: each side has one K"));
            }
        }
        Ok(Self { counts, is_open, total: 2 + counts.iter().flatten().sum::<u32>() })
    }

    fn flipped(mut self) -> Self {
        self.counts.reverse();
        self.is_open.reverse();
        self
    }

    #[inline]
    fn fits(&self, board: &Board) -> bool {
        // Most positions have more pieces than endings.
        if self.is_open == [false; 2] && board.occupied().count() != self.total {
            return false;
        }
        Color::ALL.into_iter().all(|color| {
            let (counts, is_open) = (&self.counts[color as usize], self.is_open[color as usize]);
            PieceType::ALL.into_iter().zip(counts).all(|(piece_type, &wanted)| match wanted {
                0 if is_open => true,
                0 => board.pieces(color, piece_type).is_empty(),
                _ => {
                    let found = board.pieces(color, piece_type).count();
                    found == wanted || is_open && found > wanted
                }
            })
        })
    }
}
