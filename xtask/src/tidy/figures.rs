use super::tree::Tree;
use super::violation::Violation;

const RULE: &str = "figures";

/// The required form of measured figures, which no other machine can measure again.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    PerftPage,
    PerftPicture,
    ReadmeTable,
    SliderTables,
}

/// Figures are there, complete and numbers, and it is said what processor they are of.
pub(crate) fn check(tree: &Tree, path: &str, form: Form) -> Vec<Violation> {
    let text = tree.text(path).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    let mut complaints = Vec::new();
    match form {
        Form::PerftPage => {
            for key in ["processor", "date", "compiler", "peers", "commit"] {
                let start = format!("| {key} | ");
                if !lines.iter().any(|line| line.strip_prefix(&start).is_some_and(|rest| rest != "|")) {
                    complaints.push((1, format!("there is no line \"{start}... |\"")));
                }
            }
            for title in ["Leaves counted", "Leaves listed", "Leaves made"] {
                let section = after(&lines, &format!("## {title}"), "## ");
                check_tables(title, &section, &["| program | build |", "| times faster"], &mut complaints);
            }
        }
        Form::PerftPicture => {
            // The page of the same name shows the same numbers.
            let page = format!("{}.md", path.strip_suffix(".svg").unwrap_or(path));
            check_picture(&lines, &page, tree.text(&page).unwrap_or_default(), &mut complaints);
        }
        Form::ReadmeTable => {
            let natural = after(&lines, "<!-- natural -->", "<!-- end of natural -->");
            if !natural.iter().any(|(_, line)| line.contains("rustc") && line.contains("commit ")) {
                complaints.push((
                    1,
                    "between the marks of \"natural\", processor, rustc and commit are missing".into(),
                ));
            }
            check_tables("natural", &natural, &["| natural use, plain build |"], &mut complaints);
            let start = "<!-- perft: written by `";
            let section = after(&lines, start, "<!-- end of perft -->");
            let machine = "Million leaves a second, counted on one of ";
            if !section.iter().any(|(_, line)| line.starts_with(machine)) {
                complaints.push((1, format!("there is no line \"{machine}...\"")));
            }
            check_tables("perft", &section, &["| perft, one thread, no hash |"], &mut complaints);
        }
        Form::SliderTables => {
            let machine = after(&lines, "<!-- machine -->", "<!-- end of machine -->");
            if !machine.iter().any(|(_, line)| line.contains("rustc") && line.contains("commit ")) {
                complaints.push((
                    1,
                    "between the marks of \"machine\", processor, rustc and commit are missing".into(),
                ));
            }
            for (mark, header) in [
                ("lookups", "| backend | compiled for | bytes read |"),
                ("perft", "| backend | compiled for | million leaves/s |"),
                ("builds", "| clean debug build of | CPU seconds |"),
                ("sizes", "| backend | opt-level |"),
            ] {
                let section = after(&lines, &format!("<!-- {mark} -->"), &format!("<!-- end of {mark} -->"));
                check_tables(mark, &section, &[header], &mut complaints);
            }
        }
    }
    complaints.into_iter().map(|(line, message)| Violation::new(RULE, path, line, message)).collect()
}

/// A line number from 1, and what is wrong there.
type Complaint = (usize, String);

/// The lines, numbered from 1, between those that begin like this; none if the first is missing.
fn after<'a>(lines: &[&'a str], start: &str, end: &str) -> Vec<(usize, &'a str)> {
    let numbered = lines.iter().enumerate().map(|(index, &line)| (index + 1, line));
    let rest = numbered.skip_while(|(_, line)| !line.starts_with(start)).skip(1);
    rest.take_while(|(_, line)| !line.starts_with(end)).collect()
}

/// The section has a table for each of these headers; each has rows, as many cells in each as in the header, and numbers
/// in the columns that are ranged right.
fn check_tables(title: &str, section: &[(usize, &str)], headers: &[&str], complaints: &mut Vec<Complaint>) {
    for header in headers {
        let mut table = section
            .iter()
            .copied()
            .skip_while(|(_, line)| !line.starts_with(header))
            .take_while(|(_, line)| line.starts_with('|'));
        let (Some((line, head)), Some((_, rule))) = (table.next(), table.next()) else {
            let line = section.first().map_or(1, |(line, _)| *line);
            complaints.push((line, format!("{title:?} has no table \"{header}...\"")));
            continue;
        };
        let columns = cells(head).len();
        let is_number: Vec<_> = cells(rule).iter().map(|cell| cell.ends_with(':')).collect();
        let mut rows = 0;
        for (line, row) in table {
            rows += 1;
            let cells = cells(row);
            if cells.len() != columns {
                complaints.push((line, format!("{} cells under a header of {columns}", cells.len())));
            }
            for (cell, _) in cells.iter().zip(&is_number).filter(|(_, is_number)| **is_number) {
                if !is_figure(cell) {
                    complaints.push((line, format!("{cell:?} is no number")));
                }
            }
        }
        if rows == 0 {
            complaints.push((line, format!("the table \"{header}...\" has no rows")));
        }
    }
}

fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_start_matches('|').trim_end_matches('|').split('|').map(str::trim).collect()
}

/// A number, in bold or not; several with words between, "2.1 (1.9 to 2.4)"; or nothing, where there is nothing to measure.
fn is_figure(cell: &str) -> bool {
    let mut words = cell.split([' ', '*', '(', ')']).filter(|word| !word.is_empty() && *word != "to");
    words.all(|word| word.replace(',', "").parse::<f64>().is_ok_and(f64::is_finite))
}

/// Every number in the picture is one of the means in the page.
fn check_picture(lines: &[&str], name: &str, page: &str, complaints: &mut Vec<Complaint>) {
    let mut numbers = 0;
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("class=\"number ")) {
        numbers += 1;
        let number = line.split(['>', '<']).nth(2).unwrap_or_default();
        if !page.contains(&format!(" **{number}** |")) {
            complaints.push((index + 1, format!("shows {number:?}, which is no mean in {name}")));
        }
    }
    if numbers == 0 {
        complaints.push((1, "shows no numbers".into()));
    }
    if lines.last().is_none_or(|line| *line != "</svg>") {
        complaints.push((lines.len().max(1), "does not end with </svg>".into()));
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::tidy::violation::printed;

    const TABLE: &str =
        "| program | build | a | mean |\n|---|---|---:|---:|\n| x | plain | 1,024 | **17** |\n";
    const RATIOS: &str = "| times faster | build | y |\n|---|---|---:|\n| x | plain | **2.5** (1.5 to 3) |\n";

    fn perft_page() -> String {
        let mut page = String::from(
            "| processor | P |\n| date | D |\n| compiler | R |\n| peers | P |\n| commit | C |\n",
        );
        for title in ["Leaves counted", "Leaves listed", "Leaves made"] {
            page.push_str(&["## ", title, "\n\n", TABLE, "\n", RATIOS, "\n"].concat());
        }
        page
    }

    fn violations(text: &str, form: Form) -> Vec<String> {
        printed(&check(&Tree::of(&[("x", text), ("x.md", &perft_page())]), "x", form))
    }

    /// Of a page with one thing replaced.
    fn broken(from: &str, to: &str) -> String {
        let page = perft_page();
        assert!(page.contains(from));
        violations(&page.replacen(from, to, 1), Form::PerftPage).join("\n")
    }

    #[test]
    fn the_page_of_perft() {
        assert_eq!(violations(&perft_page(), Form::PerftPage), [""; 0]);
        assert_eq!(
            broken("| processor | P |", ""),
            "x:1: [figures] there is no line \"| processor | ... |\""
        );
        assert_eq!(broken("1,024", "fast"), "x:10: [figures] \"fast\" is no number");
        assert_eq!(broken("1,024", "inf"), "x:10: [figures] \"inf\" is no number");
        assert_eq!(broken("1,024 |", ""), "x:10: [figures] 3 cells under a header of 4");
        assert_eq!(
            broken(RATIOS, ""),
            "x:7: [figures] \"Leaves counted\" has no table \"| times faster...\""
        );
        let header_only = broken("| x | plain | 1,024 | **17** |\n", "");
        assert_eq!(header_only, "x:8: [figures] the table \"| program | build |...\" has no rows");
        assert!(broken("## Leaves made", "## Leaves").contains("\"Leaves made\" has no table"));
    }

    #[test]
    fn the_picture_of_perft() {
        let picture =
            |number| format!("<svg>\n<text class=\"number peer\" x=\"3\">{number}</text>\n</svg>\n");
        assert_eq!(violations(&picture("17"), Form::PerftPicture), [""; 0]);
        let expected = ["x:2: [figures] shows \"18\", which is no mean in x.md"];
        assert_eq!(violations(&picture("18"), Form::PerftPicture), expected);
        let expected = ["x:1: [figures] shows no numbers", "x:1: [figures] does not end with </svg>"];
        assert_eq!(violations("<svg>\n", Form::PerftPicture), expected);
    }

    #[test]
    fn the_table_of_the_readme() {
        let readme = "<!-- natural -->\n| natural use, plain build | a |\n|---|---:|\n| x | 2.5 |\n\nP, rustc R, D, commit C.\n\
                      <!-- end of natural -->\n<!-- perft: written by `x` -->\n\n| perft, one thread, no hash | a |\n|---|---:|\n| start | 3 |\n\n\
                      Million leaves a second, counted on one of 2 cores of P.\n<!-- end of perft -->\n";
        assert_eq!(violations(readme, Form::ReadmeTable), [""; 0]);
        assert_eq!(
            violations(&readme.replace("| 3 |", "| - |"), Form::ReadmeTable),
            ["x:12: [figures] \"-\" is no number"]
        );
        assert_eq!(
            violations(&readme.replace("| 2.5 |", "| NaN |"), Form::ReadmeTable),
            ["x:4: [figures] \"NaN\" is no number"]
        );
        assert!(
            violations(&readme.replace("rustc R", ""), Form::ReadmeTable)[0]
                .contains("processor, rustc and commit are missing")
        );
        let unmarked = violations(&readme.replace("<!-- perft", "<!--"), Form::ReadmeTable);
        assert!(unmarked.iter().any(|line| line.contains("\"perft\" has no table")), "{unmarked:?}");
        assert!(
            violations(&readme.replace("Million", ""), Form::ReadmeTable)[0]
                .contains("there is no line \"Million")
        );
    }

    #[test]
    fn the_tables_of_slider_backends() {
        let mut page = String::from("<!-- machine -->\nP, rustc R, D, commit C.\n<!-- end of machine -->\n");
        for (mark, header) in [
            ("lookups", "| backend | compiled for | bytes read |\n|---|---|---:|"),
            ("perft", "| backend | compiled for | million leaves/s |\n|---|---|---:|"),
            ("builds", "| clean debug build of | CPU seconds | of it |\n|---|---:|---:|"),
            ("sizes", "| backend | opt-level | bytes |\n|---|---|---:|"),
        ] {
            let _ = writeln!(page, "<!-- {mark} -->\n{header}\n| x | 3 | 4 |\n<!-- end of {mark} -->");
        }
        assert_eq!(violations(&page, Form::SliderTables), [""; 0]);
        let unmarked = violations(&page.replace("<!-- sizes -->", ""), Form::SliderTables);
        assert_eq!(unmarked, ["x:1: [figures] \"sizes\" has no table \"| backend | opt-level |...\""]);
        let elsewhere = violations(&page.replace("rustc R", ""), Form::SliderTables);
        assert!(elsewhere[0].contains("processor, rustc and commit are missing"));
    }
}
