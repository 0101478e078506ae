//! The mutants of a crate.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

use crate::compile_time;
use crate::error::Error;
use crate::finder::{Finder, Submodule, one_line};
use crate::hash::Hash;
use crate::site::{Function, Mutant, Site};

/// A source file of the crate.
#[derive(Clone, Debug)]
pub struct Source {
    /// From the folder of the package.
    pub path: PathBuf,
    pub text: String,
}

/// The sources of a crate, and all that can be changed in them.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    pub sources: Vec<Source>,
    pub functions: Vec<Function>,
    pub sites: Vec<Site>,
    pub mutants: Vec<Mutant>,
    /// The functions that only the compiler runs.
    pub compile_time: HashSet<usize>,
    /// Of the program without its tests.
    pub hash: u64,
}

impl Scan {
    /// Reads the crate whose roots (`src/lib.rs`, `src/main.rs`) are given from the folder of the package.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or parsed.
    pub fn read(package: &Path, roots: &[PathBuf]) -> Result<Self, Error> {
        let mut scan = Self::default();
        let mut hash = Hash::new();
        let mut names = compile_time::Names::default();
        let mut waiting: Vec<(PathBuf, PathBuf, Vec<String>)> = roots
            .iter()
            .rev()
            .map(|root| (root.clone(), root.parent().map(Path::to_path_buf).unwrap_or_default(), Vec::new()))
            .collect();
        let mut seen = HashSet::new();
        while let Some((path, folder, conditions)) = waiting.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let full = package.join(&path);
            let text = fs::read_to_string(&full).map_err(|error| Error::file(&full, &error))?;
            let tree =
                syn::parse_file(&text).map_err(|error| Error::Source(full.clone(), error.to_string()))?;
            let counts = [scan.functions.len(), scan.sites.len(), scan.mutants.len()];
            let mut finder = Finder::new(&text, scan.sources.len(), conditions, counts);
            finder.visit_file(&tree);
            names.read(scan.sources.len(), &tree);
            let mut rest = 0;
            for part in &finder.tests {
                hash.add(text.get(rest..part.start.max(rest)).unwrap_or_default());
                rest = part.end.max(rest);
            }
            hash.add(text.get(rest..).unwrap_or_default());
            for module in finder.submodules.iter().rev() {
                waiting.push(found(package, &path, &folder, module)?);
            }
            let Finder { functions, sites, mutants, .. } = finder;
            scan.functions.extend(functions);
            scan.sites.extend(sites);
            scan.mutants.extend(mutants);
            scan.sources.push(Source { path, text });
        }
        scan.hash = hash.value();
        scan.count();
        let files: Vec<PathBuf> = scan.sources.iter().map(|source| source.path.clone()).collect();
        scan.compile_time = names.only_compiled(&scan.functions, &files);
        Ok(scan)
    }

    /// Numbers mutants of equal texts.
    fn count(&mut self) {
        let mut counts: HashMap<(usize, String, String, String), usize> = HashMap::new();
        for mutant in &mut self.mutants {
            let function = &self.functions[mutant.function];
            let key =
                (function.file, function.path.clone(), mutant.original.clone(), mutant.replacement.clone());
            let count = counts.entry(key).or_insert(0);
            *count += 1;
            mutant.ordinal = *count;
        }
    }

    /// The file of a mutant, from the folder of the package.
    pub fn path(&self, mutant: usize) -> &Path {
        &self.sources[self.functions[self.mutants[mutant].function].file].path
    }

    /// What tells a mutant from all others and stays when lines move: file, function, both texts, and the number among equals.
    pub fn key(&self, mutant: usize) -> String {
        let Mutant { original, replacement, ordinal, function, .. } = &self.mutants[mutant];
        let path = self.path(mutant).display();
        format!(
            "{path}\n{}\n{}\n{}\n{ordinal}",
            self.functions[*function].path,
            one_line(original),
            one_line(replacement)
        )
    }
}

/// The file of a module, the folder of its own modules, and its conditions.
fn found(
    package: &Path,
    parent: &Path,
    folder: &Path,
    module: &Submodule,
) -> Result<(PathBuf, PathBuf, Vec<String>), Error> {
    let mut folder = folder.to_path_buf();
    folder.extend(&module.inside);
    let conditions = module.conditions.clone();
    if let Some(path) = &module.path {
        let beside = if module.inside.is_empty() {
            parent.parent().map(Path::to_path_buf).unwrap_or_default()
        } else {
            folder
        };
        let file = beside.join(path);
        let own = file.parent().map(Path::to_path_buf).unwrap_or_default();
        return Ok((file, own, conditions));
    }
    let own = folder.join(&module.name);
    let candidates = [folder.join(format!("{}.rs", module.name)), own.join("mod.rs")];
    let file = candidates.iter().find(|file| package.join(file).is_file());
    file.map(|file| (file.clone(), own, conditions))
        .ok_or_else(|| Error::Source(package.join(parent), format!("no file of module {}", module.name)))
}
