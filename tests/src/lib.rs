#![doc = include_str!("../../README.md")]
#![allow(clippy::doc_markdown, reason = "the README names programs as they are written")]

#[doc = include_str!("../../docs/coming-from.md")]
pub mod coming_from {}

#[doc = include_str!("../../docs/cookbook.md")]
pub mod cookbook {}

#[doc = include_str!("../../docs/tutorial.md")]
pub mod tutorial {}
