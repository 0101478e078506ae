//! Values that JavaScript knows by numbers.

/// Values by their numbers. The number of a value that was removed is never given to another one.
///
/// A number has the place of its value in the low 32 bits, and in 21 bits above them how many values had that place before: all
/// 53 bits of an integer that JavaScript's numbers hold exactly.
pub(crate) struct Handles<T> {
    places: Vec<Place<T>>,
    free: Vec<usize>,
}

struct Place<T> {
    generation: u64,
    value: Option<T>,
}

/// How many values may have one place, one after the other. Afterwards it stays empty.
const GENERATIONS: u64 = 1 << 21;

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Handles<T> {
    /// Stores a value, and returns its number. It takes the same time however many values there are.
    pub(crate) fn add(&mut self, value: T) -> f64 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place { generation: 0, value: None });
            self.places.len() - 1
        });
        let place = &mut self.places[index];
        place.value = Some(value);
        (place.generation << 32 | index as u64) as f64
    }

    /// Returns the value of a number, or `None` if no value has it.
    pub(crate) fn get(&self, number: f64) -> Option<&T> {
        self.places[self.index(number)?].value.as_ref()
    }

    /// As [`get`](Self::get), to be changed.
    pub(crate) fn get_mut(&mut self, number: f64) -> Option<&mut T> {
        let index = self.index(number)?;
        self.places[index].value.as_mut()
    }

    /// Removes the value of a number, and returns it.
    pub(crate) fn remove(&mut self, number: f64) -> Option<T> {
        let index = self.index(number)?;
        let place = &mut self.places[index];
        let value = place.value.take()?;
        place.generation += 1;
        if place.generation < GENERATIONS {
            self.free.push(index);
        }
        Some(value)
    }

    fn index(&self, number: f64) -> Option<usize> {
        let word = number as u64;
        let index = (word & u64::from(u32::MAX)) as usize;
        // No fraction and no negative number is the number of a value.
        let is_integer = (word as f64).total_cmp(&number).is_eq();
        (is_integer && self.places.get(index)?.generation == word >> 32).then_some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_given_twice() {
        let mut handles = Handles::default();
        let kept = handles.add(0);
        let mut before = kept;
        for value in 1..=1000 {
            let number = handles.add(value);
            assert!(number > before);
            assert_eq!(handles.get(number), Some(&value));
            assert_eq!((handles.remove(number), handles.remove(number)), (Some(value), None));
            assert!(handles.get(number).is_none() && handles.get_mut(number).is_none());
            before = number;
        }
        assert_eq!((handles.places.len(), handles.get(kept)), (2, Some(&0)));
        for number in [-1.0, 0.5, f64::NAN, f64::INFINITY, 2.0, 1e300] {
            assert_eq!(handles.get(number), None, "{number}");
        }
    }

    #[test]
    fn a_place_is_left_after_its_last_generation() {
        let mut handles = Handles::default();
        let first = handles.add(1);
        handles.remove(first);
        handles.places[0].generation = GENERATIONS - 1;
        let last = handles.add(2);
        assert!(last < (1_u64 << 53) as f64);
        assert_eq!(handles.remove(last), Some(2));
        let next = handles.add(3);
        assert_eq!((handles.places.len(), handles.get(next), handles.get(last)), (2, Some(&3), None));
    }
}
