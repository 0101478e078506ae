use std::fs;
use std::path::Path;

use chess_slider::{FancyMagic, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

use crate::magics_file::{push_table, write_atomically};
use crate::random::Random;

/// The magics with a shift for each square, as they are in the tracked file: the first ones that random numbers find.
///
/// Method: <https://www.chessprogramming.org/Looking_for_Magics>.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FancyMagics {
    seed: u64,
    /// By piece and square.
    factors: [[u64; 64]; 2],
}

impl FancyMagics {
    /// Searches from `seed`; every square has random numbers of its own. Takes about a second.
    pub(crate) fn search(seed: u64) -> Self {
        let factors = Slider::ALL.map(|slider| Square::ALL.map(|square| find(slider, square, seed)));
        Self { seed, factors }
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "// Regenerate: cargo xtask gen-magics --seed {:#x}\n\
             //\n\
             // Numbers only: steps.rs uses them.\n",
            self.seed
        );
        for (slider, factors) in Slider::ALL.into_iter().zip(&self.factors) {
            let name = format!("{}_FACTORS: [u64; 64]", slider.to_string().to_uppercase());
            let doc = format!("The magic factors of the {slider}, a1 to h8.");
            push_table(&mut text, &doc, &name, 4, &factors.map(|factor| format!("{factor:#018x},")));
        }
        text
    }

    /// Compares a table of these magics with the ray walk, for every square and every set of relevant squares.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
        for (slider, factors) in Slider::ALL.into_iter().zip(&self.factors) {
            for (square, magic) in Square::ALL.into_iter().zip(FancyMagic::all(slider, factors)) {
                magic.fill(slider, square, &mut table).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// Writes the file unless it exists with the same content; prints the action.
    pub(crate) fn restore(&self, path: &Path) -> Result<String, String> {
        let name = path.display();
        if self.compare(path).is_ok() {
            return Ok(format!("{name} is what this search finds"));
        }
        self.verify().map_err(|error| format!("what was found is wrong: {error}"))?;
        write_atomically(path, &self.text()).map_err(|error| format!("{name}: {error}"))?;
        Ok(format!("128 factors written to {name}"))
    }

    /// Returns true if the file exists and has exactly this content.
    pub(crate) fn compare(&self, path: &Path) -> Result<(), String> {
        let name = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        if text == self.text() {
            Ok(())
        } else {
            Err(format!("{name} is not what the search finds; run cargo xtask gen-magics"))
        }
    }
}

/// The first number that is a magic of the square.
fn find(slider: Slider, square: Square, seed: u64) -> u64 {
    let mut random = Random::new(seed, &[slider as u64, square as u64]);
    let subsets: Vec<_> = slider
        .mask(square)
        .subsets()
        .map(|occupancy| (occupancy, slider.attacks(square, occupancy)))
        .collect();
    // The attacks of an entry, and the attempt that wrote them, so that a new attempt need not clear the table.
    let mut table = vec![(0_u32, Bitboard::EMPTY); subsets.len()];
    let mut attempts = 1..;
    loop {
        let attempt = attempts.next().expect("a square needs some ten thousand attempts");
        // Magics are more frequent among numbers with about eight bits set.
        let magic = FancyMagic::new(slider, square, random.next() & random.next() & random.next(), 0);
        // A factor that leaves few of the highest bits when all relevant squares are occupied hardly ever is a magic,
        // and this test is one multiplication.
        if (magic.mask.0.wrapping_mul(magic.factor) >> 56).count_ones() < 6 {
            continue;
        }
        let is_magic = subsets.iter().all(|&(occupancy, attacks)| {
            let entry = &mut table[magic.index(occupancy)];
            if entry.0 != attempt {
                *entry = (attempt, attacks);
            }
            entry.1 == attacks
        });
        if is_magic {
            return magic.factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_and_every_square_is_right() {
        let found = FancyMagics::search(1);
        assert_eq!(found.verify(), Ok(()));
        assert_eq!(found, FancyMagics::search(1));
        assert_ne!(found.factors, FancyMagics::search(2).factors);
    }

    #[test]
    fn a_factor_that_is_no_magic_is_found_out() {
        let mut damaged = FancyMagics::search(1);
        damaged.factors[1][28] = 1;
        assert!(damaged.verify().unwrap_err().starts_with("bishop entries of e4: occupancy 0x"));
    }

    #[test]
    fn a_damaged_file_is_restored_and_another_left_alone() {
        let path = std::env::temp_dir().join(format!("xtask-fancy-{}.rs", std::process::id()));
        let found = FancyMagics::search(1);
        fs::write(&path, found.text().replacen("0x", "0x1", 3)).unwrap();
        assert!(found.restore(&path).unwrap().starts_with("128 factors written"));
        assert_eq!(fs::read_to_string(&path).unwrap(), found.text());
        assert!(found.restore(&path).unwrap().ends_with("is what this search finds"));
        fs::remove_file(&path).unwrap();
    }
}
