//! The built program, as its users and their scripts see it. Without the feature `full`, the commands that it has then.

#[cfg(all(unix, feature = "full"))]
mod analyse;
#[cfg(feature = "full")]
mod bench;
#[cfg(feature = "full")]
mod bulk;
#[cfg(feature = "full")]
mod check;
#[cfg(all(unix, feature = "full"))]
mod commands;
#[cfg(all(unix, feature = "full"))]
mod engines;
#[cfg(all(target_os = "linux", feature = "full"))]
mod faults;
mod help;
mod input;
mod inspect;
#[cfg(feature = "full")]
mod kept;
#[cfg(all(unix, feature = "full"))]
mod language;
#[cfg(all(unix, feature = "full"))]
mod matches;
#[cfg(feature = "full")]
mod play;
mod run;
#[cfg(all(target_os = "linux", feature = "full"))]
mod scarce;
#[cfg(all(unix, feature = "full"))]
mod schedules;
#[cfg(target_os = "linux")]
mod sessions;
mod show;
#[cfg(target_os = "linux")]
mod signals;
#[cfg(feature = "full")]
mod sittings;
#[cfg(feature = "full")]
mod smallest;
#[cfg(feature = "full")]
mod summaries;
#[cfg(feature = "full")]
mod tables;
#[cfg(feature = "full")]
mod uci;
