use crate::mode::Mode;

pub(crate) const HELP: &str = "\
Measures perft of this workspace and of the peers, and writes docs/perft.md, docs/perft.svg and the table in README.md.

usage: report [--rounds N] [--depths D,D,D,D,D,D] [--make-depths D,D,D,D,D,D] [--page NAME]

  --rounds N      best of N rounds; without it 5, about six minutes
  --depths        depths of start, kiwipete, cpw3, cpw4, cpw5, cpw6; without it 6,5,7,5,5,5, those of published figures
  --make-depths   the same where every leaf is made; without it 5,4,6,5,4,4
  --page          name of the page and its picture in docs/; with another one than perft, the README stays as it is
";

/// The page whose figures the README repeats.
pub(crate) const PAGE: &str = "perft";

/// The options of the command line.
pub(crate) struct Options {
    pub(crate) rounds: u32,
    depths: String,
    make_depths: String,
    /// The name of the page, without its ending.
    pub(crate) page: String,
}

impl Options {
    /// Reads the arguments after the program's name; `None` if they ask for help.
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut options = Self {
            rounds: 5,
            depths: "6,5,7,5,5,5".to_owned(),
            make_depths: "5,4,6,5,4,4".to_owned(),
            page: PAGE.to_owned(),
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--rounds" => options.rounds = rounds_of(&value()?)?,
                "--depths" => options.depths = value()?,
                "--make-depths" => options.make_depths = value()?,
                "--page" => options.page = value()?,
                "--help" | "-h" => return Ok(None),
                _ => return Err(format!("unknown argument {arg}")),
            }
        }
        Ok(Some(options))
    }

    /// The depths of a mode, as `ratios` reads them.
    pub(crate) fn depths(&self, mode: Mode) -> &str {
        match mode {
            Mode::Count | Mode::List => &self.depths,
            Mode::Make => &self.make_depths,
        }
    }
}

fn rounds_of(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|&rounds| rounds > 0).ok_or_else(|| "--rounds takes a number from 1".to_owned())
}
