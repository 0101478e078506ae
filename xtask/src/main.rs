//! Writers of tracked files.
fn main() {}
