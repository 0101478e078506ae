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
# It needs Debian 12 on x86-64. Rust 1.85, the sources of its standard library, the linker and binaryen's wasm-opt come from
# Debian's packages, into folders below target/ (1.0 GB unpacked); nothing is installed. `load` only loads them, and `is-there` says
# whether that has been done. With RUSTUP set to anything, it takes the toolchain that cargo finds instead, which needs its target
# wasm32-unknown-unknown, and wasm-opt if there is one; the modules are a fifth larger.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source ci/long/load.sh

is_there() {
    [[ -z ${RUSTUP:-} ]] || return 0
    [[ -x $rust/usr/bin/cargo && -e $rust/usr/lib/rustlib/src/rust ]] && command -v wasm-ld-19 >/dev/null && command -v wasm-opt >/dev/null
}

load() {
    load_rust
    load_sources
    load_tool lld-19 wasm-ld-19
    load_tool binaryen wasm-opt
}

# The passes of wasm-opt that make the modules smaller by gzip; those of -O2 and -Oz inline calls and cut data into pieces, which
# gzip packs worse.
passes=(
    --dae-optimizing --optimize-instructions --reorder-locals --rse --vacuum --duplicate-function-elimination --remove-unused-module-elements
    --remove-unused-brs --merge-blocks --merge-locals --strip-producers --strip-debug --strip-target-features
)

# compile OPTION...: a module with these features. Without the messages of panics, which nobody could read, it is smaller, and so it is
# if the standard library prefers small code; and with instructions that copy memory, which newer Rust uses by itself, PGN is read in two
# thirds of the time.
compile() {
    local target=wasm32-unknown-unknown
    set -- --quiet --release --lib --target $target --manifest-path wasm/Cargo.toml --package chess-wasm --target-dir "$target_dir/wasm" "$@"
    if [[ -n ${RUSTUP:-} ]]; then
        cargo rustc "$@"
    else
        with_rust env RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
            CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='-Ctarget-feature=+bulk-memory,+nontrapping-fptoint -Zlocation-detail=none' \
            cargo rustc --ignore-rust-version \
            -Zbuild-std=std,panic_abort -Zbuild-std-features=panic_immediate_abort,optimize_for_size "$@"
    fi
}

# What keeps the small modules small: of other crates' functions, those that are not marked are inlined if they are small. Their speed is
# the same; that of the engine would not be.
small=(-- -Cllvm-args=-inline-threshold=50)

# build NAME OPTION...: a module with these features.
build() {
    local name=$1 start=$SECONDS made=$target_dir/wasm/wasm32-unknown-unknown/release/chess_wasm.wasm
    shift
    compile "$@"
    mkdir -p wasm/dist
    if command -v wasm-opt >/dev/null; then
        local shared=$work/tools/usr/lib/x86_64-linux-gnu
        LD_LIBRARY_PATH=$shared wasm-opt --all-features "$made" -o "wasm/dist/$name.wasm" "${passes[@]}"
        if command -v node >/dev/null; then
            BINARYEN=$shared node wasm/order.mjs "wasm/dist/$name.wasm"
        fi
    else
        cp "$made" "wasm/dist/$name.wasm"
    fi
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
