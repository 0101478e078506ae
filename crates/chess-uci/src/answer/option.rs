use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::error::{ProtocolError, Rule};
use crate::reader::{OneLine, Reader, Words, integer, single_spaced};

/// The answer `option`: an option that the engine has, with its type, range and default.
///
/// # Examples
/// ```
/// use chess_uci::{EngineOption, OptionKind};
///
/// let option: EngineOption = "name Skill Level type spin default 20 min 0 max 20".parse()?;
/// assert_eq!(option.name, "Skill Level");
/// assert_eq!(option.kind, OptionKind::Spin { default: 20, min: 0, max: 20 });
/// assert_eq!(option.to_string(), "option name Skill Level type spin default 20 min 0 max 20");
///
/// // An option that an engine offers in answer to `uci`. `Display` writes the whole line.
/// assert_eq!(EngineOption::spin("Skill Level", 20, 0..=20), option);
/// assert_eq!(EngineOption::check("Ponder", false).to_string(), "option name Ponder type check default false");
/// assert_eq!(EngineOption::button("Clear Hash").to_string(), "option name Clear Hash type button");
/// assert_eq!(EngineOption::string("SyzygyPath", "").to_string(), "option name SyzygyPath type string default <empty>");
/// # Ok::<(), chess_uci::ProtocolError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name, as words with one space between each two. Names are the same in capitals.
    pub name: String,
    /// The type with its range and default.
    pub kind: OptionKind,
}

/// The type of an option, with its default and range.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `check`: on or off.
    Check {
        /// The default; `false` where the engine gives none.
        default: bool,
    },
    /// `spin`: a whole number in a range.
    Spin {
        /// The default; where the engine gives none, the number of the range that is nearest to 0.
        default: i64,
        /// The least value; where the engine gives none, the least of the type.
        min: i64,
        /// The greatest value; where the engine gives none, the greatest of the type.
        max: i64,
    },
    /// `combo`: one of several texts.
    Combo {
        /// The default; where the engine gives none, the first of the texts.
        default: String,
        /// The texts to choose from.
        vars: Vec<String>,
    },
    /// `button`: an action, without a value.
    Button,
    /// `string`: any text.
    String {
        /// The default. The protocol's `<empty>` is read as an empty text, which is written like that.
        default: String,
    },
}

const EMPTY: &str = "<empty>";

impl EngineOption {
    /// Creates an option that is on or off.
    pub fn check(name: &str, default: bool) -> Self {
        Self { name: name.into(), kind: OptionKind::Check { default } }
    }

    /// Creates an option that is a whole number in a range.
    pub fn spin(name: &str, default: i64, range: RangeInclusive<i64>) -> Self {
        let (min, max) = range.into_inner();
        Self { name: name.into(), kind: OptionKind::Spin { default, min, max } }
    }

    /// Creates an option that is an action.
    pub fn button(name: &str) -> Self {
        Self { name: name.into(), kind: OptionKind::Button }
    }

    /// Creates an option that is any text.
    pub fn string(name: &str, default: &str) -> Self {
        Self { name: name.into(), kind: OptionKind::String { default: default.into() } }
    }

    /// The default as a value of `setoption`; `None` for a button.
    pub fn default_value(&self) -> Option<String> {
        match &self.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::String { default } => Some(default.clone()),
            OptionKind::Button => None,
        }
    }

    /// The values that the option takes, in words, if it does not take this one. Letters may have either case.
    ///
    /// # Examples
    /// ```
    /// use chess_uci::EngineOption;
    ///
    /// let hash = EngineOption::spin("Hash", 16, 1..=64);
    /// assert_eq!((hash.expected("64"), hash.expected("0")), (None, Some("an integer from 1 to 64".to_owned())));
    /// ```
    pub fn expected(&self, value: &str) -> Option<String> {
        let (is_taken, expected) = match &self.kind {
            OptionKind::Check { .. } => {
                let is_taken = ["true", "false"].iter().any(|it| value.eq_ignore_ascii_case(it));
                (is_taken, "true or false".to_owned())
            }
            OptionKind::Spin { min, max, .. } => (
                value.parse().is_ok_and(|value| (*min..=*max).contains(&value)),
                format!("an integer from {min} to {max}"),
            ),
            OptionKind::Combo { vars, .. } => {
                let is_taken = vars.iter().any(|var| var.eq_ignore_ascii_case(value));
                (is_taken, format!("one of {}", vars.join(", ")))
            }
            _ => return None,
        };
        (!is_taken).then_some(expected)
    }

    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        reader.words.next_if(|word| word == "name");
        let offset = reader.words.offset();
        // Only a type ends the name, so that a name may have the word in it.
        let name =
            single_spaced(reader.words.until(|words, word| word == "type" && is_before_type(words.clone())));
        if name.is_empty() {
            return Err(reader.error_at("name", offset, Rule::Missing));
        }
        if reader.words.next().is_none() {
            return Err(reader.error_at("type", offset, Rule::OptionType));
        }
        let kind = reader.words.next().map_or("", |word| word.text);
        let kind = match kind {
            "check" => Fields::read(reader).check(reader),
            "spin" => Fields::read(reader).spin(reader),
            "combo" => Fields::read(reader).combo(),
            "button" => OptionKind::Button,
            _ => OptionKind::String { default: rest_after_default(reader) },
        };
        reader.report_rest();
        Ok(Self { name, kind })
    }
}

/// The fields that may follow the types other than `string`, in any order.
#[derive(Default)]
struct Fields {
    default: String,
    /// The bytes before the default.
    offset: usize,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

impl Fields {
    fn read(reader: &mut Reader<'_, '_>) -> Self {
        let mut fields = Self::default();
        while let Some(word) = reader.words.next() {
            match word.text {
                "default" => {
                    fields.offset = reader.words.offset();
                    fields.default = reader.phrase();
                }
                "min" => fields.min = reader.field("min", Rule::Number, integer),
                "max" => fields.max = reader.field("max", Rule::Number, integer),
                "var" => fields.vars.push(reader.phrase()),
                _ => reader.report_unknown(word),
            }
        }
        fields
    }

    fn check(self, reader: &mut Reader<'_, '_>) -> OptionKind {
        let default = match self.default.to_ascii_lowercase().as_str() {
            "true" => true,
            "false" | "" => false,
            _ => {
                reader.report_at("default", self.offset, Rule::Switch);
                false
            }
        };
        OptionKind::Check { default }
    }

    fn spin(self, reader: &mut Reader<'_, '_>) -> OptionKind {
        let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
        let default = integer(&self.default);
        if default.is_none() && !self.default.is_empty() {
            reader.report_at("default", self.offset, Rule::Number);
        }
        OptionKind::Spin { default: default.unwrap_or_else(|| 0.max(min).min(max)), min, max }
    }

    fn combo(self) -> OptionKind {
        let default = if self.default.is_empty() { self.vars.first().cloned() } else { Some(self.default) };
        OptionKind::Combo { default: default.unwrap_or_default(), vars: self.vars }
    }
}

/// Tests whether a word begins a field after the type.
pub(super) fn is_keyword(word: &str) -> bool {
    matches!(word, "default" | "min" | "max" | "var")
}

/// Tests whether the next word but one is a type.
fn is_before_type(mut words: Words<'_>) -> bool {
    words.next();
    words.next().is_some_and(|word| matches!(word.text, "check" | "spin" | "combo" | "button" | "string"))
}

/// The default of a text, which is the rest of the line.
fn rest_after_default(reader: &mut Reader<'_, '_>) -> String {
    let text = match reader.words.next_if(|word| word == "default") {
        Some(_) => reader.words.until(|_, _| false),
        None => "",
    };
    if text == EMPTY { String::new() } else { text.to_owned() }
}

impl core::str::FromStr for EngineOption {
    type Err = ProtocolError;

    /// Reads the text after the word `option`, which it may contain.
    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let mut words = Words::new(text);
        words.next_if(|word| word == "option");
        crate::error::strict(|report| Self::read(&mut Reader::new(words, "option", is_keyword, report)))
    }
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", OneLine(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {}", OneLine(default))?;
                vars.iter().try_for_each(|var| write!(f, " var {}", OneLine(var)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            OptionKind::String { default } => write!(f, "string default {}", OneLine(default)),
        }
    }
}
