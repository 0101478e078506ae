#!/usr/bin/env bash
# The published libraries and the Python package by the oldest Rust that their manifests allow: `bash ci/long/minimum-rust.sh [CRATE...]`;
# with names, these crates, and that is all. It needs rustup, which loads the toolchain.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/minimum-rust

check() {
    local version
    version=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$1")
    rustup toolchain install --no-self-update --profile minimal "$version"
    cargo "+$version" check --locked --manifest-path "${@}"
}
if (($#)); then
    check Cargo.toml --all-features "${@/#/--package=}"
    exit
fi
mapfile -t crates < <(grep -l '^rust-version.workspace = true' $(grep -L '^publish = false' crates/*/Cargo.toml) | xargs dirname | xargs -n 1 basename)
check Cargo.toml --all-features "${crates[@]/#/--package=}"
check python/Cargo.toml --features pyo3/abi3-py39
