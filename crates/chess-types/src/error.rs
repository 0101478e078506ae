//! The implementations that every error type needs and that a derive macro would write.

/// Implements `Display` and `Error` for an error whose every case has a fixed text.
macro_rules! error_texts {
    ($error:ident { $($case:pat => $text:literal),+ $(,)? }) => {
        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self {
                    $($case => $text),+
                })
            }
        }

        impl core::error::Error for $error {}
    };
}

pub(crate) use error_texts;
