#!/usr/bin/env bash
# Plays games on terminals of several sizes and reads their screens: `bash ci/long/terminal.sh`. pyte, which draws the screens, is installed
# into a virtual environment below target/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
venv=$target/terminal-venv
[[ -x $venv/bin/python ]] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check pyte==0.8.2
cargo build --release -p chess-cli
"$venv/bin/python" ci/long/terminal.py "$target/release/chess"
