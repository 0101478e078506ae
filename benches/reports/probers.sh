#!/usr/bin/env bash
# Compares probers of endgame tables, for docs/figures/probers.md: bash benches/reports/probers.sh [PART...]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

page=docs/figures/probers.md
parts=(machine results)

results() {
    cargo build --profile bench -p chess-endgames --features peers --target-dir "$target/probers" >&2
    "$target/probers/release/chess-endgames" probers --path ../shared/data/syzygy --rounds "$((3 * rounds))"
}

fill_parts "$@"
