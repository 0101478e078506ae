//! Tests of the public interface.

mod positions;
mod san;
mod san_errors;
mod uci;
