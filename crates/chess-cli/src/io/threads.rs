//! The threads that a user asks for by their number, and Ctrl-C.

use std::fs;
use std::hint::black_box;
use std::path::Path;
#[cfg(feature = "full")]
use std::sync::Arc;
use std::sync::Mutex;
#[cfg(feature = "full")]
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::thread::{self, Builder};

#[cfg(feature = "full")]
use crate::error::Verdict;
use crate::io::diagnostics;

/// The memory in bytes that is left beside what a user asks for: for signal stacks, without which a thread would end the program,
/// an arena of the allocator, and small allocations.
pub(crate) const ROOM: usize = 64 << 20;

/// The memory in bytes that each thread may need for its work.
const WORK: usize = 4 << 20;

/// Tests whether this many bytes of memory could be allocated. Up to 32 MiB, the request would change how glibc allocates.
pub(crate) fn has_room(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let reserved = probe.try_reserve_exact(bytes);
    // The compiler may leave out an allocation without a use.
    black_box(&probe);
    reserved.is_ok()
}

/// The most bytes for a table of a size that a user chooses, which has `present` bytes by now: what is free, less an eighth. More would take
/// minutes to fill, or end the program.
pub(crate) fn most_for_table(present: usize) -> usize {
    let free = available().and_then(|free| usize::try_from(free).ok()).unwrap_or(usize::MAX);
    let free = free.saturating_add(present);
    free - free / 8
}

/// The bytes of memory that are free for this program: those of the system, and of each control group that the program is in. `None` where the
/// system does not say.
fn available() -> Option<u64> {
    available_by(Path::new("/"))
}

/// As [`available`], by the files below `root`.
fn available_by(root: &Path) -> Option<u64> {
    let read = |path: &Path| fs::read_to_string(root.join(path)).ok();
    let number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    let named = |text: &str, name: &str| text.lines().find_map(|line| number(line.strip_prefix(name)?));
    // What a group keeps of files can be given up.
    let rest = |group: &Path, limit: &str, usage: &str, files: &str| {
        let limit = number(&read(&group.join(limit))?)?;
        let files = read(&group.join("memory.stat")).and_then(|text| named(&text, files)).unwrap_or(0);
        Some(limit.saturating_sub(number(&read(&group.join(usage))?)?.saturating_sub(files)))
    };
    let groups = read(Path::new("proc/self/cgroup")).unwrap_or_default();
    let rests = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let groups = Path::new(path.trim_start_matches('/')).ancestors();
        match controllers {
            "" => groups
                .filter_map(|group| {
                    let group = Path::new("sys/fs/cgroup").join(group);
                    rest(&group, "memory.max", "memory.current", "inactive_file ")
                })
                .min(),
            "memory" => groups
                .filter_map(|group| {
                    let group = Path::new("sys/fs/cgroup/memory").join(group);
                    rest(&group, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")
                })
                .min(),
            _ => None,
        }
    });
    let free = named(&read(Path::new("proc/meminfo"))?, "MemAvailable:")? << 10;
    Some(rests.fold(free, u64::min))
}

/// Returns the number of threads, at most `wanted`, that the system starts at once beside the caller's. It says on stderr if they
/// are fewer.
pub(crate) fn startable(wanted: usize) -> usize {
    let gate = Mutex::new(());
    let (running, runs) = channel();
    let started = thread::scope(|scope| {
        let held = gate.lock();
        let start = |started: &usize| {
            let (running, gate) = (running.clone(), &gate);
            let run = move || {
                let _ = running.send(());
                drop(gate.lock());
            };
            // The next one begins with what this one leaves when it runs.
            has_room(ROOM + started * WORK)
                && Builder::new().spawn_scoped(scope, run).is_ok()
                && runs.recv().is_ok()
        };
        let started = (0..wanted).take_while(start).count();
        drop(held);
        started
    });
    if started < wanted {
        diagnostics::tell(format_args!("warning: only {started} of {wanted} threads can be started"));
    }
    started
}

/// Makes Ctrl-C call `handler` instead of ending the program, on a thread of its own.
pub(crate) fn catch_interrupts(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        diagnostics::tell(format_args!(
            "warning: Ctrl-C ends the program at once: it cannot be caught: {error}"
        ));
    }
}

/// A flag that Ctrl-C and SIGTERM set. The second of them ends the program, and the first one does where `ends_at_once` is set.
#[cfg(feature = "full")]
pub(crate) fn stop_on_interrupt(ends_at_once: &Arc<AtomicBool>) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    // Ctrl-C ends the writer of a pipe as well: the flag is set before the end of the input is seen, which a thread could set too late.
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        use signal_hook::flag;
        // In this order, the first signal finds `ends_at_once` as the caller has set it. An error leaves the signal as it was: it ends
        // the program.
        let _ = flag::register(signal, Arc::clone(&stop))
            .and_then(|_| {
                let code = Verdict::INTERRUPTED.into();
                flag::register_conditional_shutdown(signal, code, Arc::clone(ends_at_once))
            })
            .and_then(|_| flag::register(signal, Arc::clone(ends_at_once)));
    }
    #[cfg(not(unix))]
    {
        use std::sync::atomic::Ordering;

        let (set, ends_at_once) = (Arc::clone(&stop), Arc::clone(ends_at_once));
        catch_interrupts(move || {
            // The second time, the user has waited long enough.
            if ends_at_once.swap(true, Ordering::Relaxed) {
                std::process::exit(Verdict::INTERRUPTED.into());
            }
            set.store(true, Ordering::Relaxed);
        });
    }
    stop
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;

    /// Other programs may take or give back some memory in between.
    #[test]
    fn an_eighth_of_what_is_free_is_left() {
        for present in [0, 1 << 30] {
            let free = || available().map(|free| free as usize + present);
            let (before, most, after) = (free(), most_for_table(present), free());
            let Some((before, after)) = before.zip(after) else { return };
            let range = before.min(after) / 8 * 7..=before.max(after) / 8 * 7 + (256 << 20);
            assert!(range.contains(&(most + (128 << 20))), "{before} {most} {after}");
        }
    }

    #[test]
    fn what_is_free_is_the_least_of_the_system_and_of_each_control_group() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        assert_eq!(available_by(root.path()), None);
        write("proc/meminfo", "MemTotal:       9000 kB\nMemFree:         100 kB\nMemAvailable:   4000 kB\n");
        assert_eq!(available_by(root.path()), Some(4000 << 10));
        // Of both versions; files that a group keeps in memory count as free, and a group without a limit does not.
        for (folder, groups, [limit, usage, files]) in [
            ("sys/fs/cgroup", "0::/a/b\n", ["memory.max", "memory.current", "inactive_file"]),
            (
                "sys/fs/cgroup/memory",
                "5:cpu:/c\n4:memory:/a/b\n",
                ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"],
            ),
        ] {
            write("proc/self/cgroup", groups);
            for (group, most, expected) in [
                ("a/b", "max", 4000 << 10),
                ("a/b", "3000000", 2_200_000),
                ("a/b", "9000000", 4000 << 10),
                ("a/b", "500000", 0),
                ("a/b", "3000000", 2_200_000),
                ("a", "2000000", 1_200_000),
                (".", "1000000", 200_000),
                ("c", "900000", 200_000),
            ] {
                write(&format!("{folder}/{group}/{limit}"), most);
                write(&format!("{folder}/{group}/{usage}"), "1000000\n");
                write(&format!("{folder}/{group}/memory.stat"), &format!("anon 1\n{files} 200000\n"));
                assert_eq!(available_by(root.path()), Some(expected), "{folder} {group} {most}");
            }
        }
        write("proc/self/cgroup", "5:cpu:/c\n");
        assert_eq!(available_by(root.path()), Some(4000 << 10));
    }
}
