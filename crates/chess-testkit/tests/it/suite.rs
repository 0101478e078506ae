use chess_testkit::suite;

#[test]
fn a_line_is_a_position_counts_and_a_name() {
    let text = "# a comment\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D3 170 ;id two kings\n";
    let [line] = suite::read(text).collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((line.name, line.counts.as_slice()), ("two kings", [(1, 5), (3, 170)].as_slice()));
    assert_eq!(line.position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn no_two_lines_share_a_name() {
    let mut names: Vec<_> = suite::lines().map(|line| line.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
