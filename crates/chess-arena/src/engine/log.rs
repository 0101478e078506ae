use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime};

use chess_uci::client::Tap;

use crate::date::utc;

/// A file that gets what engines are sent and answer, each line with its time in seconds, the name of the engine and the number of
/// its process: `12.345 > chess#2: go depth 9`.
#[derive(Clone, Debug)]
pub struct Log {
    file: Arc<Mutex<File>>,
    processes: Arc<AtomicUsize>,
    begun: Instant,
}

impl Log {
    /// Creates a file, or appends to an existing one.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let date = utc(SystemTime::now()).map(|(date, _)| date.to_string()).unwrap_or_default();
        writeln!(file, "{date}, seconds from here, > to an engine, < from it")?;
        Ok(Self { file: Arc::new(Mutex::new(file)), processes: Arc::default(), begun: Instant::now() })
    }

    /// A function that writes the lines of an engine of this name.
    pub(super) fn tap(&self, name: &str) -> Tap {
        let name = format!("{name}#{}", self.processes.fetch_add(1, Ordering::Relaxed) + 1);
        let log = self.clone();
        Box::new(move |is_sent, line| {
            let time = log.begun.elapsed().as_secs_f64();
            let text = format!("{time:.3} {} {name}: {line}\n", if is_sent { '>' } else { '<' });
            // A full disk ends no game.
            let _ = log.file.lock().map(|mut file| file.write_all(text.as_bytes()));
        })
    }
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for Log {}
