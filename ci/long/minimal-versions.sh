#!/usr/bin/env bash
# The libraries and the program with the oldest third-party crates that their manifests allow, and the Python package as well:
# `bash ci/long/minimal-versions.sh [CRATE...]`; with names, these crates are compiled, and that is all.
#
# It works on a copy below target/, so that both lock files stay as they are. Only direct dependencies take their oldest versions:
# indirect ones are resolved as usual. Cargo resolves in this way only with unstable options, which are allowed for that one
# command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}/minimal-versions")
copy=$target/workspace
export CARGO_TARGET_DIR=$target

rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z | xargs -0 cp --parents -t "$copy"
# Benches and tools only support the lock file's versions.
perl -0pi -e 's/^members = \[.*?\]/members = ["crates\/*"]/ms; s/^default-members = \[.*?\]\n//ms' "$copy/Cargo.toml"
for folder in "$copy" "$copy/python"; do
    rm -f "$folder/Cargo.lock"
    RUSTC_BOOTSTRAP=1 cargo generate-lockfile --quiet -Z direct-minimal-versions --manifest-path "$folder/Cargo.toml"
done
if (($#)); then
    exec cargo check --locked --manifest-path "$copy/Cargo.toml" "${@/#/--package=}" --all-targets --all-features
fi
cargo check --locked --manifest-path "$copy/Cargo.toml" --workspace --all-targets --all-features
cargo check --locked --features pyo3/abi3-py39 --manifest-path "$copy/python/Cargo.toml"
cargo test --locked --manifest-path "$copy/Cargo.toml" --workspace
