#!/usr/bin/env bash
# Packs or publishes crates: `bash ci/crates.sh publish --workspace --locked` is that command of Cargo, and so is `package`.
#
# `cargo install` of a registry's package takes the profile `release` of the package's own manifest. In this workspace Cargo would ignore it
# there and warn of it at each command. So the program's manifest has the workspace's profile only while this script runs: with Cargo's own,
# the program would have 11.7 instead of 8.3 MB.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ $1 == publish && -n $(git status --porcelain) ]]; then
    printf 'There are changes that are not committed.\n' >&2
    exit 1
fi
manifest=crates/chess-cli/Cargo.toml
copy=$(mktemp)
# With its time, so that Cargo does not compile the program again.
cp -p "$manifest" "$copy"
trap 'cp -p "$copy" "$manifest" && rm "$copy"' EXIT
{
    printf '\n'
    sed -n '/^\[profile\.release\]$/,/^$/p' Cargo.toml
} >>"$manifest"
cargo "$@" --allow-dirty
