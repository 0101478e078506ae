//! A program that breaks one rule in each mode, and a mode that breaks none: the kit must see the first and pass the second.

#![forbid(unsafe_code)]
// Some modes are wrong in just this.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

const HELP: &str = "\
Usage: faulty <COMMAND> IN [OUT]

Commands:
  good       Breaks no rule
  forgotten  No row runs this
  group      Has commands of its own
  help       Print this message

Options:
  -h, --help        Print help
      --log <FILE>  No row has this option
";

const GROUP_HELP: &str = "\
Usage: faulty group <COMMAND>

Commands:
  inner  No row runs this either
";

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    if args.iter().any(|word| word == "-h") {
        let text = match args[0].to_str() {
            Some("group") if args.len() == 2 => GROUP_HELP,
            Some("-h") => HELP,
            _ => "Usage: faulty COMMAND IN OUT\n",
        };
        print!("{text}");
        return ExitCode::SUCCESS;
    }
    if args.first().is_some_and(|word| word == "--version") {
        println!("faulty 1.0");
        return ExitCode::SUCCESS;
    }
    let mode = args.first().and_then(|word| word.to_str()).unwrap_or_default().to_owned();
    match run(&mode, &args[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) if mode == "silent" => ExitCode::FAILURE,
        Err(error) => {
            let text = match &*mode {
                "vague" => error.to_string().split(": ").last().map(str::to_owned).unwrap_or_default(),
                "twice" => format!("{error}\nerror: {error}"),
                _ => error.to_string(),
            };
            let _ = writeln!(io::stderr(), "error: {text}");
            ExitCode::FAILURE
        }
    }
}

fn run(mode: &str, args: &[OsString]) -> io::Result<()> {
    let [input, outputs @ ..] = args else { return Err(io::Error::other("the command line: no input")) };
    // The name of an output may be any; what follows it is not known, but for the mode that goes on.
    let is_strange = mode != "copies" && outputs.first().is_some_and(|word| word.to_str().is_none());
    if is_strange || (mode != "appends" && outputs.len() > 1) {
        return Err(io::Error::other("the command line: an unknown word"));
    }
    let about = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", input.display()));
    if mode == "leaves" {
        File::create("left.part")?;
    }
    if mode == "strict" {
        // Wrong where a name is not UTF-8.
        let _ = input.to_str().expect("a name");
    }
    let text = match mode {
        "grabs" => {
            let mut file = File::open(input).map_err(about)?;
            let mut bytes = vec![0; file.metadata()?.len() as usize];
            file.read_exact(&mut bytes).map_err(about)?;
            bytes
        }
        _ => start(input).map_err(about)?,
    };
    if mode == "leaves" {
        fs::remove_file("left.part")?;
    }
    match mode {
        "spawns" => drop(thread::spawn(|| ()).join()),
        "opens" => drop((0..3).map(|_| File::open("/dev/null").expect("a file")).collect::<Vec<_>>()),
        "large" => drop(std::hint::black_box(vec![1u8; 32 << 20])),
        "waits" => {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(1) {}
        }
        "tells" => eprintln!("a note"),
        "differs" => println!("{}", std::process::id()),
        "doubles" if env::var_os("COLUMNS").is_some_and(|value| value.to_str().is_none()) => {
            print_all(&text)?;
        }
        _ => {}
    }
    match (mode, outputs) {
        ("panics", _) => String::from_utf8_lossy(&text).lines().for_each(|line| println!("{line}")),
        ("ignores", [out, ..]) => drop(fs::write(out, &text)),
        ("ignores", _) => drop(io::stdout().write_all(&text)),
        ("echoes", _) => io::stdout()
            .write_all(&text)
            .map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")))?,
        ("tears", [out, ..]) => {
            let (first, second) = text.split_at(text.len() / 2);
            let mut file = File::create(out)?;
            file.write_all(first)?;
            thread::sleep(Duration::from_millis(40));
            file.write_all(second)?;
        }
        // A second run does not look at what the first has done.
        ("appends", [folder, ..]) => {
            fs::create_dir_all(folder)?;
            let mut file = File::options().create(true).append(true).open(Path::new(folder).join("rows"))?;
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                file.write_all(line)?;
                thread::sleep(Duration::from_millis(1));
            }
        }
        (_, [out, ..]) => copy(out, &text)?,
        _ => print_all(&text)?,
    }
    Ok(())
}

/// The first 64 KiB of a file.
fn start(input: &OsString) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(input)?.take(1 << 16).read_to_end(&mut text)?;
    Ok(text)
}

fn print_all(text: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(text).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(io::Error::new(error.kind(), format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn copy(out: &OsString, text: &[u8]) -> io::Result<()> {
    let about = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", out.display()));
    if fs::metadata(out).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(about(io::Error::other("no regular file")));
    }
    if out.as_encoded_bytes().ends_with(b"/") {
        return Err(about(io::Error::other("the name of a folder")));
    }
    if fs::exists(out).map_err(about)? {
        drop(File::options().write(true).open(out).map_err(about)?);
    }
    let folder = Path::new(out).parent().filter(|folder| *folder != "").unwrap_or(".".as_ref());
    let mut part = tempfile::NamedTempFile::new_in(folder).map_err(about)?;
    part.write_all(text).map_err(about)?;
    part.persist(out).map_err(|error| about(error.error))?;
    Ok(())
}
