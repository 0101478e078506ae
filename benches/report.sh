#!/usr/bin/env bash
# Measures and fills the pages of figures: `bash benches/report.sh [REPORT [PART...]]`.
#
#   perft     docs/perft.md, docs/perft.svg and the first table of the README: six minutes
#   natural   docs/natural.md and the first rows of the README: six minutes; parts machine, results
#   sliders   docs/sliders.md: ten minutes; parts machine, lookups, perft, builds, sizes
#   probers   docs/probers.md, which needs ../shared/data/syzygy and a C compiler: two minutes; parts machine, results
#   builds    docs/builds.md and a table of the README: eight minutes; parts machine, crates, program
#
# Without arguments all of them. It needs Linux, bash, and for the sliders an x86-64 processor. Other work on the machine
# makes the figures worth less. ROUNDS=N changes how often each perft is taken.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CARGO_TERM_QUIET=true
unset CARGO_BUILD_TARGET CARGO_ENCODED_RUSTFLAGS
rounds=${ROUNDS:-5}
source benches/reports/common.sh
unset CARGO_TARGET_DIR

# report NAME PART...: each part fills the place that is marked with its name.
report() {
    local name=$1 part
    shift
    if [[ $name == perft ]]; then
        cargo run --release -p chess-benches --bin report -- --rounds "$rounds"
        return
    fi
    source "benches/reports/$name.sh"
    (($#)) || set -- "${parts[@]}"
    for part; do
        echo "measuring: $name, $part" >&2
        "$part" >"$target/table"
        fill "$part" "$page" <"$target/table"
    done
}

case ${1-all} in
perft | natural | sliders | probers | builds) report "$@" ;;
all) for name in natural perft sliders probers builds; do (report "$name"); done ;;
*)
    sed -n '2,/^set/{/^#/p}' "$0" >&2
    exit 2
    ;;
esac
