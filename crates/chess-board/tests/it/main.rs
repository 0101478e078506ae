//! Tests of positions: reading, validating, writing, making and unmaking moves.

mod fen;
mod fen_oracle;
mod history;
mod keys;
mod lenient;
mod make;
mod position;
mod queries;
mod setups;
mod validate;
