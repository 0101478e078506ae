#!/usr/bin/env bash
# The third-party crates by cargo-deny and deny.toml: `bash ci/long/supply-chain.sh`.
#
# Without cargo-deny it builds one below target/ first, which takes some minutes. Advisories need their database, which is
# loaded; where it cannot be, they are skipped. The gate tests licences, sources and bans by ci/supply_chain.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/cargo-deny")
export PATH="$PATH:$tools/bin"
if ! command -v cargo-deny >/dev/null; then
    CARGO_TARGET_DIR=$tools/build cargo install --quiet --locked --root "$tools" cargo-deny
fi
skipped=()
cargo deny --workspace check licenses bans sources
if cargo deny --workspace fetch db; then
    cargo deny --workspace check advisories
else
    skipped+=('advisories: their database cannot be loaded')
fi
if ((${#skipped[@]})); then
    printf 'skipped: %s\n' "${skipped[@]}"
fi
printf 'checked, %d skipped\n' "${#skipped[@]}"
