//! The processors of games at once: each game has its own, and so have the engines that its thread starts.

use std::io;

/// The processors that this program may use, in groups of equal size for each of `games` games at once.
///
/// # Errors
/// There are fewer processors than games, or the system does not tell them; always on other systems than Linux.
#[cfg(target_os = "linux")]
pub(super) fn groups(games: usize) -> io::Result<Vec<Vec<usize>>> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let own = sched_getaffinity(None)?;
    let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&processor| own.is_set(processor)).collect();
    let each = all.len() / games;
    if each == 0 {
        let message = format!("{games} games at once need as many processors, and there are {}", all.len());
        return Err(io::Error::other(message));
    }
    Ok(all.chunks(each).take(games).map(<[usize]>::to_vec).collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn groups(_: usize) -> io::Result<Vec<Vec<usize>>> {
    Err(io::Error::other("only Linux has it"))
}

/// Keeps this thread, and the processes that it starts from now on, on the processors with these numbers.
#[cfg(target_os = "linux")]
pub(super) fn keep_thread(processors: &[usize]) -> io::Result<()> {
    let mut set = rustix::thread::CpuSet::new();
    for &processor in processors {
        set.set(processor);
    }
    Ok(rustix::thread::sched_setaffinity(None, &set)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn keep_thread(_: &[usize]) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn groups_are_equal_and_share_no_processor() {
        let processors = thread::available_parallelism().unwrap().get();
        for games in 1..=processors {
            let groups = groups(games).unwrap();
            let mut all = groups.concat();
            all.sort_unstable();
            all.dedup();
            assert_eq!((groups.len(), all.len()), (games, processors / games * games));
        }
        assert!(groups(processors + 1).is_err());
    }
}
