//! Tests of positions: reading, validating, writing, making and unmaking moves.

mod changes;
mod fen;
mod fen_errors;
mod fen_fuzz;
mod fen_naive;
mod history;
mod keys;
mod lenient;
mod make;
mod position;
mod queries;
mod starts;
mod validate;
