use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{fs, thread};

/// The machine, the date and the version that the figures belong to.
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) date: String,
    pub(crate) compiler: String,
    /// Names and versions.
    pub(crate) peers: String,
    pub(crate) commit: String,
}

impl Machine {
    pub(crate) fn ask(root: &Path) -> Result<Self, Box<dyn Error>> {
        let run = |program: &str, args: &[&str]| first_line(root, program, args);
        let commit = run("git", &["rev-parse", "--short=10", "HEAD"])?;
        // What this program writes is no change that would matter.
        let sources = ["status", "--porcelain", "--", ".", ":!docs", ":!README.md"];
        let is_changed = !run("git", &sources)?.is_empty();
        Ok(Self {
            processor: processor(),
            cores: thread::available_parallelism()?.get(),
            date: run("date", &["+%Y-%m-%d"])?,
            peers: peers(&fs::read_to_string(root.join("Cargo.lock"))?),
            compiler: run("rustc", &["--version"])?,
            commit: if is_changed { format!("{commit} with uncommitted changes") } else { commit },
        })
    }
}

fn first_line(root: &Path, program: &str, args: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).current_dir(root).args(args).output()?;
    if !output.status.success() {
        return Err(format!("{program} has failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?.lines().next().unwrap_or_default().to_owned())
}

/// The peers with the versions that stand in `Cargo.lock`, each on the line after its name.
fn peers(lock: &str) -> String {
    let version = |name: &str| {
        let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
        let version = lines.nth(1).and_then(|line| line.strip_prefix("version = ")).unwrap_or_default();
        format!("{name} {}", version.trim_matches('"'))
    };
    ["cozy-chess", "chess", "shakmaty"].map(version).join(", ")
}

/// The name the processor gives itself, where Linux tells it.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let names = info.lines().filter(|line| line.starts_with("model name"));
    let name = names.filter_map(|line| line.split_once(": ")).map(|(_, name)| name.trim()).next();
    name.map_or_else(|| format!("a processor of {}", std::env::consts::ARCH), str::to_owned)
}
