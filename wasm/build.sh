#!/usr/bin/env bash
# The WebAssembly modules, into wasm/dist/: `bash wasm/build.sh [MODULE...]`, all of them without a name.
#
#   moves.wasm         the rules without PGN, with sliders by hyperbola quintessence and a plain perft: the smallest one
#   chess.wasm         the same with PGN: the small one, which is the package's own
#   chess-large.wasm   the rules with PGN, also read leniently, slider tables and the kernels of perft
#   chess-full.wasm    the rules with PGN, the engine and the lessons, with sliders by hyperbola quintessence and the kernels of perft
#
# `package` builds all of them, and the rest of the npm package. `test` does the same, builds the program, and tests the package by
# Node beside the program. `page` builds the last module and packs it into docs/moveboards/module.js, after which
# docs/moveboards/index.html opens in a browser; and it makes the folder docs/moveboards/dist for a host of static files, with
# moveboards.html beside it, which has the whole page in one file.
#
# It needs Rust 1.95 or newer by rustup, and Node 20 or newer. `load` adds the sources of the standard library to the toolchain, and loads
# binaryen from npm into a folder below target/; `is-there` says whether that has been done.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p "${CARGO_TARGET_DIR:-target}"
target_dir=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
tools=$target_dir/wasm-tools
PATH=$tools/node_modules/.bin:$PATH

is_there() {
    [[ -d $(rustc --print sysroot)/lib/rustlib/src/rust/library && -x $tools/node_modules/.bin/wasm-opt ]]
}

load() {
    rustup component add rust-src
    npm install --prefix "$tools" --silent --no-save --no-package-lock --ignore-scripts binaryen@132.0.0
}

# The passes of wasm-opt that make the modules smaller by gzip; those of -O2 and -Oz inline calls and cut data into pieces, which
# gzip packs worse.
passes=(
    --dae-optimizing --optimize-instructions --reorder-locals --rse --vacuum --duplicate-function-elimination --remove-unused-module-elements
    --remove-unused-brs --merge-blocks --merge-locals --strip-producers --strip-debug --strip-target-features --converge
)

# What a module may use: the compiler's default, and nothing newer that binaryen knows and browsers may not.
features=(
    --mvp-features --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong --enable-multivalue --enable-mutable-globals
    --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext
)

# compile OPTION...: a module with these features. Without the messages of panics, which nobody could read, it is smaller, and so it is
# if the standard library prefers small code: modules of the library that rustup has are a fifth larger.
compile() {
    local target=wasm32-unknown-unknown
    RUSTC_BOOTSTRAP=1 CARGO_INCREMENTAL=0 \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='-Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort' \
        cargo rustc --quiet --release --lib --target $target --manifest-path wasm/Cargo.toml --package chess-wasm \
        --target-dir "$target_dir/wasm" -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
}

# What keeps the small modules small: of other crates' functions, those that are not marked are inlined if they are small. Their speed is
# the same; that of the engine would not be.
small=(-- -Cllvm-args=-inline-threshold=100)

# build NAME OPTION...: a module with these features.
build() {
    local name=$1 start=$SECONDS made=$target_dir/wasm/wasm32-unknown-unknown/release/chess_wasm.wasm
    shift
    compile "$@"
    mkdir -p wasm/dist
    wasm-opt "${features[@]}" "$made" -o "wasm/dist/$name.wasm" "${passes[@]}"
    node wasm/order.mjs "wasm/dist/$name.wasm" "${features[@]}"
    printf '%s.wasm: %d bytes, %d by gzip, %d s\n' "$name" "$(wc -c <"wasm/dist/$name.wasm")" \
        "$(gzip -9 -c "wasm/dist/$name.wasm" | wc -c)" $((SECONDS - start))
}

case ${1:-} in
    is-there)
        is_there
        exit
        ;;
    load)
        is_there || load
        exit
        ;;
esac
what=modules
case ${1:-} in
    package | test | page)
        what=$1
        shift
        ;;
esac
[[ $what != page ]] || set -- chess-full
(($#)) || set -- moves chess chess-large chess-full
is_there || load
cp Cargo.lock wasm
for module; do
    case $module in
        moves) build moves --no-default-features "${small[@]}" ;;
        chess) build chess --no-default-features --features pgn "${small[@]}" ;;
        chess-large) build chess-large ;;
        chess-full) build chess-full --no-default-features --features engine,lessons,perft,pgn ;;
        *)
            printf 'there is no module %s\n' "$module" >&2
            exit 2
            ;;
    esac
done
case $what in
    page) node wasm/pack.mjs page ;;
    package) node wasm/pack.mjs package ;;
    test)
        node wasm/pack.mjs package
        cargo build --quiet --package chess-cli
        CHESS=$target_dir/debug/chess node --test wasm/tests/*.test.js
        ;;
esac
