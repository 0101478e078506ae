//! Boards as planes, the input of neural networks.

use chess_movegen::{Color, PieceType};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::packed::{Packed, each_row};

/// Return the boards of packed positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``.
///
/// The planes are White's pawns, knights, bishops, rooks, queens and king, then Black's. Within a plane the first index
/// is the rank from 1 to 8 and the second the file from a to h, so that ``planes[n, 3, 0, 7]`` is 1 if White has a rook on
/// h1. Bit 0 of a bitboard is a1, bit 7 h1, bit 63 h8. The side to move, castling rights and counters are not in the planes.
///
/// `packed` is an array (N, 32) of uint8, bytes, a `Position`, or a column of pyarrow, polars, pandas or numpy with 32 bytes each. Lists,
/// such as the column ``positions``, give the positions of all of them one after the other; a list that is null has none. A position that is null
/// has planes of zeros.
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
#[pyfunction]
#[pyo3(signature = (packed, *, bitboards=false, threads=None))]
pub(crate) fn to_planes<'py>(
    py: Python<'py>,
    packed: Packed<'_>,
    bitboards: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = packed.rows()?;
    let boards: Vec<[u64; 12]> = each_row(py, rows.len(), threads, |row| {
        if rows.is_null(row) {
            return Ok([0; 12]);
        }
        let position = rows.unpack(row)?;
        let sides = [Color::White, Color::Black].into_iter();
        let mut all = sides.flat_map(|color| PieceType::ALL.map(|piece| position.pieces(color, piece).0));
        Ok(std::array::from_fn(|_| all.next().unwrap_or(0)))
    })?;
    if bitboards {
        let flat = boards.into_flattened();
        return Ok(PyArray1::from_vec(py, flat).reshape([rows.len(), 12])?.into_any());
    }
    let flat = py.detach(|| {
        let mut flat = vec![0; rows.len() * 12 * 64];
        for (squares, bits) in flat.as_chunks_mut::<64>().0.iter_mut().zip(boards.as_flattened()) {
            for (square, value) in squares.iter_mut().enumerate() {
                *value = (bits >> square & 1) as i8;
            }
        }
        flat
    });
    Ok(PyArray1::<i8>::from_vec(py, flat).reshape([rows.len(), 12, 8, 8])?.into_any())
}
