use chess_benches::position::POSITIONS;

use crate::entry::Mode;

pub(crate) const HELP: &str = "\
Perft of this workspace and of the peers, side by side, in million leaves a second of processor time.

usage: ratios [--full] [--depths D,D,D,D,D,D] [--rounds N] [--mode count|list|make]... [--json]

  --full       the depths of published figures (6,5,7,5,5,5); takes several minutes
  --depths     a depth for each of start, kiwipete, cpw3, cpw4, cpw5, cpw6; without it 5,4,6,5,4,4
  --rounds N   best of N rounds; without it 5
  --mode M     only this way to count; may be given more than once
  --json       JSON Lines instead of tables
";

/// The options of the command line.
pub(crate) struct Options {
    pub(crate) depths: [u32; 6],
    pub(crate) rounds: u32,
    pub(crate) modes: Vec<Mode>,
    pub(crate) json: bool,
}

impl Options {
    /// Reads the arguments after the program's name; `None` if they ask for help.
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let depths = POSITIONS.each_ref().map(|position| position.depth);
        let mut options = Self { depths, rounds: 5, modes: Vec::new(), json: false };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--full" => options.depths = POSITIONS.each_ref().map(|position| position.full_depth),
                "--depths" => options.depths = depths_of(&value()?)?,
                "--rounds" => options.rounds = rounds_of(&value()?)?,
                "--mode" => options.modes.push(mode_of(&value()?)?),
                "--json" => options.json = true,
                "--help" | "-h" => return Ok(None),
                _ => return Err(format!("unknown argument {arg}")),
            }
        }
        if options.modes.is_empty() {
            options.modes = Mode::ALL.to_vec();
        }
        Ok(Some(options))
    }
}

fn depths_of(text: &str) -> Result<[u32; 6], String> {
    let depths: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    let depths = depths.ok().and_then(|depths| depths.try_into().ok()).ok_or("--depths takes six numbers")?;
    match POSITIONS.iter().zip(&depths).find(|&(position, &depth)| position.leaves(depth).is_none()) {
        Some((position, depth)) => {
            Err(format!("no count is published for {} at depth {depth}", position.name))
        }
        None => Ok(depths),
    }
}

fn rounds_of(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|&rounds| rounds > 0).ok_or_else(|| "--rounds takes a number from 1".to_owned())
}

fn mode_of(text: &str) -> Result<Mode, String> {
    let mode = Mode::ALL.into_iter().find(|mode| mode.name() == text);
    mode.ok_or_else(|| "--mode takes count, list or make".to_owned())
}
