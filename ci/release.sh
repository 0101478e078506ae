#!/usr/bin/env bash
# A release for Linux on x86-64, in dist/: `bash ci/release.sh [PART...]`, of wheel, source, program, crates and npm, or all of them.
#
#   wheel    the Python package for Linux with glibc 2.17 or newer (2012), linked by Zig's linker: one for CPython 3.10 and newer, and one
#            for CPython 3.9, whose stable ABI has slower calls
#   source   its source distribution
#   program  `chess`, linked statically
#   crates   the packages of ci/long/packages.sh
#   npm      the tarball of wasm/
#
# Each is installed into an empty environment, where the first example of its README must run, and SHA256SUMS has all files of dist/. It
# needs Rust, Python 3.10 or newer with venv, a compiler for C, for `npm` Node and what wasm/build.sh says, and the registries of packages.
# PYTHON and the interpreters in PYTHONS, such as "python3.9 python3.13", install the wheels.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
for field in authors repository; do
    value=$(sed -n "s/^$field = \[*\(\".*\"\).*/\1/p" Cargo.toml)
    for file in python/Cargo.toml wasm/package.json; do
        grep -qF -- "$value" "$file" || { printf '%s: %s is not %s, as in Cargo.toml\n' "$file" "$field" "$value" >&2 && exit 1; }
    done
done
python=${PYTHON:-python3}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/release-files
mkdir -p dist "$target"
rm -f dist/SHA256SUMS
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT

maturin() {
    if [[ ! -x $target/venv/bin/maturin ]]; then
        "$python" -m venv "$target/venv"
        "$target/venv/bin/pip" install --quiet --disable-pip-version-check maturin==1.16.0 ziglang==0.15.1
    fi
    PATH=$target/venv/bin:$PATH CARGO_TARGET_DIR=$target command maturin "$@" --manifest-path python/Cargo.toml --out dist
}

# installed PYTHON FILE: the first example of the package's README, in an environment with the file and what it needs.
installed() {
    local venv
    venv=$(mktemp -d -p "$empty")
    "$1" -m venv "$venv"
    CARGO_TARGET_DIR=$target "$venv/bin/pip" install --quiet --disable-pip-version-check "$2"
    (cd "$empty" && PATH=$venv/bin:$PATH bash -c "$(grep -m1 '^python -c' "$root/python/README.md")") | grep -x 119060324
}

part() {
    case $1 in
        wheel)
            rm -f dist/*.whl
            for abi in abi3-py310 abi3-py39; do
                maturin build --quiet --release --locked --zig --compatibility manylinux2014 --features "pyo3/$abi"
            done
            for version in "$python" ${PYTHONS:-}; do
                abi=$("$version" -c 'import sys; print("cp39" if sys.version_info < (3, 10) else "cp310")')
                installed "$version" dist/*-"$abi"-*.whl
            done
            ;;
        source)
            rm -f dist/chess_batch-*.tar.gz
            maturin sdist
            installed "$python" dist/chess_batch-*.tar.gz
            ;;
        program)
            RUSTFLAGS=-Ctarget-feature=+crt-static cargo build --release --locked --package chess-cli \
                --target x86_64-unknown-linux-gnu --target-dir "$target"
            cp "$target/x86_64-unknown-linux-gnu/release/chess" dist/chess-x86_64-linux
            (cd "$empty" && env -i "$root/dist/chess-x86_64-linux" perft 6) | grep -w 119060324
            ;;
        crates)
            bash ci/long/packages.sh
            rm -f dist/*.crate
            cp "${CARGO_TARGET_DIR:-target}"/packages/package/*.crate dist
            ;;
        npm)
            bash wasm/build.sh package
            rm -f dist/*.tgz
            npm pack ./wasm --silent --pack-destination dist
            npm install --silent --prefix "$empty" "$root"/dist/*.tgz
            sed -n '/^```js$/,/^```$/{/^```$/q;/^```/!p}' wasm/README.md | sed '/^game.turn/s/.*/console.log(game.turn);/' >"$empty/first.mjs"
            node "$empty/first.mjs" | grep -x b
            ;;
        *)
            printf 'there is no part %s of a release\n' "$1" >&2
            exit 2
            ;;
    esac
}

(($#)) || set -- wheel source program crates npm
for name; do
    start=$SECONDS
    part "$name"
    printf '%s: %d s\n' "$name" $((SECONDS - start))
done
(cd dist && sha256sum -- *[!S] >SHA256SUMS && wc -c -- *)
