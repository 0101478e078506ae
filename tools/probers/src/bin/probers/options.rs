use std::path::PathBuf;

use chess_probers::answer::Work;

pub(crate) const HELP: &str = "\
Probers of endgame tables side by side. All answers are compared before anything is measured.

usage: probers [--path DIR] [--only WORK] [--library NAME] [--set NAME] [--size N] [--rounds N] [--compare | --once]

  --path DIR      the folder of all tables of three and four pieces; without it ../shared/data/syzygy
  --only WORK     only wdl, dtz or root
  --library NAME  only libraries whose names begin so
  --set NAME      only sets of positions whose names begin so
  --size N        the positions of each set; without it 3000
  --rounds N      medians of N rounds, in which the libraries take turns; without it 9
  --compare       only compare the answers
  --once          probe each set twice, untimed, for callgrind with --toggle-collect='*repeat*'
";

/// The options of the command line.
pub(crate) struct Options {
    pub(crate) task: Task,
    pub(crate) folder: PathBuf,
    pub(crate) works: Vec<Work>,
    pub(crate) library: String,
    pub(crate) set: String,
    pub(crate) size: usize,
    pub(crate) rounds: usize,
}

/// What to do.
pub(crate) enum Task {
    Help,
    Measure,
    Compare,
    Once,
    /// Called by the program itself.
    Cold {
        library: String,
        work: Work,
        threads: usize,
    },
}

impl Options {
    /// Reads the arguments after the program's name.
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            task: Task::Measure,
            folder: PathBuf::from("../shared/data/syzygy"),
            works: Work::ALL.into(),
            library: String::new(),
            set: String::new(),
            size: 3000,
            rounds: 9,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--path" => options.folder = value()?.into(),
                "--only" => options.works = vec![work(&value()?)?],
                "--library" => options.library = value()?,
                "--set" => options.set = value()?,
                "--size" => options.size = number(&value()?)?,
                "--rounds" => options.rounds = number(&value()?)?,
                "--compare" => options.task = Task::Compare,
                "--once" => options.task = Task::Once,
                "--help" | "-h" => options.task = Task::Help,
                "cold" => {
                    options.folder = value()?.into();
                    options.task =
                        Task::Cold { library: value()?, work: work(&value()?)?, threads: number(&value()?)? };
                }
                _ => return Err(format!("unknown argument {arg}")),
            }
        }
        Ok(options)
    }
}

fn work(name: &str) -> Result<Work, String> {
    Work::by_name(name).ok_or(format!("{name:?} is no kind of probe"))
}

fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{text:?} is not a number above 0")),
    }
}
