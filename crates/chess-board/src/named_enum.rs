/// Defines an enum with a stable identifier and a message for each variant.
macro_rules! named_enum {
    ($(#[$docs:meta])* pub enum $enum:ident { $($(#[$more:meta])* $value:ident $name:literal $text:literal,)+ }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum $enum {
            $(#[doc = concat!("\"", $text, "\".")] $(#[$more])* $value),+
        }

        impl $enum {
            /// All values in the order of their declaration.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Returns the name for programs, which stays the same in later versions: the value in lower case with
            /// underscores.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }
        }

        impl core::fmt::Display for $enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(match self {
                    $(Self::$value => $text),+
                })
            }
        }
    };
}

pub(crate) use named_enum;
