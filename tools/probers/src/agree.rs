//! The comparison of the libraries' answers.

use chess_board::Position;

use crate::contest::Contestant;

/// The number of answers that have been compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    /// Positions whose value all libraries have told.
    pub values: u64,
    /// Distances that two libraries have told.
    pub distances: u64,
    /// Those of them that differ by a ply where both are rounded.
    pub rounded: u64,
}

/// Compares the answers of all libraries at each position with those of the first.
///
/// # Panics
///
/// If two libraries differ in a value, or in a distance by more than rounding allows.
pub fn compare(contestants: &mut [Box<dyn Contestant>], positions: &[Position]) -> Agreement {
    let mut agreement = Agreement { values: positions.len() as u64, ..Agreement::default() };
    let Some((first, others)) = contestants.split_first_mut() else { return agreement };
    let expected = first.answers(positions);
    for other in others {
        for ((position, expected), answer) in positions.iter().zip(&expected).zip(other.answers(positions)) {
            let both = format!("{} and {} at {position}", first.name(), other.name());
            assert_eq!(expected.0, answer.0, "values of {both}");
            if let (Some(expected), Some(answer)) = (expected.1, answer.1) {
                assert!(expected.agrees(answer), "distances of {both}: {expected:?}, {answer:?}");
                agreement.distances += 1;
                agreement.rounded += u64::from(expected.plies != answer.plies);
            }
        }
    }
    agreement
}
