#!/usr/bin/env bash
# Compiles crates of the workspace with the model of AVX-512: RUSTC_WORKSPACE_WRAPPER calls it with the compiler and its
# arguments. Third-party crates are compiled as usual, and need not be built again.
exec "$@" --cfg avx512_model
