//! The enums whose every value has a name of its own that is written and read.

/// Implements `Display` and `FromStr` for an enum with `ALL` and `name`; only the exact name is read.
macro_rules! named_values {
    (
        $type:ident,
        $(#[$error_docs:meta])*
        error: $error:ident $error_text:literal $(,)?
    ) => {
        impl core::fmt::Display for $type {
            /// Writes the [`name`](Self::name); width and alignment of the format are heeded.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        $(#[$error_docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $error;

        $crate::error::error_texts!($error { Self => $error_text });

        impl core::str::FromStr for $type {
            type Err = $error;

            /// Reads the [`name`](Self::name), and no other spelling.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.into_iter().find(|value| value.name() == text).ok_or($error)
            }
        }
    };
}

pub(crate) use named_values;
