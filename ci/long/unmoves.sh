#!/usr/bin/env bash
# Round trips of un-moves, a hundred million each of chess and of Chess960: `bash ci/long/unmoves.sh [MILLIONS]`.
#
# It takes every position of the games back by each of its un-moves, validates the position before, and makes the move again. The
# move that was played must be among the un-moves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
UNMOVES_MILLIONS=${1:-100} exec cargo test --release -p chess-movegen --features unmoves --test it -- \
    unmoves::long --ignored --nocapture
