//! The first rows of a table: as HTML, which notebooks show, and as text.

use std::fmt::Write;

use arrow_array::{Array, RecordBatch};
use arrow_schema::Schema;
use pyo3::prelude::*;

use super::value::value;

/// The most rows that are shown.
pub(super) const MOST_ROWS: usize = 10;

/// The most characters of a value.
const MOST_CHARS: usize = 60;
const MOST_CHARS_IN_LINES: usize = 24;

/// Returns the names and types of columns, the first rows, and the number of all.
pub(super) fn page(
    py: Python<'_>,
    schema: &Schema,
    batches: &[RecordBatch],
    rows: usize,
) -> PyResult<String> {
    let mut page = String::from("<table>\n<thead><tr>");
    for field in schema.fields() {
        let (name, kind) = (escaped(field.name()), escaped(&field.data_type().to_string()));
        // A string can be written to.
        let _ = write!(page, "<th>{name}<br><small>{kind}</small></th>");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in rows_shown(py, batches, MOST_CHARS)? {
        page.push_str("<tr>");
        for text in row {
            let _ = write!(page, "<td>{}</td>", escaped(&text));
        }
        page.push_str("</tr>\n");
    }
    let columns = schema.fields().len();
    let _ = write!(page, "</tbody>\n</table>\n<p>{rows} rows, {columns} columns</p>");
    Ok(page)
}

/// Returns the same as lines, whose columns stand below each other. Line breaks of a value are blanks.
pub(super) fn text(
    py: Python<'_>,
    schema: &Schema,
    batches: &[RecordBatch],
    rows: usize,
) -> PyResult<String> {
    let mut lines: Vec<Vec<String>> =
        vec![schema.fields().iter().map(|field| field.name().clone()).collect()];
    lines.extend(rows_shown(py, batches, MOST_CHARS_IN_LINES)?);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..schema.fields().len()).map(width).collect();
    let mut page = String::new();
    for line in &lines {
        let start = page.len();
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(page, "{:width$}  ", cell.replace(['\n', '\r'], " "));
        }
        page.truncate(start + page[start..].trim_end().len());
        page.push('\n');
    }
    let _ = write!(page, "{rows} rows, {} columns", widths.len());
    Ok(page)
}

/// Returns the values of the first rows as text, each with at most `most` characters.
fn rows_shown(py: Python<'_>, batches: &[RecordBatch], most: usize) -> PyResult<Vec<Vec<String>>> {
    let places = batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |i| (batch, i)));
    let cell = |column: &dyn Array, i| {
        let text = value(py, column, i)?.str()?.to_string();
        let mut chars = text.chars();
        let start: String = chars.by_ref().take(most).collect();
        Ok(if chars.next().is_some() { start + "…" } else { start })
    };
    let row =
        |(batch, i): (&RecordBatch, usize)| batch.columns().iter().map(|column| cell(&**column, i)).collect();
    places.take(MOST_ROWS).map(row).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
