use std::fmt::Write;

use crate::builds::Build;
use crate::machine::Machine;
use crate::mode::Mode;
use crate::results::{Results, Row};

const WIDTH: f64 = 760.0;
/// The column where names end and bars begin.
const BARS: f64 = 290.0;
/// Length of the longest bar; the number stands behind it.
const LONGEST: f64 = 400.0;
const BAR_HEIGHT: f64 = 18.0;
const BAR_STEP: f64 = 25.0;
const TITLE_HEIGHT: f64 = 52.0;
const PANEL_GAP: f64 = 14.0;
const MARGIN: f64 = 24.0;

/// White on its own, so that it can be read on pages of any colour.
const STYLE: &str = "\
text { font-family: 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif; font-size: 13px; fill: #24292f }
.title { font-size: 16px; font-weight: 600 }
.note { font-size: 12px; fill: #57606a }
.name { text-anchor: end }
.number { font-variant-numeric: tabular-nums }
.ours { fill: #1f6f54 }
.ours-text { font-weight: 600 }
.peer { fill: #b6bec8 }
.axis { stroke: #8c959f }
";

/// The geometric means as bars, a panel for each mode.
pub(crate) fn plot(results: &Results, machine: &Machine, page: &str) -> String {
    let mut panels = String::new();
    let mut y = MARGIN;
    for mode in Mode::ALL {
        y = panel(&mut panels, y, mode, &shown(results, mode)) + PANEL_GAP;
    }
    let Machine { processor, date, .. } = machine;
    let processor = escaped(processor);
    let _ = writeln!(
        panels,
        r#"<text class="note" x="{MARGIN}" y="{y}">Built for any processor, but for those marked native. {processor}, {date}</text>"#
    );
    let height = y + MARGIN;
    format!(
        r##"<!-- Written by the program `report` of chess-benches: see {page}.md. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">
<title>Perft speeds</title>
<style>
{STYLE}</style>
<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>
{panels}</svg>
"##
    )
}

/// This workspace as plain builds make it, the fastest first, and the peers as they are compared with it.
fn shown(results: &Results, mode: Mode) -> Vec<&Row> {
    let references = results.references(mode);
    let is_shown = |row: &&Row| {
        let is_reference = references.iter().any(|reference| std::ptr::eq(*reference, *row));
        is_reference || row.is_ours() && row.build == Build::Plain
    };
    results.rows(mode).into_iter().filter(is_shown).collect()
}

/// Draws a panel from `top` down, and returns where it ends.
fn panel(svg: &mut String, top: f64, mode: Mode, rows: &[&Row]) -> f64 {
    let title = mode.title();
    let note = note(mode);
    let _ = writeln!(svg, r#"<text class="title" x="{MARGIN}" y="{}">{title}</text>"#, top + 12.0);
    let _ = writeln!(svg, r#"<text class="note" x="{MARGIN}" y="{}">{note}</text>"#, top + 31.0);
    let most = rows.iter().map(|row| row.geomean()).fold(0.0, f64::max);
    let mut y = top + TITLE_HEIGHT - 8.0;
    let bars = y;
    for row in rows {
        let length = row.geomean() / most * LONGEST;
        let (class, text_class) = if row.is_ours() { ("ours", "ours-text") } else { ("peer", "peer-text") };
        let suffix = if row.build == Build::Native { ", native" } else { "" };
        let name = escaped(&(row.name() + suffix));
        let text = y + BAR_HEIGHT - 5.0;
        let _ =
            writeln!(svg, r#"<text class="name {text_class}" x="{}" y="{text}">{name}</text>"#, BARS - 10.0);
        let _ = writeln!(
            svg,
            r#"<rect class="{class}" x="{BARS}" y="{y}" width="{length:.1}" height="{BAR_HEIGHT}" rx="2"/>"#
        );
        let _ = writeln!(
            svg,
            r#"<text class="number {text_class}" x="{:.1}" y="{text}">{:.0}</text>"#,
            BARS + length + 8.0,
            row.geomean()
        );
        y += BAR_STEP;
    }
    let _ = writeln!(
        svg,
        r#"<path class="axis" d="M{BARS} {}V{}"/>"#,
        bars - 4.0,
        y - BAR_STEP + BAR_HEIGHT + 4.0
    );
    y + PANEL_GAP
}

fn note(mode: Mode) -> &'static str {
    match mode {
        Mode::Count => {
            "Perft in million leaves a second, geometric mean of six positions, one thread, no hash"
        }
        Mode::List => "The same, when the last ply is the length of a move list",
        Mode::Make => "The same, when every leaf is made on the board",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
