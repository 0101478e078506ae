#!/usr/bin/env bash
# Third-party crates by cargo-deny and deny.toml, for the workspace, python/ and wasm/: `bash ci/long/supply-chain.sh`.
#
# Without cargo-deny it builds one below target/ first, which takes some minutes. Advisories need their database; where it
# cannot be loaded, they are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/tools")
export PATH=$PATH:$tools/bin
command -v cargo-deny >/dev/null || cargo install --quiet --debug --locked --root "$tools" cargo-deny
skipped=0
# Each rule applies to at least one of the three.
unused=(--allow={license-not-encountered,license-exception-not-encountered,unnecessary-skip,unmatched-skip,unused-wrapper})
for manifest in Cargo.toml python/Cargo.toml wasm/Cargo.toml; do
    printf '%s: ' "$manifest"
    deny=(cargo deny --manifest-path "$manifest" --config "$PWD/deny.toml")
    "${deny[@]}" check "${unused[@]}" licenses bans sources
    if "${deny[@]}" fetch db 2>/dev/null; then
        "${deny[@]}" check advisories
    else
        printf 'skipped: advisories, whose database cannot be loaded\n'
        skipped=1
    fi
done
printf 'checked, %d skipped\n' "$skipped"
