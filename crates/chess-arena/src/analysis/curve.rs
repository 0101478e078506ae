//! The curve of a game: White's expected score after each move.

use std::fmt::{self, Display, Write};

use super::annotate::{Analysed, Judged};
use super::judge::Mark;

/// The curve of a game as an SVG picture.
pub struct Curve<'a>(
    /// The game.
    pub &'a Analysed,
);

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 36.0;
const RIGHT: f64 = 16.0;
const BOTTOM: f64 = 30.0;

/// Text within SVG.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace(char::is_control, "\u{fffd}")
}

const fn color(mark: Mark) -> &'static str {
    match mark {
        Mark::Dubious => "#e0a800",
        Mark::Mistake => "#e8730c",
        Mark::Blunder => "#c62828",
    }
}

fn y(expected: f64) -> f64 {
    TOP + HEIGHT * (1.0 - expected)
}

impl Curve<'_> {
    fn x(&self, ply: usize) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "no game has 2^53 moves")]
        let part = ply as f64 / self.0.moves.len().saturating_sub(1).max(1) as f64;
        LEFT + WIDTH * part
    }

    /// The moves that have a value, with their places.
    fn points(&self) -> impl Iterator<Item = (usize, &Judged, f64)> {
        let moves = self.0.moves.iter().enumerate();
        moves.filter_map(|(ply, judged)| Some((ply, judged, judged.expected?)))
    }
}

impl Display for Curve<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
        let tags = self.0.game.tags();
        let (white, black) = (escaped(tags.white()), escaped(tags.black()));
        let (bottom, right) = (TOP + HEIGHT, LEFT + WIDTH);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">"
        )?;
        writeln!(f, "<title>{white} against {black}: White's expected score after each move</title>")?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>")?;
        writeln!(
            f,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#4a4a4a\"/>"
        )?;
        let result = self.0.game.result().as_str();
        writeln!(f, "<text x=\"{LEFT}\" y=\"22\" font-size=\"16\">{white} – {black}, {result}</text>")?;
        legend(f, right)?;
        // White's part is light, below the curve.
        let mut line = String::new();
        for (ply, _, expected) in self.points() {
            write!(line, " {:.1},{:.1}", self.x(ply), y(expected))?;
        }
        if let (Some((first, ..)), Some((last, ..))) = (self.points().next(), self.points().last()) {
            let (first, last) = (self.x(first), self.x(last));
            writeln!(
                f,
                "<polygon points=\"{first:.1},{bottom}{line} {last:.1},{bottom}\" fill=\"#f2f0ea\"/>"
            )?;
        }
        for (percent, label) in [(100, "100 %"), (75, ""), (50, "50 %"), (25, ""), (0, "0 %")] {
            let y = y(f64::from(percent) / 100.0);
            let dash = if percent == 50 { "" } else { " stroke-dasharray=\"2 6\"" };
            writeln!(f, "<path d=\"M{LEFT} {y}H{right}\" stroke=\"#999\"{dash}/>")?;
            writeln!(f, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", LEFT - 6.0, y + 4.0)?;
        }
        self.numbers(f, bottom)?;
        writeln!(
            f,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f6fb2\" stroke-width=\"2\"/>",
            line.trim_start()
        )?;
        for (ply, judged, expected) in self.points() {
            let (x, y) = (self.x(ply), y(expected));
            if let Some(mark) = judged.mark {
                let loss =
                    judged.loss.map(|loss| format!(", {:.0} % lost", 100.0 * loss)).unwrap_or_default();
                writeln!(
                    f,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{}\" stroke=\"#fff\"><title>{} {}{}{loss}</title></circle>",
                    color(mark),
                    judged.number,
                    escaped(&judged.san),
                    mark.text()
                )?;
            }
        }
        f.write_str("</svg>")
    }
}

impl Curve<'_> {
    /// Every tenth move number.
    fn numbers(&self, f: &mut fmt::Formatter<'_>, bottom: f64) -> fmt::Result {
        for (ply, judged) in self.0.moves.iter().enumerate() {
            let number = judged.number.trim_end_matches('.');
            if number.ends_with('0') && judged.mover == chess_types::Color::White {
                let x = self.x(ply);
                writeln!(f, "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#666\"/>")?;
                writeln!(
                    f,
                    "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                    bottom + 19.0
                )?;
            }
        }
        Ok(())
    }
}

/// The colours of the marks, from the right.
fn legend(f: &mut fmt::Formatter<'_>, right: f64) -> fmt::Result {
    let mut x = right - 90.0 * 3.0;
    for (mark, name) in Mark::ALL.into_iter().zip(["inaccuracy", "mistake", "blunder"]) {
        writeln!(f, "<circle cx=\"{x}\" cy=\"18\" r=\"5\" fill=\"{}\"/>", color(mark))?;
        writeln!(f, "<text x=\"{}\" y=\"22\">{name}</text>", x + 9.0)?;
        x += 90.0;
    }
    Ok(())
}
