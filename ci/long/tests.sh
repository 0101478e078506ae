#!/usr/bin/env bash
# The tests that `cargo test` leaves out because they take minutes: `bash ci/long/tests.sh`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec cargo test --release -p chess-movegen-perft -p chess-search --test it -- --ignored --nocapture --test-threads 1
