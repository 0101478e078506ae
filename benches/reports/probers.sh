# The prober of endgame tables beside others, for docs/probers.md: read by benches/report.sh.

page=docs/probers.md
parts=(machine results)

results() {
    cargo build --profile bench -p chess-endgames --features peers --target-dir "$target/probers" >&2
    "$target/probers/release/chess-endgames" probers --path ../shared/data/syzygy --rounds "$((3 * rounds))"
}
