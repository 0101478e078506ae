use chess_types::Square;

/// The number of ways to choose `k` of `n`.
pub(crate) fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1))
}

/// The number of a set among all sets of its size: sets are ordered by their greatest member, then by the second
/// greatest, and so on. The numbers that are given are places from 0 on, in any order.
pub(crate) fn set_number(mut places: Vec<usize>) -> u64 {
    places.sort_unstable();
    places.iter().enumerate().map(|(i, &place)| choose(place, i + 1)).sum()
}

/// The places of squares among those that others leave free, counted from a square's index on.
pub(crate) fn places_among_free(squares: &[Square], taken: &[Square], first: usize) -> Vec<usize> {
    let free: Vec<_> = Square::ALL[first..].iter().filter(|at| !taken.contains(at)).collect();
    squares.iter().map(|at| free.iter().position(|it| *it == at).expect("a free square")).collect()
}
