#![doc = include_str!("../../../README.md")]

#[doc = include_str!("../../../docs/coming-from.md")]
pub mod coming_from {}
