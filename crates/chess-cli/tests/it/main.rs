//! The built program, as its users and their scripts see it.

mod bench;
mod book;
mod book_make;
mod completions;
mod convert;
mod convert_input;
mod distinct;
mod doors;
#[cfg(target_os = "linux")]
mod ends;
#[cfg(unix)]
mod escapes;
mod fen;
mod folder;
#[cfg(target_os = "linux")]
mod full;
mod gone;
mod gzip;
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
#[cfg(all(target_os = "linux", feature = "parquet"))]
mod table_ends;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod training;
mod uci;
mod uci_ends;
mod uci_engine;
mod uci_inspection;
mod uci_tables;
mod units;
