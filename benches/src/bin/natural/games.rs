use chess_types::SplitMix64;

use crate::library::Library;

/// Plies after which a game ends.
const LENGTH: u32 = 200;

/// Games at random, written down as the places of the moves played in the lists of one library, so that each library
/// plays the same games and no time goes into finding the moves.
pub(crate) struct Games<L: Library> {
    start: L::Position,
    /// For each game its moves, and [`END`].
    places: Vec<u8>,
}

/// No list has so many moves.
const END: u8 = u8::MAX;

impl<L: Library> Games<L> {
    /// As many games from a position, each until there is no legal move or 200 plies have been played.
    pub(crate) fn at_random(fen: &str, count: u32) -> Self {
        let start = L::parse(fen);
        let mut random = SplitMix64::new(1);
        let mut places = Vec::new();
        for _ in 0..count {
            let mut position = start.clone();
            for _ in 0..LENGTH {
                let list = L::list(&position);
                if list.is_empty() {
                    break;
                }
                // The choice is made among the moves in an order that all libraries share.
                let mut words: Vec<_> = list.iter().map(|&mv| L::word(&position, mv)).collect();
                words.sort_unstable();
                let chosen = words[(random.next_u64() % words.len() as u64) as usize];
                let place = list.iter().position(|&mv| L::word(&position, mv) == chosen);
                let place = place.expect("one of the list");
                places.push(place as u8);
                let mv = list[place];
                drop(list);
                L::play(&mut position, mv);
            }
            places.push(END);
        }
        Self { start, places }
    }

    /// Plays all games: lists the moves, takes one, plays it. Returns the number of plies and a digest of the last positions.
    pub(crate) fn play(&self) -> (u64, u64) {
        let mut plies = 0;
        let mut digest = 0u64;
        let mut position = self.start.clone();
        for &place in &self.places {
            if place == END {
                let [us, them] = L::by_turn(&position);
                digest = digest.rotate_left(7) ^ us ^ them.rotate_left(1);
                position = self.start.clone();
                continue;
            }
            let list = L::list(&position);
            let mv = list[usize::from(place)];
            drop(list);
            L::play(&mut position, mv);
            plies += 1;
        }
        (plies, digest)
    }
}
