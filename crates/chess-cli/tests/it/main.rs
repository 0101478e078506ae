//! The built program, as its users and their scripts see it.

#[cfg(unix)]
mod analyse;
mod bench;
mod bulk;
mod doors;
#[cfg(unix)]
mod hostile;
mod input;
mod inspect;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
mod out_file;
mod packaging;
mod perft;
mod play;
mod run;
#[cfg(target_os = "linux")]
mod scarce;
#[cfg(target_os = "linux")]
mod sessions;
mod show;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod uci;
mod uci_search;
