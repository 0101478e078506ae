//! Boards as planes, the input of neural networks, and what boards do not show as arrays.

use chess_movegen::{CastlingSide, Color, PieceType, Position};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::host::numbers::{Planes, Threads};
use crate::rows::packed::{Packed, each_row};

/// The sides on which castling may be allowed, as FEN has them.
const CASTLINGS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::King),
    (Color::White, CastlingSide::Queen),
    (Color::Black, CastlingSide::King),
    (Color::Black, CastlingSide::Queen),
];

/// The most planes.
const MOST: usize = 19;

/// Returns the planes of a position as sets of squares, but for the one of the clock.
fn boards(position: &Position) -> [u64; MOST - 1] {
    let all = |is_so: bool| if is_so { u64::MAX } else { 0 };
    let sides = [Color::White, Color::Black].into_iter();
    let pieces = sides.flat_map(|color| PieceType::ALL.map(|piece| position.pieces(color, piece).0));
    let castlings = CASTLINGS.map(|(color, side)| all(position.castling_rights().has(color, side)));
    let passed = position.ep_square().map_or(0, |square| 1 << square.index());
    let mut planes = pieces.chain(castlings).chain([passed, all(position.side_to_move() == Color::White)]);
    std::array::from_fn(|_| planes.next().unwrap_or(0))
}

/// Return the boards of packed positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``.
///
/// The planes are White's pawns, knights, bishops, rooks, queens and king, then Black's. Within a plane the first index
/// is the rank from 1 to 8 and the second the file from a to h, so that ``planes[n, 3, 0, 7]`` is 1 if White has a rook on
/// h1. Bit 0 of a bitboard is a1, bit 7 h1, bit 63 h8.
///
/// With ``planes=18``, six more follow: White's and Black's right to castle on the king's and the queen's side (K, Q, k, q), with 1
/// everywhere or nowhere, the square behind a pawn that can be captured en passant, and 1 everywhere if White is to move. With ``planes=19``,
/// the last one has the number of plies since the last capture or pawn move, up to 127, everywhere; it is no bitboard.
///
/// `packed` is an array (N, 32) of uint8, bytes, a `Position`, or a column of pyarrow, polars, pandas or numpy with 32 bytes each. Lists,
/// such as the column ``positions``, give the positions of all of them one after the other; a list that is null has none. A position that
/// is null has planes of zeros.
///
/// Bytes that are no position raise `PackedError` with their `index`.
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
#[pyfunction]
#[pyo3(
    signature = (packed, *, planes=Planes(12), bitboards=false, threads=None),
    text_signature = "(packed, *, planes=12, bitboards=False, threads=None)"
)]
pub(crate) fn to_planes<'py>(
    py: Python<'py>,
    packed: Packed<'_>,
    planes: Planes,
    bitboards: bool,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let Planes(planes) = planes;
    if !matches!(planes, 12 | 18 | 19) || bitboards && planes == MOST {
        let rest = if bitboards { "12 or 18 as bitboards" } else { "12, 18 or 19" };
        return Err(PyValueError::new_err(format!("planes must be {rest}, and not {planes}")));
    }
    let rows = packed.rows()?;
    let sets = planes.min(MOST - 1);
    let boards: Vec<([u64; MOST - 1], i8)> = each_row(py, rows.len(), threads, |row| {
        if rows.is_null(row) {
            return Ok(([0; MOST - 1], 0));
        }
        let position = rows.unpack(row)?;
        Ok((boards(&position), position.halfmove_clock().min(127) as i8))
    })?;
    if bitboards {
        let flat = boards.iter().flat_map(|(boards, _)| &boards[..sets]).copied().collect();
        return Ok(PyArray1::from_vec(py, flat).reshape([rows.len(), planes])?.into_any());
    }
    let flat = py.detach(|| {
        let mut flat = vec![0; rows.len() * planes * 64];
        for (squares, (boards, clock)) in flat.chunks_exact_mut(planes * 64).zip(&boards) {
            for (squares, bits) in squares.as_chunks_mut::<64>().0.iter_mut().zip(&boards[..sets]) {
                for (square, value) in squares.iter_mut().enumerate() {
                    *value = (bits >> square & 1) as i8;
                }
            }
            squares[sets * 64..].fill(*clock);
        }
        flat
    });
    Ok(PyArray1::<i8>::from_vec(py, flat).reshape([rows.len(), planes, 8, 8])?.into_any())
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
    packed: Packed<'_>,
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
    py.import("chess_batch")?.getattr("States")?.call1(arrays)
}
