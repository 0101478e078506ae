/// The validity of the items of an array: which of them are null.
///
/// Without a null there is no bitmap, as Arrow allows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Validity {
    /// A bit for each item, the least bit of a byte first: 1 for a value, 0 for null. Empty as long as there is no null. Bits
    /// after the last item are 0.
    bits: Vec<u8>,
    len: usize,
    nulls: usize,
}

impl Validity {
    /// Number of items.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Tests whether the array has no items.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of nulls.
    pub const fn nulls(&self) -> usize {
        self.nulls
    }

    /// Tests whether item `i` has a value. An item that does not exist has none.
    #[inline]
    pub fn is_valid(&self, i: usize) -> bool {
        i < self.len && (self.nulls == 0 || self.bits.get(i / 8).is_some_and(|byte| byte >> (i % 8) & 1 == 1))
    }

    /// The bitmap of Arrow, with as many bytes as its bits take: least bit first, 1 for a value. `None` if there is no null.
    pub fn bitmap(&self) -> Option<&[u8]> {
        (self.nulls > 0).then_some(&self.bits)
    }

    /// The bitmap as [`bitmap`](Self::bitmap) gives it.
    pub fn into_bitmap(self) -> Option<Vec<u8>> {
        (self.nulls > 0).then_some(self.bits)
    }

    /// Adds an item.
    #[inline]
    pub(crate) fn push(&mut self, is_valid: bool) {
        if self.nulls > 0 {
            self.push_bit(is_valid);
        } else if !is_valid {
            self.begin_bitmap();
            self.push_bit(false);
        }
        self.nulls += usize::from(!is_valid);
        self.len += 1;
    }

    /// Adds the items of `other`.
    pub(crate) fn append(&mut self, other: &Self) {
        if self.nulls + other.nulls == 0 {
            self.len += other.len;
            return;
        }
        for i in 0..other.len {
            self.push(other.is_valid(i));
        }
    }

    fn begin_bitmap(&mut self) {
        self.bits.resize(self.len / 8, 0xff);
        if self.len % 8 > 0 {
            self.bits.push((1 << (self.len % 8)) - 1);
        }
    }

    #[inline]
    fn push_bit(&mut self, bit: bool) {
        if self.len % 8 == 0 {
            self.bits.push(0);
        }
        if let Some(last) = self.bits.last_mut() {
            *last |= u8::from(bit) << (self.len % 8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_as_pushed_and_as_appended() {
        let pattern = |i: usize| i < 11 || i % 3 != 0;
        for len in 0..40 {
            let mut whole = Validity::default();
            (0..len).for_each(|i| whole.push(pattern(i)));
            assert_eq!(whole.len(), len);
            assert_eq!(whole.nulls(), (0..len).filter(|&i| !pattern(i)).count());
            assert!((0..len).all(|i| whole.is_valid(i) == pattern(i)));
            assert!(!whole.is_valid(len));
            if let Some(bitmap) = whole.bitmap() {
                assert_eq!(bitmap.len(), len.div_ceil(8));
                let ones: u32 = bitmap.iter().map(|byte| byte.count_ones()).sum();
                assert_eq!(ones as usize, len - whole.nulls());
            }
            for cut in 0..=len {
                let (mut front, mut back) = (Validity::default(), Validity::default());
                (0..cut).for_each(|i| front.push(pattern(i)));
                (cut..len).for_each(|i| back.push(pattern(i)));
                front.append(&back);
                assert_eq!(front, whole);
            }
        }
    }
}
