/// The `SplitMix64` pseudo-random number generator: a seed gives the same numbers on every machine and in `const`.
///
/// The numbers are one sequence of all 2^64 words, in which a seed is a place; [`skip`](Self::skip) moves to any other place in
/// constant time, and [`stream`](Self::stream) to one of its own for each of many things. It is for keys, tests and measurements. It is
/// not cryptographically secure.
///
/// Source: Guy L. Steele, Doug Lea and Christine H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
///
/// # Examples
///
/// ```
/// use chess_types::SplitMix64;
///
/// const THIRD: u64 = {
///     let mut random = SplitMix64::new(1_234_567);
///     random.skip(2);
///     random.next_u64()
/// };
///
/// let mut random = SplitMix64::new(1_234_567);
/// let numbers = [(); 3].map(|()| random.next_u64());
/// assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, THIRD]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts at `seed`.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a generator for the thing with this number, such as a game of a match.
    ///
    /// The generator and the number determine its place through two outputs, which spread places over the whole sequence; different
    /// numbers give different places. Without that, numbers that are multiplied by the step, for example, would give places next to each
    /// other: one sequence, begun at different numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::SplitMix64;
    ///
    /// let mut game = SplitMix64::new(1).stream(3);
    /// assert_eq!(game.next_u64(), SplitMix64::new(1).stream(3).next_u64());
    /// assert_ne!(game, SplitMix64::new(1).stream(4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn stream(mut self, number: u64) -> Self {
        let mut place = Self(self.next_u64() ^ number);
        Self(place.next_u64())
    }

    /// Returns the next number; all 64-bit words are equally likely.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.skip(1);
        let z = self.0;
        let z = (z ^ z >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }

    /// Skips the next `numbers` numbers in constant time.
    #[inline]
    pub const fn skip(&mut self, numbers: u64) {
        self.0 = self.0.wrapping_add(numbers.wrapping_mul(STEP));
    }
}

/// The odd number nearest to 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e3779b97f4a7c15;
