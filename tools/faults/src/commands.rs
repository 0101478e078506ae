use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::row::Row;

/// Names of values in help that stand for files and folders.
const FILES: [&str; 6] = ["<FILE>", "<FILE.bin>", "<DIR>", "<IN>", "<OUT>", "<FILE>..."];

/// Commands, and options that name files, which no row runs: each as words, in the order of help.
///
/// # Errors
/// The program does not answer `-h`.
pub fn uncovered(program: &Path, rows: &[Row]) -> io::Result<Vec<String>> {
    let mut uncovered = Vec::new();
    let mut commands = vec![Vec::new()];
    while let Some(command) = commands.pop() {
        let help = help(program, &command)?;
        let name = command.join(" ");
        let below = section(&help, "Commands:").filter_map(|line| line.split_whitespace().next());
        let below: Vec<&str> = below.filter(|word| *word != "help").collect();
        if below.is_empty() && !rows.iter().any(|row| row.command == name) {
            uncovered.push(name.clone());
        }
        for word in below.into_iter().rev() {
            commands.push(command.iter().cloned().chain([word.to_owned()]).collect());
        }
        for option in section(&help, "Options:").filter(|line| FILES.iter().any(|value| line.contains(value)))
        {
            let option = option.split([' ', ',']).find(|word| word.starts_with("--")).unwrap_or_default();
            let mut same = rows.iter().filter(|row| row.command == name);
            if !option.is_empty() && !same.any(|row| row.args.contains(&option)) {
                uncovered.push(format!("{name} {option}"));
            }
        }
    }
    Ok(uncovered)
}

fn help(program: &Path, command: &[String]) -> io::Result<String> {
    let output = Command::new(program).args(command).arg("-h").stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && !text.is_empty() {
        return Ok(text);
    }
    Err(io::Error::other(format!("{} {} -h: {}", program.display(), command.join(" "), output.status)))
}

/// The lines below a heading of help.
fn section<'a>(help: &'a str, heading: &'a str) -> impl Iterator<Item = &'a str> {
    help.lines()
        .skip_while(move |line| *line != heading)
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .map(str::trim)
}
