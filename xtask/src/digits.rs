use arrayvec::ArrayVec;

use crate::random::Random;

/// A factor as a sum of powers of two with signs, of as few as there can be: what its structure is.
///
/// Factors whose entries lie close together have few digits, often in the pattern of another square's. A change of one
/// bit is a small step between them only by chance; one of a digit's place or sign always is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digits(ArrayVec<Digit, MOST>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    /// The exponent, from 0 to 63.
    place: u32,
    is_negative: bool,
}

/// More digits than the non-adjacent form of any factor has.
const MOST: usize = 40;

/// Fewer are not left by a mutation: no magic has them.
const FEWEST: usize = 3;

impl Digits {
    /// The non-adjacent form: no two digits stand side by side, and none has fewer of them.
    pub(crate) fn of(factor: u64) -> Self {
        let mut digits = ArrayVec::new();
        let mut rest = factor;
        while rest != 0 {
            let place = rest.trailing_zeros();
            // A run of ones is its end less its start. Modulo 2^64, the last digit's sign does not matter.
            let is_negative = place < 63 && rest >> place & 2 != 0;
            digits.push(Digit { place, is_negative });
            rest = if is_negative { rest.wrapping_add(1 << place) } else { rest - (1 << place) };
        }
        Self(digits)
    }

    /// So many digits, each anywhere.
    pub(crate) fn random(len: usize, random: &mut Random) -> Self {
        Self((0..len).map(|_| Digit::random(random)).collect())
    }

    /// The factor.
    pub(crate) fn value(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, digit| {
            let power = 1 << digit.place;
            if digit.is_negative { sum.wrapping_sub(power) } else { sum.wrapping_add(power) }
        })
    }

    /// The number of digits.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// One to three small changes, after which there are no more than `most` digits if there were not before.
    pub(crate) fn mutated(&self, most: usize, random: &mut Random) -> Self {
        let mut digits = self.clone();
        for _ in 0..=random.geometric().min(2) {
            digits.mutate(most.min(MOST), random);
        }
        digits
    }

    fn mutate(&mut self, most: usize, random: &mut Random) {
        let len = self.0.len();
        let kind = random.below(16);
        if len == 0 || len < most && matches!(kind, 0 | 1) {
            return self.0.push(Digit::random(random));
        }
        let any = random.below(len as u32) as usize;
        let digit = &mut self.0[any];
        match kind {
            2 | 3 if len > FEWEST => {
                self.0.swap_remove(any);
            }
            4 => digit.is_negative = !digit.is_negative,
            5 | 6 => digit.place = random.below(64),
            // 2^n is 2^(n+1) - 2^n as well as 2^(n-1) + 2^(n-1): a part of its own can then go on from there.
            7 if len < most && digit.place < 63 => {
                let lower = Digit { place: digit.place, is_negative: !digit.is_negative };
                digit.place += 1;
                self.0.push(lower);
            }
            8 if len < most && digit.place > 0 => {
                digit.place -= 1;
                let twin = *digit;
                self.0.push(twin);
            }
            // Neighbours in a group move together.
            9 => {
                let first = random.below(64);
                let group = first..first + 5 + random.below(24);
                let by = random.sign();
                self.0
                    .iter_mut()
                    .filter(|digit| group.contains(&digit.place))
                    .for_each(|digit| digit.shift(by));
            }
            10 => {
                let by = random.sign();
                self.0.iter_mut().for_each(|digit| digit.shift(by));
            }
            _ => digit.shift([-1, 1, -1, 1, -2, 2, -8, 8][random.below(8) as usize]),
        }
    }
}

impl Digit {
    fn random(random: &mut Random) -> Self {
        Self { place: random.below(64), is_negative: random.below(2) == 0 }
    }

    fn shift(&mut self, by: i32) {
        self.place = self.place.wrapping_add_signed(by) % 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_few_and_add_up_to_the_factor() {
        let mut random = Random::new(1, &[]);
        for factor in (0..1000).map(|_| random.next()).chain([0, 1, 3, 1 << 63, u64::MAX, u64::MAX - 1]) {
            let digits = Digits::of(factor);
            assert_eq!(digits.value(), factor);
            assert!(digits.0.windows(2).all(|pair| pair[1].place > pair[0].place + 1), "{digits:?}");
        }
        assert_eq!(Digits::of(u64::MAX).len(), 1);
        assert_eq!(Digits::of(0b111_1000).len(), 2);
    }

    #[test]
    fn mutations_keep_to_the_number_of_digits() {
        let mut random = Random::new(2, &[]);
        let mut digits = Digits::random(5, &mut random);
        let mut lens = Vec::new();
        for _ in 0..10_000 {
            let next = digits.mutated(9, &mut random);
            lens.push(next.len());
            assert!(next.0.iter().all(|digit| digit.place < 64));
            digits = next;
        }
        assert_eq!((lens.iter().min(), lens.iter().max()), (Some(&FEWEST), Some(&9)));
        // One with more than that is not cut, and gets no more.
        let many = Digits::of(0x5555_5555_5555_5555);
        assert!((0..1000).all(|_| many.mutated(9, &mut random).len() <= many.len()));
    }
}
