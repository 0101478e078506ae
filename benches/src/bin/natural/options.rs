use crate::bench::Bench;
use crate::case::Case;

pub(crate) const HELP: &str = "\
Natural use of this workspace and of the peers, side by side: what one writes with the public API.

usage: natural --report FILE... | --readme FILE...
       natural [--only BENCH] [--library NAME] [--fen FEN] [--depth N] [--rounds N] [--once] [--json]

  --only BENCH    only benches whose names begin so: perft, games, walk, idiom, call
  --library NAME  only programs whose names begin so, such as 'ours' or 'ours, make'
  --fen FEN       this position in place of those of the benches
  --depth N       this depth, or of games so many, in place of those of the benches
  --once          do the work of each program once, untimed, for a profile
  --rounds N      medians of N rounds; without it 5
  --json          JSON Lines instead of tables
  --report FILE...
                  tables of what copies of the program have printed with --json, a file for each copy
  --readme FILE...
                  the same for the README

If one program is left on one case, its figure alone is printed.
";

/// The options of the command line.
#[derive(Default)]
pub(crate) struct Options {
    only: String,
    library: String,
    fen: Option<String>,
    depth: Option<u32>,
    pub(crate) rounds: usize,
    pub(crate) once: bool,
    pub(crate) json: bool,
    /// Nothing is measured, figures of these files are shown.
    pub(crate) report: Option<(Form, Vec<String>)>,
}

/// The form in which figures are printed.
pub(crate) enum Form {
    /// All of them.
    Page,
    /// The rows of the README.
    Readme,
}

impl Options {
    /// Reads the arguments after the program's name; `None` if they ask for help.
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut options = Self { rounds: 5, ..Self::default() };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--only" => options.only = value()?,
                "--library" => options.library = value()?,
                "--fen" => options.fen = Some(value()?),
                "--depth" => options.depth = Some(number(&value()?)?),
                "--rounds" => options.rounds = number(&value()?)? as usize,
                "--once" => options.once = true,
                "--json" => options.json = true,
                "--report" | "--readme" => {
                    let form = if arg == "--report" { Form::Page } else { Form::Readme };
                    options.report = Some((form, args.by_ref().collect()));
                }
                "--help" | "-h" => return Ok(None),
                _ => return Err(format!("unknown argument {arg}")),
            }
        }
        Ok(Some(options))
    }

    /// The benches that the options select.
    pub(crate) fn select(&self, benches: Vec<Bench>) -> Result<Vec<Bench>, String> {
        let mut left = Vec::new();
        for mut bench in benches {
            bench.entries.retain(|entry| entry.name.starts_with(&self.library));
            if let Some(fen) = &self.fen {
                let depth = bench.cases[0].depth;
                bench.cases = vec![Case { name: "FEN".to_owned(), fen: fen.clone(), depth }];
            }
            if let Some(depth) = self.depth {
                for case in &mut bench.cases {
                    case.name = format!("{} d{depth}", case.name.split(' ').next().unwrap_or_default());
                    case.depth = depth;
                }
            }
            if bench.name.starts_with(&self.only) && !bench.entries.is_empty() {
                left.push(bench);
            }
        }
        if left.is_empty() { Err("there is no such bench or program".to_owned()) } else { Ok(left) }
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| format!("{text} is no number from 1"))
}
