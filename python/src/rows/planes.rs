//! Boards as planes, the input of neural networks, and what boards do not show as arrays.

use std::fmt::Display;

use chess_board::Board;
use chess_movegen::{CastlingSide, Color, PieceType, Position};
use chess_notation::PackedPosition;
use half::f16;
use numpy::ndarray::{ArrayView, Dimension, IntoDimension};
use numpy::{
    Element, PyArray, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use crate::errors;
use crate::host::numbers::{Planes, Threads};
use crate::host::run::fill_rows;
use crate::rows::forms::{Rows, Source};
use crate::rows::packed::each_row;

/// The sides on which castling may be allowed, as FEN has them.
const CASTLINGS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::King),
    (Color::White, CastlingSide::Queen),
    (Color::Black, CastlingSide::King),
    (Color::Black, CastlingSide::Queen),
];

/// The class of the result of `states`.
static STATES: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The planes of pieces, and those of the state after them: of sets, and one of a number.
const PIECES: usize = 12;
const SETS: usize = 18;
const MOST: usize = 19;

/// The plane of each code of a packed position. Codes 7 and 15 are of no piece, and 6 and 14 of rooks that may castle.
const PLANE_OF_CODE: [usize; 16] = [0, 1, 2, 3, 4, 5, 3, MOST, 6, 7, 8, 9, 10, 11, 9, MOST];

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    Int8,
    Uint8,
    Float16,
    Float32,
    /// Eight squares, the first one in the highest bit, as `numpy.packbits` has them.
    Bits,
    /// All squares, the first one in the lowest bit.
    Boards,
}

impl Cells {
    /// Reads the type of the cells.
    ///
    /// # Errors
    /// `ValueError`: there are no planes of this type. `TypeError`: it is no type.
    fn of(
        wanted: Option<&Bound<'_, PyAny>>,
        bitboards: bool,
        out: Option<&Bound<'_, PyUntypedArray>>,
    ) -> PyResult<Self> {
        let expected = |types: &str, found: &dyn Display| {
            PyValueError::new_err(format!("dtype: expected {types}, found {found}"))
        };
        let found = match (wanted, out) {
            (Some(wanted), _) => {
                if wanted.cast::<PyString>().is_ok_and(|name| name == "bits") {
                    return if bitboards {
                        Err(expected("uint64 for bitboards", wanted))
                    } else {
                        Ok(Self::Bits)
                    };
                }
                PyArrayDescr::new(wanted.py(), wanted)?
            }
            (None, Some(out)) if !bitboards => out.dtype(),
            _ => return Ok(if bitboards { Self::Boards } else { Self::Int8 }),
        };
        let py = found.py();
        let is = |dtype: Bound<'_, PyArrayDescr>| found.is_equiv_to(&dtype);
        match bitboards {
            true if is(dtype::<u64>(py)) => Ok(Self::Boards),
            true => Err(expected("uint64 for bitboards", &found)),
            false if is(dtype::<i8>(py)) => Ok(Self::Int8),
            false if is(dtype::<u8>(py)) => Ok(Self::Uint8),
            false if is(dtype::<f16>(py)) => Ok(Self::Float16),
            false if is(dtype::<f32>(py)) => Ok(Self::Float32),
            false => Err(expected("int8, uint8, float16, float32 or 'bits'", &found)),
        }
    }
}

/// What happens to a row that is no position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invalid {
    Raise,
    Zeros,
}

impl FromPyObject<'_, '_> for Invalid {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match &*object.cast::<PyString>()?.to_cow()? {
            "raise" => Ok(Self::Raise),
            "zeros" => Ok(Self::Zeros),
            other => {
                Err(PyValueError::new_err(format!("invalid: expected 'raise' or 'zeros', found '{other}'")))
            }
        }
    }
}

/// A row to write: its pieces, also packed, and what planes show of its state.
struct Row {
    board: Board,
    packed: PackedPosition,
    state: [u64; SETS - PIECES],
    clock: u8,
}

impl Row {
    fn of(position: &Position) -> Self {
        let all = |is_so: bool| if is_so { u64::MAX } else { 0 };
        let [a, b, c, d] = CASTLINGS.map(|(color, side)| all(position.castling_rights().has(color, side)));
        let passed = position.ep_square().map_or(0, |square| 1 << square.index());
        Self {
            board: *position.board(),
            packed: PackedPosition::new(position),
            state: [a, b, c, d, passed, all(position.side_to_move() == Color::White)],
            clock: position.halfmove_clock().min(127) as u8,
        }
    }

    /// Reads a row, or says why it is no position. The keys and the legal capture en passant of packed positions, which take a third of the
    /// time, are left out where planes do not show the state.
    #[inline]
    fn read(rows: Rows<'_>, row: usize, planes: usize) -> Result<Self, String> {
        if planes == PIECES
            && let Some(packed) = rows.packed(row)
            && let Ok(setup) = packed.unpack_setup()
        {
            return Ok(Self { board: setup.board, packed, state: [0; SETS - PIECES], clock: 0 });
        }
        rows.read(row).map(|position| Self::of(&position))
    }

    /// Writes planes of cells, which are zeros: a store for each piece, whose plane its code says.
    fn write_cells<T: Copy>(&self, cells: &mut [T], one: T, number: impl Fn(u8) -> T) {
        let bytes = self.packed.to_bytes();
        let word = |from: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[from + i]));
        let mut occupied = word(8);
        for mut codes in [word(16), word(24)] {
            for _ in 0..16 {
                if occupied == 0 {
                    break;
                }
                let place = 64 * PLANE_OF_CODE[(codes & 15) as usize] + occupied.trailing_zeros() as usize;
                if let Some(cell) = cells.get_mut(place) {
                    *cell = one;
                }
                occupied &= occupied - 1;
                codes >>= 4;
            }
        }
        let Some(rest) = cells.get_mut(64 * PIECES..).filter(|rest| !rest.is_empty()) else { return };
        for (plane, set) in rest.chunks_exact_mut(64).zip(self.state) {
            match set {
                u64::MAX => plane.fill(one),
                0 => {}
                _ => plane[set.trailing_zeros() as usize] = one,
            }
        }
        if let Some(plane) = rest.get_mut(64 * (SETS - PIECES)..) {
            plane.fill(number(self.clock));
        }
    }

    /// Writes a word for each plane.
    fn write_boards(&self, words: &mut [u64]) {
        let sides = [Color::White, Color::Black].into_iter();
        let pieces = sides.flat_map(|color| PieceType::ALL.map(|piece| self.board.pieces(color, piece).0));
        words.iter_mut().zip(pieces).for_each(|(word, set)| *word = set);
        if words.len() > PIECES {
            words[PIECES..].copy_from_slice(&self.state);
        }
    }

    /// Writes eight bytes for each plane, one for each rank, whose highest bit is the file a.
    fn write_bits(&self, bytes: &mut [u8]) {
        let mut words = [0; SETS];
        let words = &mut words[..bytes.len() / 8];
        self.write_boards(words);
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.swap_bytes().reverse_bits().to_le_bytes();
        }
    }
}

/// The rows and planes that are wanted.
struct Wish<'a, 'py> {
    rows: Rows<'a>,
    planes: usize,
    out: Option<&'a Bound<'py, PyUntypedArray>>,
    invalid: Invalid,
    threads: Option<Threads>,
}

impl<'py> Wish<'_, 'py> {
    /// Makes the array, `per_plane` cells for each plane, for one position up to `CELLS` in all. `write` finds zeros.
    fn array<const CELLS: usize, T: Element + Copy + Default + Send + Sync>(
        &self,
        py: Python<'py>,
        per_plane: &[usize],
        write: impl Fn(&Row, &mut [T]) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let (Some(position), None) = (self.rows.one(), self.out) {
            let mut cells = [T::default(); CELLS];
            let cells = &mut cells[..self.planes * per_plane.iter().product::<usize>()];
            write(&Row::of(position), cells);
            return match *per_plane {
                [] => copied(py, (1, self.planes), cells),
                [size] => copied(py, (1, self.planes, size), cells),
                [height, width, ..] => copied(py, (1, self.planes, height, width), cells),
            };
        }
        let shape = [&[self.rows.len(), self.planes], per_plane].concat();
        let array = match self.out {
            Some(out) => checked::<T>(out, &shape)?.clone(),
            None => PyArrayDyn::zeros(py, shape, false),
        };
        let mut borrowed = array.try_readwrite().map_err(errors::borrowed)?;
        let cells = borrowed.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let Self { rows, planes, invalid, threads, .. } = *self;
        let is_new = self.out.is_none();
        fill_rows(py, cells, rows.len(), threads, 4096, |row, cells| {
            if !is_new {
                cells.fill(T::default());
            }
            if rows.is_null(row) {
                return Ok(());
            }
            match Row::read(rows, row, planes) {
                Ok(row) => write(&row, cells),
                Err(reason) if invalid == Invalid::Raise => return Err(rows.error(&reason, row)),
                Err(_) => {}
            }
            Ok(())
        })?;
        drop(borrowed);
        Ok(array.into_any())
    }

    fn cells<T: Element + Copy + Default + Send + Sync>(
        &self,
        py: Python<'py>,
        one: T,
        number: impl Fn(u8) -> T + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.array::<{ MOST * 64 }, T>(py, &[8, 8], |row, cells| row.write_cells(cells, one, &number))
    }
}

/// Copies cells into an array of a shape.
fn copied<'py, T: Element + Copy, S: IntoDimension<Dim: Dimension>>(
    py: Python<'py>,
    shape: S,
    cells: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let view = ArrayView::from_shape(shape.into_dimension(), cells);
    let view = view.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyArray::from_array(py, &view).into_any())
}

/// Returns the array of the caller, if planes of this shape can be written there.
///
/// # Errors
/// `ValueError`, which says what differs.
fn checked<'a, 'py, T: Element>(
    out: &'a Bound<'py, PyUntypedArray>,
    shape: &[usize],
) -> PyResult<&'a Bound<'py, PyArrayDyn<T>>> {
    let wanted = dtype::<T>(out.py());
    let refused = |found: &dyn Display| {
        let shape = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!(
            "out: expected a C-contiguous, writable array ({shape}) of {wanted}, found {found}"
        ))
    };
    let array = out.cast::<PyArrayDyn<T>>();
    if out.shape() != shape || array.is_err() {
        return Err(refused(&format!("{} of {}", out.getattr("shape")?, out.dtype())));
    }
    if !out.is_c_contiguous() {
        return Err(refused(&"one that is not C-contiguous"));
    }
    if !out.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
        return Err(refused(&"one that is read-only"));
    }
    Ok(array?)
}

/// Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``.
///
/// The planes are White's pawns, knights, bishops, rooks, queens and king, then Black's. Within a plane the first index
/// is the rank from 1 to 8 and the second the file from a to h, so that ``planes[n, 3, 0, 7]`` is 1 if White has a rook on
/// h1. Bit 0 of a bitboard is a1, bit 7 h1, bit 63 h8.
///
/// With ``planes=18``, six more follow: White's and Black's right to castle on the king's and the queen's side (K, Q, k, q), with 1
/// everywhere or nowhere, the square behind a pawn that can be captured en passant, and 1 everywhere if White is to move. With ``planes=19``,
/// the last one has the number of plies since the last capture or pawn move, up to 127, everywhere; it is no bitboard.
///
/// `dtype` is ``"int8"``, ``"uint8"``, ``"float16"`` or ``"float32"``, or ``"bits"``: (N, 12, 8) uint8, a byte for each rank with the file a
/// in its highest bit, as `numpy.packbits` has them. `out` is an array in which the planes are written, C-contiguous and of the right type
/// and shape, which is returned; another one raises `ValueError`. Without `dtype`, its type is that of `out`.
///
/// `packed` is an array (N, 32) of uint8, bytes, a `Position`, a result of `positions`, FENs as there, or a column of pyarrow, polars, pandas
/// or numpy with 32 bytes each. Lists, such as the column ``positions``, give the positions of all of them one after the other; a list that
/// is null has none. A position that is null has planes of zeros.
///
/// A row that is no position raises `PackedError` or `FenError` with its `index`, and with ``invalid="zeros"`` has planes of zeros. After an
/// error, some rows of `out` have been written.
///
/// >>> from chess_batch import Position, positions, to_planes
/// >>> packed = positions([Position().fen()]).packed
/// >>> planes = to_planes(packed)
/// >>> planes.shape, planes[0, 3, 0].tolist()
/// ((1, 12, 8, 8), [1, 0, 0, 0, 0, 0, 0, 1])
/// >>> [hex(board) for board in to_planes(packed, bitboards=True)[0, :2]]
/// ['0xff00', '0x42']
/// >>> to_planes(packed, planes=19)[0, 12:, 0, 0].tolist()
/// [1, 1, 1, 1, 0, 1, 0]
/// >>> to_planes(packed, out=planes) is planes
/// True
/// >>> to_planes(["4k3/8 w"], dtype="float16", invalid="zeros").sum().item()
/// 0.0
#[pyfunction]
#[pyo3(
    signature = (packed, *, planes=Planes(12), bitboards=false, dtype=None, out=None, invalid=Invalid::Raise, threads=None),
    text_signature = "(packed, *, planes=12, bitboards=False, dtype=None, out=None, invalid='raise', threads=None)"
)]
pub(crate) fn to_planes<'py>(
    py: Python<'py>,
    packed: Source<'_>,
    planes: Planes,
    bitboards: bool,
    dtype: Option<Bound<'py, PyAny>>,
    out: Option<Bound<'py, PyAny>>,
    invalid: Invalid,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let Planes(planes) = planes;
    let out = out.as_ref().map(|out| {
        let found = || out.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        let refused = |_| PyTypeError::new_err(format!("out: expected a NumPy array, found {}", found()));
        out.cast::<PyUntypedArray>().map_err(refused)
    });
    let out = out.transpose()?;
    let cells = Cells::of(dtype.as_ref(), bitboards, out)?;
    let are_sets = matches!(cells, Cells::Bits | Cells::Boards);
    if !matches!(planes, PIECES | SETS | MOST) || are_sets && planes == MOST {
        let rest = match cells {
            Cells::Boards => "12 or 18 as bitboards",
            Cells::Bits => "12 or 18 as bits",
            _ => "12, 18 or 19",
        };
        return Err(PyValueError::new_err(format!("planes must be {rest}, and not {planes}")));
    }
    let wish = Wish { rows: packed.rows()?, planes, out, invalid, threads };
    match cells {
        Cells::Int8 => wish.cells(py, 1_i8, |number| number as i8),
        Cells::Uint8 => wish.cells(py, 1_u8, |number| number),
        Cells::Float16 => wish.cells(py, f16::ONE, |number| f16::from_f32(number.into())),
        Cells::Float32 => wish.cells(py, 1_f32, f32::from),
        Cells::Bits => wish.array::<{ SETS * 8 }, _>(py, &[8], Row::write_bits),
        Cells::Boards => wish.array::<SETS, _>(py, &[], Row::write_boards),
    }
}

/// Return what the boards of packed positions do not show as arrays, in a `States`.
///
/// `packed` is as for `to_planes`. A position that is null has White to move, no rights and no squares.
///
/// >>> from chess_batch import Position, states
/// >>> s = states([Position("4k3/8/8/8/3pP3/8/8/4K2R b K e3 7 40")])
/// >>> s.turn.tolist(), s.castling.tolist(), s.ep_square.tolist()
/// ([False], [[True, False, False, False]], [20])
/// >>> s.halfmove_clock.tolist(), s.fullmove_number.tolist()
/// ([7], [40])
#[pyfunction]
#[pyo3(signature = (packed, *, threads=None))]
pub(crate) fn states<'py>(
    py: Python<'py>,
    packed: Source<'_>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = packed.rows()?;
    let states = each_row(py, rows.len(), threads, |row| {
        if rows.is_null(row) {
            return Ok((true, [false; 4], -1, 0, 1));
        }
        let position = rows.unpack(row)?;
        let rights = position.castling_rights();
        Ok((
            position.side_to_move() == Color::White,
            CASTLINGS.map(|(color, side)| rights.has(color, side)),
            position.ep_square().map_or(-1, |square| square.index() as i8),
            i32::from(position.halfmove_clock()),
            i32::from(position.fullmove_number()),
        ))
    })?;
    let castling = states.iter().flat_map(|state| state.1);
    let arrays = (
        PyArray1::from_iter(py, states.iter().map(|state| state.0)),
        PyArray1::from_iter(py, castling).reshape([rows.len(), 4])?,
        PyArray1::from_iter(py, states.iter().map(|state| state.2)),
        PyArray1::from_iter(py, states.iter().map(|state| state.3)),
        PyArray1::from_iter(py, states.iter().map(|state| state.4)),
    );
    STATES.import(py, "chess_batch", "States")?.call1(arrays)
}
