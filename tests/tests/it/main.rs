//! Tests that need several crates, or files outside of `crates`.

#[cfg(feature = "peers")]
mod peers;
#[cfg(feature = "readers")]
mod readers;
