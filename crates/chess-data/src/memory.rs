//! The memory that is free.

use std::fs;
use std::path::Path;

/// The most bytes for a table of a size that a user chooses, which has `present` bytes by now: what is free, less an eighth. More would take
/// minutes to fill, or end the program.
pub fn most_for_table(present: usize) -> usize {
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

#[cfg(all(test, feature = "games"))]
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
