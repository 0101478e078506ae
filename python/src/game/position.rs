//! A position with the moves that led to it, for Python.

use std::borrow::Cow;

use chess_board::{CastlingStyle, EnPassantStyle};
use chess_movegen::{Color, GameState, Move as Word, Outcome, Piece, PieceType, PositionExt};
use chess_notation::pgn::GameResult;
use chess_notation::{LongAlgebraic, PackedPosition, San, polyglot, read_move, read_uci};
use chess_svg::{Arrow, Highlight, Mark, Picture};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::errors;
use crate::game::mv::{Made, Move, MoveLike, from_word, uci_in};
use crate::game::picture::{
    GREEN, Letter, Pairs, SquareLike, outcome_number, paint, piece_number, side, squares, theme,
};
use crate::host::alone::{Alone, Loose};
use crate::host::numbers::{Byte, Chess960, Count, Items, PieceNumber, Width};

/// A position, with the moves that were played to reach it.
///
/// It begins with the start position, or with that of a FEN. Moves are pushed and popped, as on a board. Names are those of
/// ``chess.Board`` in python-chess where they mean the same. Two positions are equal if pieces, side to move, castling rights,
/// en passant and counters are; the moves before do not count. A position changes, so that it has no hash: `key` and `packed`
/// can be keys of a dict. Threads may share a position: each call has it alone.
///
/// Squares are numbers from 0 (a1) to 63 (h8), as in python-chess, and are taken by their names as well. A move is a `Move`, a text of UCI, or a move word.
///
/// A FEN that is no position raises `FenError`.
///
/// >>> from chess_batch import Position
/// >>> position = Position()
/// >>> for move in ["f3", "e5", "g4", "Qh4#"]:
/// ...     _ = position.push_san(move)
/// >>> position.is_checkmate(), position.result()
/// (True, '0-1')
/// >>> str(position.pop()), position.fen()
/// ('d8h4', 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2')
#[pyclass(eq, frozen, skip_from_py_object, module = "chess_batch")]
pub(crate) struct Position(Alone<Held>);

/// What an object holds: a game with its moves from the first move that is played on, so that most copies are short.
#[derive(Clone)]
pub(crate) enum Held {
    At(Loose<chess_movegen::Position, 128>),
    Game(Box<GameState>),
}

impl From<chess_movegen::Position> for Held {
    #[inline]
    fn from(position: chess_movegen::Position) -> Self {
        Self::At(Loose::new(position))
    }
}

impl Held {
    #[inline]
    pub(crate) fn at(&self) -> chess_movegen::Position {
        match self {
            Self::At(position) => position.get(),
            Self::Game(game) => *game.position(),
        }
    }

    /// Returns the game, if a move was played.
    const fn game(&self) -> Option<&GameState> {
        match self {
            Self::At(_) => None,
            Self::Game(game) => Some(game),
        }
    }

    /// Plays the move that `find` finds in the position.
    #[inline]
    fn play(&mut self, find: impl FnOnce(&chess_movegen::Position) -> PyResult<Word>) -> PyResult<Word> {
        if let Self::At(position) = self {
            *self = Self::Game(Box::new(GameState::new(position.get())));
        }
        let Self::Game(game) = self else { unreachable!("it has just become one") };
        let mv = find(game.position())?;
        game.play_unchecked(mv);
        Ok(mv)
    }

    /// Takes back the last move.
    #[inline]
    fn undo(&mut self) -> Option<Word> {
        match self {
            Self::At(_) => None,
            Self::Game(game) => game.undo(),
        }
    }
}

impl From<GameState> for Position {
    fn from(game: GameState) -> Self {
        let is_start = game.moves().is_empty();
        Self(Alone::new(if is_start { (*game.position()).into() } else { Held::Game(Box::new(game)) }))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.at() == other.at()
    }
}

impl Position {
    pub(crate) fn new_at(position: chess_movegen::Position) -> Self {
        Self(Alone::new(position.into()))
    }

    /// Tests whether a draw is on the board, or after a legal move.
    fn can_claim(&self, is_drawn: impl Fn(&GameState) -> bool) -> bool {
        let mut game = self.state();
        is_drawn(&game)
            || game.position().legal_moves().into_iter().any(|mv| {
                game.play_unchecked(mv);
                let is_drawn = is_drawn(&game);
                game.undo();
                is_drawn
            })
    }

    /// Returns the number of the draw that the side to move can claim, as `Termination` has it.
    fn claim(&self) -> Option<u8> {
        let threefold = || self.can_claim_threefold_repetition().then_some(7);
        if self.can_claim_fifty_moves() { Some(6) } else { threefold() }
    }

    /// Calls `work` with the position and its moves. It neither waits nor calls Python.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Held) -> R) -> R {
        Python::attach(|py| self.0.with(py, work))
    }

    /// Calls `read` with the moves that were played, or `None` if there were none. It neither waits nor calls Python.
    fn read<R>(&self, read: impl FnOnce(Option<&GameState>) -> R) -> R {
        self.with(|held| read(held.game()))
    }

    /// Returns the position with its moves.
    pub(crate) fn state(&self) -> GameState {
        self.with(|held| held.game().map_or_else(|| GameState::new(held.at()), GameState::clone))
    }

    pub(crate) fn at(&self) -> chess_movegen::Position {
        Python::attach(|py| self.at_in(py))
    }

    /// Returns the position, as [`at`](Self::at) does. Short calls do not ask again whether they hold the interpreter's lock.
    #[inline]
    pub(crate) fn at_in(&self, py: Python<'_>) -> chess_movegen::Position {
        self.0.with(py, |held| held.at())
    }

    /// Returns the end of the game by the rules alone.
    fn end(&self) -> Option<Outcome> {
        self.read(|game| game.map(GameState::outcome)).unwrap_or_else(|| self.at().outcome())
    }

    /// Returns the position, and the legal move that is meant.
    pub(crate) fn legal(&self, mv: &MoveLike<'_>) -> PyResult<(chess_movegen::Position, Word)> {
        let position = self.at();
        Ok((position, mv.legal_in(&position)?))
    }

    /// Plays the move that `find` finds in the position.
    fn play(
        &self,
        py: Python<'_>,
        find: impl FnOnce(&chess_movegen::Position) -> PyResult<Word>,
    ) -> PyResult<Made> {
        self.0.with(py, |held| held.play(find)).map(Made)
    }
}

fn no_move() -> PyErr {
    PyIndexError::new_err("no move was played")
}

fn parse_san(position: &chess_movegen::Position, san: &str) -> PyResult<Word> {
    read_move(position, san.as_bytes()).map_err(|error| errors::san(&error, san))
}

fn parse_uci(position: &chess_movegen::Position, uci: &str) -> PyResult<Word> {
    read_uci(position, uci).map_err(|error| errors::uci(&error, uci))
}

fn is_fifty_moves(position: &chess_movegen::Position) -> bool {
    position.is_fifty_move_draw() && position.has_legal_move()
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None))]
    pub(crate) fn new(fen: Option<Cow<'_, str>>) -> PyResult<Self> {
        let position = match fen {
            Some(fen) => chess_movegen::Position::from_fen(&*fen).map_err(|error| errors::fen(&error))?,
            None => chess_movegen::Position::START,
        };
        Ok(Self::new_at(position))
    }

    /// Return the position of 32 bytes, as `packed` gives them. Bytes that are no position raise `PackedError`.
    ///
    /// >>> Position.from_packed(Position().packed) == Position()
    /// True
    #[staticmethod]
    fn from_packed(packed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = if let Ok(bytes) = packed.cast::<PyBytes>() {
            bytes.as_bytes().to_vec()
        } else {
            let bytes = packed.try_iter()?.take(PackedPosition::SIZE + 1);
            bytes.map(|byte| Ok(byte?.extract::<Byte>()?.0)).collect::<PyResult<_>>()?
        };
        let bytes = bytes.try_into().map_err(|_| PyValueError::new_err("a packed position has 32 bytes"))?;
        let position = PackedPosition::from_bytes(bytes).unpack();
        position.map(Self::new_at).map_err(|error| errors::packed(&error))
    }

    /// Return a start position of Chess960, 0 to 959 in Scharnagl's numbering.
    ///
    /// >>> Position.from_chess960_pos(518) == Position()
    /// True
    #[staticmethod]
    fn from_chess960_pos(scharnagl: Chess960) -> PyResult<Self> {
        let position = chess_movegen::Position::chess960(scharnagl.0)
            .ok_or_else(|| PyValueError::new_err("Chess960 has the start positions 0 to 959"))?;
        Ok(Self::new_at(position))
    }

    /// Return the FEN. `en_passant` is ``"legal"`` (the square only if a capture is legal), ``"xfen"`` (if a pawn stands
    /// beside it) or ``"fen"`` (after every double step); with ``shredder=True`` castling rights are named by files.
    #[pyo3(signature = (*, shredder=false, en_passant="legal"))]
    fn fen<'py>(&self, py: Python<'py>, shredder: bool, en_passant: &str) -> PyResult<Bound<'py, PyString>> {
        let en_passant = match en_passant {
            "legal" => EnPassantStyle::Legal,
            "xfen" => EnPassantStyle::PseudoLegal,
            "fen" => EnPassantStyle::Always,
            _ => return Err(PyValueError::new_err("en_passant must be 'legal', 'xfen' or 'fen'")),
        };
        let castling = if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        Ok(PyString::new(py, &self.at_in(py).fen(castling, en_passant)))
    }

    /// Return the FEN without its counters, as EPD has it.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 3 7").epd()
    /// '4k3/8/8/8/8/8/8/4K2R w K -'
    fn epd(&self) -> String {
        let fen = self.at().to_string();
        fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned()
    }

    /// The side to move: ``True`` for White.
    #[getter]
    fn turn(&self, py: Python<'_>) -> bool {
        self.at_in(py).side_to_move() == Color::White
    }

    /// The number of the move, from 1, which grows after Black's moves.
    #[getter]
    fn fullmove_number(&self, py: Python<'_>) -> u16 {
        self.at_in(py).fullmove_number()
    }

    /// The number of plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self, py: Python<'_>) -> u16 {
        self.at_in(py).halfmove_clock()
    }

    /// The square that a pawn has just passed over, or ``None``.
    #[getter]
    fn ep_square(&self, py: Python<'_>) -> Option<u8> {
        self.at_in(py).skipped_square().map(|square| square.index() as u8)
    }

    /// True if castling can be told only in the notation of Chess960.
    #[getter]
    fn chess960(&self) -> bool {
        self.at().needs_chess960()
    }

    /// The Zobrist key, 64 bits. Equal positions have equal keys, counters aside.
    #[getter]
    fn key(&self, py: Python<'_>) -> u64 {
        self.at_in(py).key()
    }

    /// The key of the position in books of Polyglot, 64 bits.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        polyglot::key(&self.at())
    }

    /// The position in 32 bytes.
    #[getter]
    fn packed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &PackedPosition::new(&self.at()).to_bytes())
    }

    /// The legal moves, as a tuple.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.at_in(py).legal_moves().iter().map(|&mv| Made(mv)))
    }

    /// The moves that were played, from first to last, as a tuple. See `push` and `pop`.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.state().moves().iter().map(|&mv| Made(mv)))
    }

    /// Return the position before the first of the moves that were played.
    fn root(&self) -> Self {
        Self::new_at(self.read(|game| game.map(|game| *game.start())).unwrap_or_else(|| self.at()))
    }

    /// Return a position of its own with the same moves; with ``stack=False`` without them.
    #[pyo3(signature = (*, stack=true))]
    pub(crate) fn copy(&self, py: Python<'_>, stack: bool) -> Self {
        Self(Alone::new(self.0.with(py, |held| match held.game() {
            Some(game) if stack && !game.moves().is_empty() => held.clone(),
            _ => held.at().into(),
        })))
    }

    /// Return the number of plies since the start of the game, by the move number and the side to move, as in python-chess.
    fn ply(&self) -> u32 {
        self.at().ply()
    }

    /// Play a legal move, or the null move out of check. Another move raises `IllegalMoveError`, and the position stays.
    fn push(&self, py: Python<'_>, r#move: MoveLike<'_>) -> PyResult<()> {
        self.play(py, |position| r#move.legal_or_null(position)).map(drop)
    }

    /// Play a move in standard algebraic notation, and return it.
    ///
    /// A text that is no such move raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    ///
    /// >>> Position().push_san("Nf3")
    /// <Move g1f3>
    fn push_san(&self, py: Python<'_>, san: Cow<'_, str>) -> PyResult<Made> {
        self.play(py, |position| parse_san(position, &san))
    }

    /// Play a move in UCI notation, and return it. Errors are as for `push_san`.
    fn push_uci(&self, py: Python<'_>, uci: Cow<'_, str>) -> PyResult<Made> {
        self.play(py, |position| parse_uci(position, &uci))
    }

    /// Take back the last move and return it. Without moves, `IndexError` is raised.
    fn pop(&self, py: Python<'_>) -> PyResult<Made> {
        self.0.with(py, Held::undo).map(Made).ok_or_else(no_move)
    }

    /// Return the last move. Without moves, `IndexError` is raised.
    fn peek(&self) -> PyResult<Made> {
        let last = self.read(|game| game.and_then(|game| game.moves().last().copied()));
        last.map(Made).ok_or_else(no_move)
    }

    /// Return the legal move that a text of standard algebraic notation means, or that names both squares, such as ``b1c3``. Errors are as for `push_san`.
    fn parse_san(&self, san: Cow<'_, str>) -> PyResult<Made> {
        parse_san(&self.at(), &san).map(Made)
    }

    /// Return the legal move that a text of UCI notation means. Errors are as for `push_san`.
    fn parse_uci(&self, uci: Cow<'_, str>) -> PyResult<Made> {
        parse_uci(&self.at(), &uci).map(Made)
    }

    /// Return a legal move in standard algebraic notation.
    ///
    /// >>> position = Position()
    /// >>> [position.san(move) for move in position.legal_moves][:3]
    /// ['a3', 'b3', 'c3']
    fn san(&self, r#move: MoveLike<'_>) -> PyResult<String> {
        let (position, mv) = self.legal(&r#move)?;
        Ok(San::new(&position, mv).to_string())
    }

    /// Return a legal move in long algebraic notation, such as ``Ng1-f3``.
    fn lan(&self, r#move: MoveLike<'_>) -> PyResult<String> {
        let (position, mv) = self.legal(&r#move)?;
        Ok(LongAlgebraic::new(&position, mv).as_str().to_owned())
    }

    /// Return a legal move in UCI notation; castling as the king taking its rook if the position needs Chess960.
    fn uci(&self, r#move: MoveLike<'_>) -> PyResult<String> {
        let (position, mv) = self.legal(&r#move)?;
        Ok(uci_in(&position, mv))
    }

    /// Return true if the move is legal.
    fn is_legal(&self, r#move: MoveLike<'_>) -> bool {
        self.legal(&r#move).is_ok()
    }

    /// Return true if the legal move gives check.
    fn gives_check(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        let (position, mv) = self.legal(&r#move)?;
        Ok(position.gives_check(mv))
    }

    /// Return true if the legal move takes a piece, en passant included.
    fn is_capture(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        Ok(self.legal(&r#move)?.1.is_capture())
    }

    /// Return true if the side to move is in check.
    fn is_check(&self, py: Python<'_>) -> bool {
        self.at_in(py).is_in_check()
    }

    /// Return true if the side to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.at().is_checkmate()
    }

    /// Return true if the side to move is not in check and has no legal move.
    fn is_stalemate(&self) -> bool {
        self.at().is_stalemate()
    }

    /// Return true if neither side can give mate by any legal moves, as far as the pieces on the board tell.
    fn is_insufficient_material(&self) -> bool {
        self.at().is_insufficient_material()
    }

    /// Return true if this side, ``True`` for White, cannot give mate.
    fn has_insufficient_material(&self, color: bool) -> bool {
        self.at().has_insufficient_material(side(color))
    }

    /// Return true if the position is on the board for at least this many times since the first move that was played.
    #[pyo3(signature = (count=Count(3)), text_signature = "($self, count=3)")]
    fn is_repetition(&self, count: Count) -> bool {
        self.read(|game| game.map_or(0, GameState::repetitions)) + 1 >= count.0
    }

    /// Return true if the position is on the board for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(Count(5))
    }

    /// Return true if there was no capture and no pawn move for fifty moves of both sides, and there is a legal move.
    fn is_fifty_moves(&self) -> bool {
        is_fifty_moves(&self.at())
    }

    /// Return true if there was no capture and no pawn move for 75 moves of both sides, and there is a legal move.
    fn is_seventyfive_moves(&self) -> bool {
        self.at().halfmove_clock() >= 150 && self.at().has_legal_move()
    }

    /// Return true if the side to move can claim a draw by fifty moves, on the board or with a legal move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.at().halfmove_clock() >= 99 && self.can_claim(|game| is_fifty_moves(game.position()))
    }

    /// Return true if the side to move can claim a draw by threefold repetition, on the board or with a legal move.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.can_claim(|game| game.repetitions() >= 2)
    }

    /// Return true if the side to move can claim a draw by either rule, on the board or with a legal move.
    fn can_claim_draw(&self) -> bool {
        self.claim().is_some()
    }

    /// Return the end of the game as an `Outcome`, or ``None`` while it goes on.
    ///
    /// With ``claim_draw=True`` a draw that the side to move can claim counts too: see `can_claim_draw`.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(&self, py: Python<'py>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.end();
        let claim = if claim_draw { self.claim() } else { None };
        let winner = outcome.and_then(Outcome::winner).map(|color| color == Color::White);
        let number = match (outcome_number(outcome), claim) {
            (0, None) => return Ok(None),
            (0, Some(claim)) => claim,
            (number, _) => number,
        };
        py.import("chess_batch")?.getattr("Outcome")?.call_method1("_of", (number, winner)).map(Some)
    }

    /// Return true if the game has ended: see `outcome`.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.end().is_some() || claim_draw && self.can_claim_draw()
    }

    /// Return ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``: see `outcome`.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        let outcome = self.end();
        let is_claimed = outcome.is_none() && claim_draw && self.can_claim_draw();
        if is_claimed { GameResult::Draw } else { outcome.into() }.as_str()
    }

    /// Return a ``chess.Board`` of python-chess with the same moves.
    fn to_python_chess<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("chess_batch")?.call_method1("to_python_chess", (slf,))
    }

    fn __str__(&self) -> String {
        self.at().board().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.at())
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py, true)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        self.copy(memo.py(), true)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, Vec<u16>))> {
        let state = slf.get().state();
        let restore = slf.get_type().getattr("_restore")?;
        let start = state.start().fen(CastlingStyle::Shredder, EnPassantStyle::Always);
        Ok((restore, (start.to_string(), state.moves().iter().map(|mv| mv.raw()).collect())))
    }

    /// Return the position that a pickle holds.
    #[staticmethod]
    fn _restore(py: Python<'_>, start: Cow<'_, str>, words: Items<u16>) -> PyResult<Self> {
        let position = Self::new(Some(start))?;
        for word in words.0 {
            position.push(py, MoveLike::Word(from_word(word, None)?))?;
        }
        Ok(position)
    }
}

/// The board: pieces, attacks, rights and pictures.
#[pymethods]
impl Position {
    /// The squares of the rooks with which castling may still be allowed, as a set of 64 bits.
    ///
    /// >>> hex(Position().castling_rights)
    /// '0x8100000000000081'
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.at().castling_rooks().0
    }

    /// Return the letter of the piece on a square, upper case for White, or ``None``.
    ///
    /// >>> Position().piece_at(0), Position().piece_at("e8"), Position().piece_at("e4")
    /// ('R', 'k', None)
    fn piece_at(&self, py: Python<'_>, square: SquareLike) -> Option<Letter> {
        self.at_in(py).piece_at(square.0).map(Letter)
    }

    /// Return the piece type on a square, 1 (pawn) to 6 (king), or ``None``.
    fn piece_type_at(&self, py: Python<'_>, square: SquareLike) -> Option<u8> {
        self.at_in(py).piece_type_at(square.0).map(piece_number)
    }

    /// Return the pieces of a type, 1 (pawn) to 6 (king), and a side, ``True`` for White, as a set of squares of 64 bits.
    pub(crate) fn pieces_mask(&self, piece_type: PieceNumber, color: bool) -> u64 {
        PieceType::from_index(piece_type.0 - 1).map_or(0, |piece| self.at().pieces(side(color), piece).0)
    }

    /// Return the square of the king of a side, ``True`` for White.
    fn king(&self, color: bool) -> u8 {
        self.at().king(side(color)).index() as u8
    }

    /// Return the squares of the pieces that give check, as a set of 64 bits.
    pub(crate) fn checkers_mask(&self) -> u64 {
        self.at().checkers().0
    }

    /// Return the pieces on the board, as a dict of squares and letters.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").piece_map()
    /// {4: 'K', 7: 'R', 60: 'k'}
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for square in self.at().occupied() {
            dict.set_item(square.index(), self.at().piece_at(square).map(Piece::letter))?;
        }
        Ok(dict)
    }

    /// Return the squares of the pieces of a side, ``True`` for White, that attack a square, pinned ones too, as a set of 64 bits.
    fn attackers_mask(&self, color: bool, square: SquareLike) -> u64 {
        let all = self.at().board().attackers_to(square.0, self.at().occupied());
        (all & self.at().by_color(side(color))).0
    }

    /// Return the squares of the pieces of a side, ``True`` for White, that attack a square, pinned ones too, as a tuple.
    ///
    /// >>> Position().attackers(True, 18)
    /// (1, 9, 11)
    fn attackers<'py>(
        &self,
        py: Python<'py>,
        color: bool,
        square: SquareLike,
    ) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.attackers_mask(color, square))
    }

    /// Return a picture of the board as SVG text, with a check and the last move marked.
    ///
    /// `orientation` is the side at the bottom, ``True`` for White; `size` the width in pixels. `arrows` are pairs of squares, `squares` have
    /// rings, and `fill` is a dict of squares and colours such as ``"#2f9e58"``, with an opacity as in ``"#2f9e5880"``. `lastmove` is marked in
    /// place of the move that was played last. `colors` is a dict as in python-chess: of ``"square light"``, ``"square dark"``,
    /// ``"square light lastmove"``, ``"square dark lastmove"``, ``"margin"`` and ``"coord"``.
    ///
    /// >>> svg = Position().svg(size=200, squares=["d4"], fill={"e4": "#c00"}, colors={"square dark": "#789"})
    /// >>> svg.startswith("<svg "), "#c00" in svg, "#789" in svg
    /// (True, True, True)
    #[pyo3(signature = (
        *, orientation=true, size=None, arrows=Items(vec![]), squares=Items(vec![]), fill=Pairs(vec![]), lastmove=None, colors=Pairs(vec![]),
        coordinates=true
    ))]
    fn svg(
        &self,
        orientation: bool,
        size: Option<Width>,
        arrows: Items<(SquareLike, SquareLike)>,
        squares: Items<SquareLike>,
        fill: Pairs<SquareLike, String>,
        lastmove: Option<Move>,
        colors: Pairs<String, String>,
        coordinates: bool,
    ) -> PyResult<String> {
        let state = self.state();
        let last = lastmove.map(|mv| mv.0).or_else(|| state.moves().last().copied());
        let mut drawn: Vec<_> = arrows.0.iter().map(|(from, to)| Arrow::new(from.0, to.0, GREEN)).collect();
        drawn.extend(squares.0.iter().map(|square| Arrow::ring(square.0, GREEN)));
        let mut filled = Vec::new();
        for (square, color) in &fill.0 {
            filled.push(Highlight::new(Mark::Painted(paint(color)?), "filled", square.0.bitboard()));
        }
        let picture =
            Picture::of(state.position()).bottom(side(orientation)).coordinates(coordinates).played(last);
        let picture = picture.theme(theme(&colors.0)?).highlights(&filled).arrows(&drawn);
        Ok(match size {
            Some(Width(width)) => picture.width(width),
            None => picture,
        }
        .to_string())
    }

    /// Return the picture that notebooks show.
    #[pyo3(name = "_repr_svg_")]
    pub(crate) fn picture(&self) -> PyResult<String> {
        let (arrows, squares) = (Items(vec![]), Items(vec![]));
        self.svg(true, Some(Width(360)), arrows, squares, Pairs(vec![]), None, Pairs(vec![]), true)
    }
}

#[pymethods]
impl Move {
    /// Return the legal move of a position that a text of UCI means, for a word tells what kind of move it is. Errors are as for
    /// `Position.parse_uci`.
    ///
    /// >>> Move.from_uci("e2e4", Position())
    /// <Move e2e4>
    #[staticmethod]
    #[pyo3(signature = (uci, position=None))]
    fn from_uci(uci: Cow<'_, str>, position: Option<PyRef<'_, Position>>) -> PyResult<Made> {
        let position = position.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "a Move knows what it takes, which only a position tells: write Move.from_uci(\"{uci}\", position), or give methods of \
                 the position the text, as in position.push(\"{uci}\")"
            ))
        })?;
        position.parse_uci(uci)
    }
}
