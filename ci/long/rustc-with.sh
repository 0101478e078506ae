#!/bin/sh
# The compiler with $FLAGS for crates of the workspace: `FLAGS='--cfg loom' RUSTC_WORKSPACE_WRAPPER=$PWD/ci/long/rustc-with.sh cargo ...`.
# Third-party crates are compiled as usual. Cargo does not see the flags: each set of them needs a target folder of its own.
exec "$@" $FLAGS
