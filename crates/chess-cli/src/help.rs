//! Help: a screen with `-h`, the whole with `--help`, both wrapped to the terminal.

use clap::Command;

/// The widest lines of help.
const MAX_WIDTH: usize = 100;

/// The examples in the help that is a screen.
const EXAMPLES: usize = 2;

/// Gives a command, and those below it, the two helps. What stands behind the options is all in `--help`, and a few examples in `-h`.
pub(crate) fn dress(command: Command) -> Command {
    let command = command.max_term_width(MAX_WIDTH).mut_subcommands(dress);
    match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(short(&text)).after_long_help(unbroken(&text)),
        None => command,
    }
}

/// The first examples of a text.
fn short(text: &str) -> String {
    let examples = text.lines().take_while(|line| !line.is_empty()).take(1 + EXAMPLES);
    examples.collect::<Vec<_>>().join("\n")
}

/// Joins the lines of each paragraph, so that they can be wrapped anew. Lines that are indented stay.
fn unbroken(text: &str) -> String {
    let mut joined = String::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_text = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if goes_on && is_text { ' ' } else { '\n' });
        }
        joined.push_str(line);
        goes_on = is_text && !line.ends_with(':');
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_joined_and_lists_stay() {
        let text = "Examples:\n  chess a\n  chess b\n  chess c\n  chess d\n\nOne line\ngoes on.\n\nKeys:\n  a  b\nThe\nend.";
        assert_eq!(
            unbroken(text),
            "Examples:\n  chess a\n  chess b\n  chess c\n  chess d\n\nOne line goes on.\n\nKeys:\n  a  b\nThe end."
        );
        assert_eq!(short(text), "Examples:\n  chess a\n  chess b");
    }
}
