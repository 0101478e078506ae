//! Sources in which mutants can be switched on.

use std::fmt::Write as _;
use std::ops::Range;

use crate::scan::Scan;
use crate::site::{Shape, Site};

/// A rewritten file, and the places in it.
#[derive(Debug, Default)]
pub struct Rendered {
    pub text: String,
    /// The program text of each mutant.
    pub mutants: Vec<(Range<usize>, usize)>,
    /// The sites, with the index of each.
    pub sites: Vec<(Range<usize>, usize)>,
    /// The functions, with the index of each.
    pub functions: Vec<(Range<usize>, usize)>,
}

/// Rewrites one file. Only mutants that are `active` are written; numbers are those of [`number`].
///
/// One mutant runs at a time. So the text of a mutant holds the original of what it contains, and only the original holds
/// mutants in turn; the file grows in proportion to the depth of nesting and not to a power of it.
pub fn render(scan: &Scan, file: usize, active: &[bool]) -> Rendered {
    let mut nodes: Vec<Node> = Vec::new();
    for (index, site) in scan.sites.iter().enumerate().filter(|(_, site)| site.file == file) {
        nodes.push(Node { range: site.range.clone(), what: What::Site(index, site) });
    }
    for (index, function) in scan.functions.iter().enumerate().filter(|(_, function)| function.file == file) {
        nodes.push(Node { range: function.range.clone(), what: What::Function(index) });
    }
    // Outer nodes first. Among equal ones the sites come in the order in which they were found, the outer one first, and what is
    // inserted stands before what follows.
    nodes.sort_by_key(|node| {
        let is_inserted = node.range.is_empty();
        let is_site = matches!(node.what, What::Site(..));
        (node.range.start, !is_inserted, usize::MAX - node.range.end, is_site)
    });
    let text = &scan.sources[file].text;
    let mut writer = Writer { scan, source: text, active, nodes: &nodes, next: 0, out: Rendered::default() };
    writer.write(0..text.len());
    writer.out
}

/// The number of a mutant, by which it is switched on.
pub fn number(index: usize) -> usize {
    index + 1
}

struct Node<'s> {
    range: Range<usize>,
    what: What<'s>,
}

#[derive(Clone, Copy)]
enum What<'s> {
    Site(usize, &'s Site),
    Function(usize),
}

struct Writer<'s> {
    scan: &'s Scan,
    source: &'s str,
    active: &'s [bool],
    nodes: &'s [Node<'s>],
    next: usize,
    out: Rendered,
}

impl Writer<'_> {
    /// Writes a part of the source with all nodes inside it.
    fn write(&mut self, range: Range<usize>) {
        let mut position = range.start;
        while let Some(node) = self.nodes.get(self.next).filter(|node| node.range.end <= range.end) {
            let (inner, what) = (node.range.clone(), node.what);
            self.next += 1;
            self.copy(position..inner.start);
            position = inner.end;
            match what {
                What::Function(index) => {
                    let start = self.out.text.len();
                    self.write(inner);
                    self.out.functions.push((start..self.out.text.len(), index));
                }
                What::Site(index, site) => {
                    let start = self.out.text.len();
                    self.site(site, inner);
                    self.out.sites.push((start..self.out.text.len(), index));
                }
            }
        }
        self.copy(position..range.end);
    }

    fn copy(&mut self, range: Range<usize>) {
        self.out.text.push_str(self.source.get(range).unwrap_or_default());
    }

    fn site(&mut self, site: &Site, range: Range<usize>) {
        let written: Vec<usize> =
            site.mutants.iter().copied().filter(|&mutant| self.active[mutant]).collect();
        let Some(&first) = written.first() else { return self.write(range) };
        match site.shape {
            Shape::Expression => {
                self.out.text.push('(');
                for mutant in written {
                    self.switch("if ", mutant);
                    self.code(mutant);
                    self.out.text.push_str("} else ");
                }
                // In brackets, since an `if` at the beginning of a block is a statement.
                self.out.text.push_str("{(");
                self.write(range);
                self.out.text.push_str(")})");
            }
            Shape::Body => {
                for mutant in written {
                    self.switch(" if ", mutant);
                    self.code(mutant);
                    self.out.text.push_str("} ");
                }
            }
            Shape::Statement => {
                self.switch("if !", first);
                self.write(range);
                self.out.text.push('}');
            }
            Shape::Arm => {
                let _ = write!(self.out.text, " if !::mutant_switch::is({}) ", number(first));
            }
        }
    }

    fn switch(&mut self, begin: &str, mutant: usize) {
        let _ = write!(self.out.text, "{begin}::mutant_switch::is({}) {{ ", number(mutant));
    }

    fn code(&mut self, mutant: usize) {
        let start = self.out.text.len();
        self.out.text.push_str(&self.scan.mutants[mutant].code);
        self.out.mutants.push((start..self.out.text.len(), mutant));
    }
}
