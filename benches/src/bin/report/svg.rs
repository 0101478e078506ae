use std::fmt::Write;

use crate::machine::Machine;
use crate::perft::{MODES, Mode, Results, Row};

const WIDTH: f64 = 760.0;
/// The column where names end and bars begin.
const BARS: f64 = 290.0;
/// Length of the longest bar; the number is behind it.
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
pub(crate) fn plot(results: &Results, machine: &Machine) -> String {
    let mut panels = String::new();
    let mut y = MARGIN;
    for mode in &MODES {
        // This workspace in plain builds, and the peers of the comparison.
        let mut rows = results.rows(mode);
        rows.retain(|row| row.is_reference() || row.is_ours() && row.build == "plain");
        y = panel(&mut panels, y, mode, &rows) + PANEL_GAP;
    }
    let Machine { processor, date, .. } = machine;
    let processor = escaped(processor);
    let _ = writeln!(
        panels,
        r#"<text class="note" x="{MARGIN}" y="{y}">Built for any processor, but for those marked native. {processor}, {date}</text>"#
    );
    let height = y + MARGIN;
    format!(
        r##"<!-- Written by the program `report` of chess-benches: see perft.md. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">
<title>Perft speeds</title>
<style>
{STYLE}</style>
<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>
{panels}</svg>
"##
    )
}

/// Draws a panel from `top` down, and returns where it ends.
fn panel(svg: &mut String, top: f64, mode: &Mode, rows: &[Row<'_>]) -> f64 {
    let Mode { title, note, .. } = mode;
    let (of_title, of_note) = (top + 12.0, top + 31.0);
    let _ = writeln!(
        svg,
        r#"<text class="title" x="{MARGIN}" y="{of_title}">{title}</text>
<text class="note" x="{MARGIN}" y="{of_note}">{note}</text>"#
    );
    let most = rows.iter().map(Row::geomean).fold(0.0, f64::max);
    let mut y = top + TITLE_HEIGHT - 8.0;
    let bars = y;
    for row in rows {
        let length = row.geomean() / most * LONGEST;
        let (class, text_class) = if row.is_ours() { ("ours", "ours-text") } else { ("peer", "peer-text") };
        let suffix = if row.build == "native" { ", native" } else { "" };
        let name = escaped(&(row.name() + suffix));
        let (text, of_name, mean) = (y + BAR_HEIGHT - 5.0, BARS - 10.0, row.geomean());
        let _ = writeln!(
            svg,
            r#"<text class="name {text_class}" x="{of_name}" y="{text}">{name}</text>
<rect class="{class}" x="{BARS}" y="{y}" width="{length:.1}" height="{BAR_HEIGHT}" rx="2"/>
<text class="number {text_class}" x="{:.1}" y="{text}">{mean:.0}</text>"#,
            BARS + length + 8.0
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
