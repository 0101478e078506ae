#!/usr/bin/env bash
# Round trips of un-moves, a hundred million each of chess and of Chess960: `bash ci/long/unmoves.sh [MILLIONS]`.
#
# Every position of the games is taken back by each of its un-moves, the position before is validated, and the move is made
# again. The move that was played must be among the un-moves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
UNMOVES_MILLIONS=${1:-100} exec cargo test --release -p chess-movegen --features unmoves --test it -- \
    unmoves::long --ignored --nocapture
