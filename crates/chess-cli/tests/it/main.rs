//! The built program, as its users and their scripts see it.

#[cfg(unix)]
mod analyse;
mod bench;
mod book;
mod convert;
mod convert_input;
mod doors;
#[cfg(unix)]
mod hostile;
mod input;
mod inspect;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod matches;
mod moves;
#[cfg(unix)]
mod out_file;
mod packaging;
mod perft;
mod pgn;
mod play;
mod run;
#[cfg(target_os = "linux")]
mod scarce;
mod show;
mod suite;
mod svg;
mod table;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod training;
mod uci;
mod uci_search;
mod units;
