use chess_benches::position::POSITIONS;

use crate::entry::Mode;
use crate::options::Options;

/// The best speed of one entry on each position, in million leaves a second.
pub(crate) struct Row {
    name: String,
    speeds: [f64; 6],
}

impl Row {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), speeds: [0.0; 6] }
    }

    /// Keeps the speed if it is the best so far of the position with this index.
    #[expect(clippy::cast_precision_loss, reason = "a count of leaves has far fewer than 52 bits")]
    pub(crate) fn add(&mut self, index: usize, leaves: u64, seconds: f64) {
        self.speeds[index] = self.speeds[index].max(leaves as f64 / 1e6 / seconds);
    }

    fn geomean(&self) -> f64 {
        let logarithms: f64 = self.speeds.iter().map(|speed| speed.ln()).sum();
        (logarithms / 6.0).exp()
    }

    /// The number of times that `base` is faster: by the geometric means, and on the position with the least ratio.
    fn ratios(&self, base: &Self) -> (f64, f64) {
        let ratios = base.speeds.iter().zip(&self.speeds).map(|(ours, theirs)| ours / theirs);
        (base.geomean() / self.geomean(), ratios.fold(f64::INFINITY, f64::min))
    }
}

pub(crate) fn print_table(mode: Mode, rows: &[Row], options: &Options) {
    println!("\n{}; Mnps, best of {}\n", mode.title(), options.rounds);
    print!("| program |");
    for (position, depth) in POSITIONS.iter().zip(options.depths) {
        print!(" {} d{depth} |", position.name);
    }
    println!(" geomean | {} is faster by | at least |", rows[0].name);
    println!("|---|{}", "---:|".repeat(9));
    for row in rows {
        print!("| {} |", row.name);
        for speed in row.speeds {
            print!(" {speed:.1} |");
        }
        let (ratio, least) = row.ratios(&rows[0]);
        println!(" {:.1} | {ratio:.2} | {least:.2} |", row.geomean());
    }
}

pub(crate) fn print_json(mode: Mode, rows: &[Row], options: &Options) {
    for row in rows {
        let head = format!("{{\"mode\":\"{}\",\"program\":\"{}\"", mode.name(), row.name);
        for ((position, depth), speed) in POSITIONS.iter().zip(options.depths).zip(row.speeds) {
            let name = position.name;
            println!("{head},\"position\":\"{name}\",\"depth\":{depth},\"mnps\":{speed:.3}}}");
        }
        let (ratio, least) = row.ratios(&rows[0]);
        let geomean = row.geomean();
        println!("{head},\"geomean\":{geomean:.3},\"ratio\":{ratio:.3},\"least_ratio\":{least:.3}}}");
    }
}
