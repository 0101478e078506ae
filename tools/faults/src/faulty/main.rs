//! A program that breaks one rule in each mode, and a mode that breaks none: the kit must detect the former and pass the latter.

#![forbid(unsafe_code)]
// Some modes break exactly these rules.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::env;
use std::ffi::{OsStr, OsString};
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
    let mode = args.first().and_then(|word| word.to_str()).unwrap_or_default();
    if args.iter().any(|word| word == "-h") {
        let text = match mode {
            "group" if args.len() == 2 => GROUP_HELP,
            "-h" => HELP,
            _ => "Usage: faulty COMMAND IN OUT\n",
        };
        print!("{text}");
        return ExitCode::SUCCESS;
    }
    if mode == "--version" {
        println!("faulty 1.0");
        return ExitCode::SUCCESS;
    }
    let Err(error) = run(mode, &args[1..]) else { return ExitCode::SUCCESS };
    let text = error.to_string();
    let _ = match mode {
        "silent" => Ok(()),
        "vague" => writeln!(io::stderr(), "error: {}", text.split(": ").last().unwrap_or_default()),
        "twice" => writeln!(io::stderr(), "error: {text}\nerror: {text}"),
        _ => writeln!(io::stderr(), "error: {text}"),
    };
    ExitCode::FAILURE
}

fn run(mode: &str, args: &[OsString]) -> io::Result<()> {
    let [input, outputs @ ..] = args else { return Err(io::Error::other("the command line: no input")) };
    // Only `copies` accepts a name that is not UTF-8, and only `appends` another word behind it.
    let is_strange = mode != "copies" && outputs.first().is_some_and(|word| word.to_str().is_none());
    if is_strange || (mode != "appends" && outputs.len() > 1) {
        return Err(io::Error::other("the command line: an unknown word"));
    }
    match mode {
        "leaves" => drop(File::create("left.part")?),
        // Wrong where a name is not UTF-8.
        "strict" => drop(input.to_str().expect("a name").to_owned()),
        _ => {}
    }
    let text = read(input, mode == "grabs").map_err(about(input))?;
    match mode {
        "leaves" => fs::remove_file("left.part")?,
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
        ("echoes", _) => io::stdout().write_all(&text).map_err(about("standard output".as_ref()))?,
        ("tears", [out, ..]) => {
            let (first, second) = text.split_at(text.len() / 2);
            let mut file = File::create(out)?;
            file.write_all(first)?;
            thread::sleep(Duration::from_millis(300));
            file.write_all(second)?;
        }
        // A second run does not read the output of the first.
        ("appends", [folder, ..]) => {
            fs::create_dir_all(folder)?;
            let mut file = File::options().create(true).append(true).open(Path::new(folder).join("rows"))?;
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                file.write_all(line)?;
                thread::sleep(Duration::from_millis(1));
            }
        }
        (_, [out, ..]) => copy(out, &text).map_err(about(out))?,
        _ => print_all(&text)?,
    }
    Ok(())
}

/// Adds the object of an error.
fn about(name: &OsStr) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", name.display()))
}

/// The first 64 KiB of a file, or as many bytes as the file's metadata reports.
fn read(input: &OsStr, all: bool) -> io::Result<Vec<u8>> {
    let mut file = File::open(input)?;
    let mut text = Vec::new();
    if all {
        text.resize(file.metadata()?.len() as usize, 0);
        file.read_exact(&mut text)?;
    } else {
        file.take(1 << 16).read_to_end(&mut text)?;
    }
    Ok(text)
}

fn print_all(text: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(text).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(about("standard output".as_ref())(error)),
        _ => Ok(()),
    }
}

fn copy(out: &OsStr, text: &[u8]) -> io::Result<()> {
    if fs::metadata(out).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other("no regular file"));
    }
    if out.as_encoded_bytes().ends_with(b"/") {
        return Err(io::Error::other("the name of a folder"));
    }
    if fs::exists(out)? {
        drop(File::options().write(true).open(out)?);
    }
    let folder = Path::new(out).parent().filter(|folder| *folder != "").unwrap_or(".".as_ref());
    let mut part = tempfile::NamedTempFile::new_in(folder)?;
    part.write_all(text)?;
    part.persist(out)?;
    Ok(())
}
