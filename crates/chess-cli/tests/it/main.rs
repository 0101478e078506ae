//! The built program, as its users and their scripts see it.

#![cfg(feature = "full")]

#[cfg(unix)]
mod analyse;
mod bench;
mod bulk;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod engines;
#[cfg(target_os = "linux")]
mod faults;
mod input;
mod inspect;
#[cfg(unix)]
mod matches;
mod play;
mod run;
#[cfg(target_os = "linux")]
mod scarce;
#[cfg(target_os = "linux")]
mod sessions;
mod show;
mod smallest;
mod summaries;
mod tables;
mod uci;
