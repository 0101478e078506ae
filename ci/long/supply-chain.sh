#!/usr/bin/env bash
# Third-party crates by cargo-deny and deny.toml, for the workspace, python/ and wasm/: `bash ci/long/supply-chain.sh`.
#
# Without cargo-deny it builds one below target/ first, which takes some minutes. Advisories need their database; where it
# cannot be loaded, they are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/tools")
export PATH=$PATH:$tools/bin
command -v cargo-deny >/dev/null || cargo install --quiet --locked --root "$tools" cargo-deny
skipped=0
for manifest in Cargo.toml python/Cargo.toml wasm/Cargo.toml; do
    printf '%s: ' "$manifest"
    cargo deny --manifest-path "$manifest" check --config "$PWD/deny.toml" licenses bans sources
    if cargo deny --manifest-path "$manifest" fetch db 2>/dev/null; then
        cargo deny --manifest-path "$manifest" check --config "$PWD/deny.toml" advisories
    else
        printf 'skipped: advisories, whose database cannot be loaded\n'
        skipped=1
    fi
done
printf 'checked, %d skipped\n' "$skipped"
