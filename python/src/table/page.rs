//! The first rows of a table as HTML, which notebooks show.

use std::fmt::Write;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use pyo3::prelude::*;

use super::value::value;

/// The most rows that are shown.
pub(super) const MOST_ROWS: usize = 10;

/// The most characters of a value.
const MOST_CHARS: usize = 60;

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
    let places = batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |i| (batch, i)));
    for (batch, i) in places.take(MOST_ROWS) {
        page.push_str("<tr>");
        for column in batch.columns() {
            let text = value(py, &**column, i)?.str()?.to_string();
            let mut chars = text.chars();
            let start: String = chars.by_ref().take(MOST_CHARS).collect();
            let rest = if chars.next().is_some() { "…" } else { "" };
            let _ = write!(page, "<td>{}{rest}</td>", escaped(&start));
        }
        page.push_str("</tr>\n");
    }
    let columns = schema.fields().len();
    let _ = write!(page, "</tbody>\n</table>\n<p>{rows} rows, {columns} columns</p>");
    Ok(page)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
