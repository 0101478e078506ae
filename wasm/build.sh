#!/usr/bin/env bash
# The WebAssembly modules, into wasm/dist/: `bash wasm/build.sh [MODULE...]`, all of them without a name.
#
#   chess.wasm         the rules, with slider tables
#   chess-small.wasm   the rules, with sliders by hyperbola quintessence and a plain perft: small, and slower
#   chess-full.wasm    the rules, the engine and the lessons, with sliders by hyperbola quintessence
#
# `bash wasm/build.sh test` builds them and the program, and tests them by Node beside the program. `page` builds the last one and
# packs it into docs/moveboards/module.js, after which docs/moveboards/index.html opens in a browser.
#
# It needs Debian 12 on x86-64. Rust 1.85, the sources of its standard library and the linker come from Debian's packages, into
# folders below target/; nothing is installed. `load` only loads them, and `is-there` says whether that has been done. With a Rust
# that has the target wasm32-unknown-unknown, `cargo build --release --target wasm32-unknown-unknown` in this folder does as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source ci/long/processors/load.sh

is_there() {
    [[ -x $rust/usr/bin/cargo && -e $rust/usr/lib/rustlib/src/rust ]] && command -v wasm-ld-19 >/dev/null
}

load() {
    load_rust
    load_sources
    load_tool lld-19 wasm-ld-19
}

# build NAME OPTION...: a module with these features.
build() {
    local name=$1 start=$SECONDS
    shift
    with_rust env RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 cargo build --quiet --ignore-rust-version --release \
        -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown --manifest-path wasm/Cargo.toml \
        --target-dir "$target_dir/wasm" "$@"
    mkdir -p wasm/dist
    cp "$target_dir/wasm/wasm32-unknown-unknown/release/chess_wasm.wasm" "wasm/dist/$name.wasm"
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
if [[ ${1:-} == test || ${1:-} == page ]]; then
    what=$1
    shift
fi
[[ $what != page ]] || set -- chess-full
(($#)) || set -- chess chess-small chess-full
is_there || load
cp Cargo.lock wasm
for module; do
    case $module in
        chess) build chess ;;
        chess-small) build chess-small --no-default-features ;;
        chess-full) build chess-full --no-default-features --features engine,lessons,perft ;;
        *)
            printf 'there is no module %s\n' "$module" >&2
            exit 2
            ;;
    esac
done
case $what in
    page) node wasm/pack.mjs wasm/dist/chess-full.wasm docs/moveboards/module.js ;;
    test)
        cargo build --quiet --package chess-cli
        CHESS=$target_dir/debug/chess node --test wasm/tests/*.test.js
        ;;
esac
