//! The `chess` program.
fn main() {}
