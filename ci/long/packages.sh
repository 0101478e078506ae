#!/usr/bin/env bash
# The rehearsal of publishing: `bash ci/long/packages.sh`. It packs the published crates, checks each package with the others,
# outside of the workspace, and runs a program that depends on the packages by their version.
#
# It does not use Cargo's own verification, which keeps the unpacked sources of a version, so that a second run would build old
# ones.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=${CARGO_TARGET_DIR:-target}
unpacked=$target/packages/unpacked
published=()
for folder in crates/*/; do
    grep -q '^publish = false' "$folder/Cargo.toml" || published+=("$(basename "$folder")")
done
rm -rf "$target/packages"
bash ci/crates.sh package --no-verify --target-dir "$target/packages" "${published[@]/#/--package=}"
mkdir "$unpacked"
{
    printf '[workspace]\nresolver = "3"\nmembers = ["chess-*", "program"]\n\n[patch.crates-io]\n'
    for name in "${published[@]}"; do
        for archive in "$target/packages/package/$name"-[0-9]*.crate; do
            # With the current time: builds of earlier runs must not count as fresh.
            tar -xmzf "$archive" -C "$unpacked"
            printf '%s.path = "%s"\n' "$name" "$(basename "$archive" .crate)"
        done
    done
    # Then third-party crates are those that the workspace has compiled.
    printf '\n'
    sed -n '/^\[profile\.dev/,/^$/p' Cargo.toml
} >"$unpacked/Cargo.toml"
# A user's program: the example of an engine, with a version of the packages as its one dependency.
mkdir "$unpacked/program"
cp -r examples/engine/src "$unpacked/program"
printf '%s\n' '[package]' 'name = "program"' 'version = "0.0.0"' 'edition = "2024"' \
    '[dependencies]' 'chess-movegen = "0.1"' >"$unpacked/program/Cargo.toml"
# Cargo orders the lines of what it packs.
profile() { sed -n '/^\[profile\.release\]$/,/^$/p' "$1" | sed '/^$/d' | sort; }
diff <(profile Cargo.toml) <(profile "$unpacked"/chess-cli-*/Cargo.toml)
cp Cargo.lock "$unpacked"
cargo check --manifest-path "$unpacked/Cargo.toml" --workspace --target-dir "$target"
cargo run --manifest-path "$unpacked/Cargo.toml" --package program --target-dir "$target" -- 'k7/8/KQ6/8/8/8/8/8 w - - 0 1' 2 |
    grep 'depth 2 score 29999'
