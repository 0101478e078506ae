#!/usr/bin/env bash
# The Python package: builds the wheel, installs it into a virtual environment of its own, and runs its tests. Run it as `bash
# ci/python.sh`, or with `is-there` to test for a suitable Python. Other arguments are pytest's.
#
# It needs Python 3.9 or newer with venv, and the package index; nothing is installed outside target/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON:-python3}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/python
venv=$target/venv
# Fixed versions, so that the tests are reproducible. python-chess is the package `chess`.
tools=(maturin==1.16.0 pytest==9.2.0 mypy==2.4.1 numpy==2.4.6 pyarrow==26.0.1 chess==1.11.2 pandas==3.1.1 polars==2.1.0 duckdb==2.0.1 typos==1.52.0 zizmor==1.32.0)

if [[ ${1:-} == is-there ]]; then
    "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null
    exit
fi

if [[ ! -e $venv/tools || $(<"$venv/tools") != "${tools[*]}" ]]; then
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "${tools[@]}"
    printf '%s' "${tools[*]}" >"$venv/tools"
fi
export CARGO_TARGET_DIR=$target PATH=$venv/bin:$PATH
# The spelling of the whole project, and its workflows, by programs that come as wheels.
typos
zizmor --offline --quiet .github
package=$PWD/python

rm -rf "$target/wheels"
maturin build --release --locked --quiet --manifest-path "$package/Cargo.toml" --out "$target/wheels"
python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$target"/wheels/*.whl

# With the flags of the wheel, of which pyproject.toml says the reason.
cargo clippy --release --locked --features pyo3/abi3-py310 --config "$(sed -n 's/^config = \["\(.*\)"\]$/\1/p' "$package/pyproject.toml")" --manifest-path "$package/Cargo.toml" -- -D warnings
cargo fmt --manifest-path "$package/Cargo.toml" --check
# The stubs against the compiled module, with its docstrings, and the package's own types: where the sources are not found.
cd "$target"
python "$package/docstrings.py" --check
python -m mypy.stubtest chess_batch --allowlist "$package/tests/stubtest.txt" --mypy-config-file "$package/pyproject.toml"
python -m mypy --config-file "$package/pyproject.toml" -p chess_batch

cd "$package"
python -m pytest -p no:cacheprovider "$@"
