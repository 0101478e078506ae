#![doc = include_str!("../../README.md")]

pub mod picker;

#[doc = include_str!("../../docs/coming-from.md")]
pub mod coming_from {}
