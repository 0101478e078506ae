#!/usr/bin/env bash
# Small changes of the crates that their tests do not detect, found by cargo-mutants:
#
#   bash ci/long/mutants.sh changed [REVISION] [OPTION...]    in the lines changed since REVISION, by default the last commit
#   bash ci/long/mutants.sh shard K/N [OPTION...]             one part of N of all crates, K from 0
#   bash ci/long/mutants.sh CRATE [OPTION...]                 in one crate
#
# Options are those of cargo-mutants. Results are in target/mutants.out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=27.1.0
tools=${CARGO_TARGET_DIR:-target}/tools
cargo install --quiet --locked --root "$tools" --version "$version" cargo-mutants
export PATH=$PWD/$tools/bin:$PATH
mutants() {
    cargo mutants --output target "$@"
}

case ${1:?changed, shard K/N, or a crate} in
changed)
    git diff "${2:-HEAD~1}" >target/changed.diff
    mutants --in-diff target/changed.diff "${@:3}"
    ;;
shard) mutants --workspace --shard "${2:?K/N}" "${@:3}" ;;
*) mutants --package "$@" ;;
esac
