use crate::library::Library;

const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// Material, and who stands in the centre, for those whose turn it is: population counts alone.
#[inline(always)]
pub(crate) fn evaluate<L: Library>(position: &L::Position) -> i32 {
    let [pawns, knights, bishops, rooks, queens, _] = L::by_type(position);
    let [us, them] = L::by_turn(position);
    let lead = |set: u64| (set & us).count_ones() as i32 - (set & them).count_ones() as i32;
    100 * lead(pawns)
        + 310 * lead(knights | bishops)
        + 500 * lead(rooks)
        + 950 * lead(queens)
        + 5 * lead(CENTRE)
}
