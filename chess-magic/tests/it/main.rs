//! The lookups against slow and obvious twins.

mod sliders;
