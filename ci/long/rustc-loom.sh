#!/bin/sh
# The compiler with the configuration of models: `RUSTC_WORKSPACE_WRAPPER=ci/long/rustc-loom.sh cargo test ...`, with the whole
# path. Third-party crates are compiled as usual.
exec "$@" --cfg loom
