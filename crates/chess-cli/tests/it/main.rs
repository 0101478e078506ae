//! The built program, as its users and their scripts see it.

mod bench;
mod book;
mod book_make;
mod completions;
mod convert;
mod distinct;
#[cfg(target_os = "linux")]
mod ends;
#[cfg(unix)]
mod escapes;
mod fen;
#[cfg(target_os = "linux")]
mod full;
#[cfg(unix)]
mod hostile;
mod inspect;
#[cfg(unix)]
mod interrupt;
mod lines;
mod made_tables;
mod man;
mod moves;
#[cfg(unix)]
mod out_file;
mod perft;
mod pgn;
mod play;
mod resolve;
mod run;
#[cfg(target_os = "linux")]
mod scarce;
mod show;
mod suite;
mod svg;
mod table;
mod tables;
mod training;
mod uci;
mod uci_engine;
mod uci_tables;
mod units;
