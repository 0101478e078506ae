/// Returns the reduction of the `number`-th move at `depth` in 1024ths of a ply, before the kind of the move is taken into
/// account. It grows with the logarithms of both.
#[inline]
pub(super) const fn reduction(depth: i32, number: usize) -> i32 {
    600 + ((log2(depth as u32) * log2(number as u32) * 214) >> 16) as i32
}

/// Returns the binary logarithm in 256ths, linear between powers of two; 0 has the logarithm of 1.
///
/// Integers make the nodes of a search the same on every machine.
const fn log2(number: u32) -> u32 {
    let number = if number == 0 { 1 } else { number };
    let whole = number.ilog2();
    (whole << 8) + ((number << 8 >> whole) - 256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_the_true_one() {
        for number in 1..300 {
            let exact = 256.0 * f64::from(number).log2();
            assert!((f64::from(log2(number)) - exact).abs() < 23.0, "{number}");
        }
        assert_eq!((log2(0), log2(1)), (0, 0));
    }
}
