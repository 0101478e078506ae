#!/bin/sh
# The compiler with the configuration of models: `RUSTC_WORKSPACE_WRAPPER=ci/long/rustc-loom.sh cargo test ...`, with the whole
# path. Crates of others are then compiled as always.
exec "$@" --cfg loom
