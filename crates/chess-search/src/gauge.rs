/// A number from -[`Gauge::MAX`] to [`Gauge::MAX`] that follows its updates and forgets old ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gauge(i16);

impl Gauge {
    pub(crate) const ZERO: Self = Self(0);

    /// The bound, which no update can pass.
    pub(crate) const MAX: i32 = 8192;

    #[inline]
    pub(crate) const fn value(self) -> i16 {
        self.0
    }

    /// Adds `bonus`, less the nearer the number is to the bound already (gravity).
    #[inline]
    pub(crate) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / Self::MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_every_number_in_its_range() {
        for bonus in [-100_000, -8192, -1600, -1, 1, 1600, 8192, 100_000] {
            let mut gauge = Gauge::default();
            for _ in 0..10_000 {
                gauge.update(bonus);
                assert!(i32::from(gauge.value()).abs() <= Gauge::MAX);
                gauge.update(-bonus / 3);
                assert!(i32::from(gauge.value()).abs() <= Gauge::MAX);
            }
            gauge.update(bonus);
            assert!(i32::from(gauge.value()).signum() == bonus.signum());
        }
    }

    #[test]
    fn what_comes_often_counts_more_and_what_is_new_counts_at_once() {
        let mut often = Gauge::default();
        (0..20).for_each(|_| often.update(400));
        let mut once = Gauge::default();
        once.update(400);
        assert_eq!(once.value(), 400);
        assert!(often.value() > 4000 && often.value() < 8000, "{often:?}");
        let before = often;
        often.update(-400);
        assert!(before.value() - often.value() > 400);
    }
}
