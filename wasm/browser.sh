#!/usr/bin/env bash
# The page in a browser, and the npm package in all that takes it: `bash wasm/browser.sh test [FILE...]`, by default the files
# wasm/tests/browser/*.test.js.
#
# It needs Debian 12 on x86-64, Node 20 or newer, and the network. Debian's chromium comes with the libraries that the machine
# lacks; playwright-core, the bundlers, TypeScript, Deno and axe come from npm (0.25 GB). They go into folders below target/ and
# wasm/tests/browser/, and nothing is installed. `load` only loads them, and `is-there` says whether that has been done. A browser that
# is on the machine is taken if CHROMIUM names it.
# CHESS names the program; without it, it is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source ci/long/load.sh

tests=wasm/tests/browser
unpacked=$work/tools/usr/lib/chromium/chromium
libraries=$work/tools/usr/lib/x86_64-linux-gnu:$work/tools/lib/x86_64-linux-gnu:$work/tools/usr/lib/x86_64-linux-gnu/pulseaudio

is_there() {
    [[ -x ${CHROMIUM:-$unpacked} ]] && (cd "$tests" && npm ls --silent >/dev/null 2>&1)
}

load() {
    [[ -x ${CHROMIUM:-$unpacked} ]] || load_native chromium
    npm ci --prefix "$tests" --silent --ignore-scripts
}

# in_browser COMMAND...: runs a command that finds the browser.
in_browser() {
    if [[ -n ${CHROMIUM:-} ]]; then
        "$@"
    else
        # The libraries are for the browser alone. A machine without fonts has got some with them.
        [[ -e /etc/fonts/fonts.conf ]] || export FONTCONFIG_SYSROOT=$work/tools
        CHROMIUM=$unpacked CHROMIUM_LIBRARIES=$libraries "$@"
    fi
}

case ${1:-} in
    is-there)
        is_there
        ;;
    load)
        is_there || load
        ;;
    test)
        shift
        is_there || load
        if [[ -z ${CHESS:-} ]]; then
            cargo build --quiet --package chess-cli
            export CHESS=$target_dir/debug/chess
        fi
        (($#)) || set -- "$tests"/*.test.js
        in_browser node --test "$@"
        ;;
    *)
        printf 'bash wasm/browser.sh is-there|load|test [FILE...]\n' >&2
        exit 2
        ;;
esac
