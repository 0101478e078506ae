//! The processors of games at once: each game has its own, and so have the engines that its thread starts.

use std::io;

/// The processors that this program may use, in groups of equal size for each of `games` games at once.
///
/// # Errors
/// There are fewer processors than games, or the system does not tell them; always on other systems than Linux.
#[cfg(target_os = "linux")]
pub(super) fn groups(games: usize) -> io::Result<Vec<Group>> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let own = sched_getaffinity(None)?;
    let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&processor| own.is_set(processor)).collect();
    let each = all.len() / games;
    if each == 0 {
        let message = format!("{games} games at once need as many processors, and there are {}", all.len());
        return Err(io::Error::other(message));
    }
    Ok(all.chunks(each).take(games).map(|processors| Group(processors.to_vec())).collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn groups(_: usize) -> io::Result<Vec<Group>> {
    Err(io::Error::other("only Linux has it"))
}

/// The processors of a game, by number.
pub(super) struct Group(
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there are none"))] Vec<usize>,
);

impl Group {
    /// Keeps this thread, and the processes that it starts from now on, on the processors.
    pub(super) fn keep_thread(&self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            let mut set = rustix::thread::CpuSet::new();
            self.0.iter().for_each(|&processor| set.set(processor));
            rustix::thread::sched_setaffinity(None, &set)?;
        }
        Ok(())
    }
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
            let mut all: Vec<_> = groups.iter().flat_map(|group| group.0.clone()).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!((groups.len(), all.len()), (games, processors / games * games));
        }
        assert!(groups(processors + 1).is_err());
    }
}
