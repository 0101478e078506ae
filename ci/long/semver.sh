#!/usr/bin/env bash
# The public items of the libraries against those of a revision, by cargo-semver-checks: `bash ci/long/semver.sh REV [OPTION...]`, such as
# `--package chess-types` for one crate in place of all. A breaking change is allowed with a new minor version only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/tools")
cargo install --quiet --debug --locked --root "$tools" --version 0.51.0 cargo-semver-checks
export PATH=$tools/bin:$PATH

revision=${1:?a revision is missing}
shift
(($#)) || set -- --workspace --exclude chess-cli
cargo semver-checks "$@" --baseline-rev "$revision"
