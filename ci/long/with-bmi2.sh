#!/usr/bin/env bash
# Compiles crates of the workspace for processors with BMI2: RUSTC_WORKSPACE_WRAPPER calls it with the compiler and its arguments.
# Third-party crates are compiled as usual, and need not be built again.
exec "$@" -Ctarget-feature=+bmi2
