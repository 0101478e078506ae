#!/usr/bin/env bash
# The documentation of the published libraries as docs.rs builds it, `bash ci/long/docs-rs.sh [CRATE...]`: each alone, with all of its
# features and the labels that name them. Warnings are errors, and so is a crate with items of a feature and without a label.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-target}/docs-rs
(($#)) || set -- $(grep -L '^publish = false\|^doc = false' crates/*/Cargo.toml | xargs dirname | xargs -n 1 basename)

# Labels are unstable: the stable compiler allows them in these crates.
RUSTC_BOOTSTRAP=$(tr ' -' ',_' <<<"$*")
export RUSTC_BOOTSTRAP RUSTDOCFLAGS='--cfg docsrs -Dwarnings'
for crate; do
    cargo doc --quiet --locked --no-deps --all-features --package "$crate" --target-dir "$target"
    ! grep -rqE '^ *#\[cfg\(feature.*\)\]$' "crates/$crate/src" || grep -rqF 'Available on <strong>' "$target/doc/${crate//-/_}" ||
        { printf '%s: no label of a feature\n' "$crate" >&2 && exit 1; }
done
printf '%d crates documented\n' $#
