#!/usr/bin/env bash
# A release, in dist/: `bash ci/release.sh [PART...]`, of wheel, source, program, crates and npm, or all of them.
#
#   wheel    the Python package: one for CPython 3.10 and newer, and one for CPython 3.9, whose stable ABI has slower calls; on Linux for
#            glibc 2.17 or newer (2012), linked by Zig's linker
#   source   its source distribution
#   program  `chess` with its man pages, completions and licences in an archive; on Linux linked statically
#   crates   the packages of ci/long/packages.sh
#   npm      the tarball of wasm/
#
# Each is installed into an empty environment, where the first example of its README must run, and SHA256SUMS has all files of dist/. It
# needs Rust, Python 3.10 or newer with venv, a compiler for C, for `npm` Node and what wasm/build.sh says, and the registries of packages.
# PYTHON builds wheels, and PYTHONS, such as "python3.9 python3.13", or PYTHON install them.
#
# `wheel` and `program` run on Linux, macOS and Windows, there in the bash of Git, and build for the machine's own processor, or for TARGET,
# such as aarch64-unknown-linux-gnu. Programs for TARGET must run here, for example by QEMU and the kernel's binfmt_misc, and PYTHONS must
# be for it. Linking the program needs a C compiler such as aarch64-linux-gnu-gcc, in CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
authors=$(sed -n 's/^authors = \["\(.*\)"\]$/\1/p' Cargo.toml)
for file in python/Cargo.toml wasm/package.json; do
    grep -qF -- "\"$authors\"" "$file" || { printf '%s: its authors are not %s, as in Cargo.toml\n' "$file" "$authors" >&2 && exit 1; }
done
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
python=${PYTHON:-python3}
triple=${TARGET:-$(rustc -vV | sed -n 's/^host: //p')}
mkdir -p dist "${CARGO_TARGET_DIR:-target}/release-files"
target=$(cd "${CARGO_TARGET_DIR:-target}/release-files" && pwd)
# Where Windows has executables of other names and in other places.
exe='' scripts=bin
[[ $triple != *windows* ]] || exe=.exe scripts=Scripts
rm -f dist/SHA256SUMS
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT

maturin() {
    if [[ ! -x $target/venv/$scripts/maturin$exe ]]; then
        "$python" -m venv "$target/venv"
        "$target/venv/$scripts/pip" install --quiet --disable-pip-version-check maturin==1.16.0 ziglang==0.15.1
    fi
    PATH=$target/venv/$scripts:$PATH CARGO_TARGET_DIR=$target command maturin "$@" --manifest-path python/Cargo.toml
}

# installed PYTHON FILE: the first example of the package's README, in an environment with the file and what it needs.
installed() {
    local venv
    venv=$(mktemp -d "$empty/XXXXXX")
    "$1" -m venv "$venv"
    CARGO_TARGET_DIR=$target "$venv/$scripts/pip" install --quiet --disable-pip-version-check "$2"
    (cd "$empty" && PATH=$venv/$scripts:$PATH bash -c "$(grep -m1 '^python -c' "$root/python/README.md")") | grep -x 119060324
}

part() {
    case $1 in
        wheel)
            local linux=() wheels=$target/$triple/wheels
            rm -rf "$wheels"
            [[ $triple != *linux* ]] || linux=(--zig --compatibility manylinux2014)
            # Zig links, and no other program.
            unset "CARGO_TARGET_$(tr a-z- A-Z_ <<<"$triple")_LINKER"
            for abi in abi3-py310 abi3-py39; do
                maturin build --quiet --release --locked --target "$triple" ${linux[@]+"${linux[@]}"} \
                    --features "pyo3/$abi" --out "$wheels"
            done
            cp "$wheels"/*.whl dist
            for one in ${PYTHONS:-"$python"}; do
                abi=$("$one" -c 'import sys; print("cp39" if sys.version_info < (3, 10) else "cp310")')
                installed "$one" "$wheels"/*-"$abi"-*.whl
            done
            ;;
        source)
            rm -f dist/chess_batch-*.tar.gz
            maturin sdist --out dist
            installed "$python" dist/chess_batch-*.tar.gz
            ;;
        program)
            local built folder
            # Without shared libraries, so that it runs on any Linux and on a Windows without Visual C++'s.
            RUSTFLAGS=$([[ $triple == *darwin* ]] || printf '%s' -Ctarget-feature=+crt-static) \
                cargo build --release --locked --package chess-cli --target "$triple" --target-dir "$target"
            built=$target/$triple/release/chess$exe
            folder=chess-$version-$triple
            mkdir -p "$empty/$folder/completions"
            cp "$built" LICENSE-* CHANGELOG.md crates/chess-cli/README.md "$empty/$folder"
            "$built" man --out "$empty/$folder/man"
            for shell in bash elvish fish powershell zsh; do
                "$built" completions "$shell" >"$empty/$folder/completions/chess.$shell"
            done
            rm -f dist/chess-*-"$triple".*
            "$python" -c 'import shutil, sys; shutil.make_archive(*sys.argv[1:])' "dist/$folder" "$([[ $exe ]] && echo zip || echo gztar)" "$empty" "$folder"
            (cd "$empty" && env -i "./$folder/chess$exe" perft 6) | grep -w 119060324
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
            printf 'unknown part of a release: %s\n' "$1" >&2
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
sums() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
(cd dist && sums ./*[!S] | sed 's, \./, ,' >SHA256SUMS && wc -c ./*)
