//! The parts that every program has.

fn main() {}
