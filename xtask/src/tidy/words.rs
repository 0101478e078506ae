use super::tree::Tree;
use super::violation::Violation;

const RULE: &str = "words";

/// Folders that belong to one machine. They are put together here, so that this file does not break its own rule.
const FOLDERS: [&str; 4] = ["home", "root", "tmp", "Users"];

/// Hosts of registries: which one is used is a matter of whoever builds.
const HOSTS: [[&str; 2]; 5] =
    [["crates", "io"], ["pypi", "org"], ["pythonhosted", "org"], ["npmjs", "org"], ["npmjs", "com"]];

/// No tracked text names a folder of somebody's machine or the host of a registry.
///
/// Locked dependencies name the index that cargo knows by itself, and inputs of fuzz programs are what came out.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (path, text) in &tree.files {
        if path.ends_with("Cargo.lock") || path.starts_with("fuzz/corpus/") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            if let Some(folder) = FOLDERS.iter().find(|folder| has_folder(line, folder)) {
                let message = format!("names a path below /{folder}, which other machines do not have");
                violations.push(Violation::new(RULE, path, number + 1, message));
            }
            if let Some([name, domain]) = HOSTS.iter().find(|[name, domain]| has_host(line, name, domain)) {
                let message = format!("names {name}.{domain}, the host of a registry");
                violations.push(Violation::new(RULE, path, number + 1, message));
            }
        }
    }
    violations
}

/// Returns true if the text has a path that begins with this folder; `target/tmp/x` does not begin with `tmp`.
fn has_folder(line: &str, folder: &str) -> bool {
    line.match_indices(&format!("/{folder}/"))
        .any(|(start, _)| !line[..start].ends_with(|c: char| c.is_alphanumeric() || "._-/})*>".contains(c)))
}

/// Returns true if the text has a link to this host or a part of it.
fn has_host(line: &str, name: &str, domain: &str) -> bool {
    let host = format!("{name}.{domain}");
    line.match_indices(&host).any(|(start, _)| {
        let word = line[..start].rsplit(|c: char| !c.is_alphanumeric() && !"-.:/+".contains(c)).next();
        word.is_some_and(|before| before.contains("//") || before.ends_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::violation::printed;

    #[test]
    fn folders_of_one_machine() {
        let text = format!("fine: target/{0}/x\nwrong: \"/{0}/x\"\n", FOLDERS[2]);
        let expected = ["a.md:2: [words] names a path below /tmp, which other machines do not have"];
        assert_eq!(printed(&check(&Tree::of(&[("a.md", &text)]))), expected);
    }

    #[test]
    fn hosts_of_registries() {
        let [name, domain] = HOSTS[0];
        let text = format!("patch.{name}-{domain}\nhttps://index.{name}.{domain}/x\n");
        let tree = Tree::of(&[("a.toml", &text), ("Cargo.lock", &text)]);
        let expected = [format!("a.toml:2: [words] names {name}.{domain}, the host of a registry")];
        assert_eq!(printed(&check(&tree)), expected);
    }
}
