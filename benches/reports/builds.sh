#!/usr/bin/env bash
# The time to compile each crate, for docs/figures/builds.md: bash benches/reports/builds.sh [PART...]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

page=docs/figures/builds.md
parts=(machine crates program)

libraries=(chess-types chess-magic chess-board chess-movegen chess-movegen-perft chess-notation chess-search)
peers=('cozy-chess = "=0.3.4"' 'shakmaty = "=0.30.1"')

# row NAME DEPENDENCY: a build for debugging, one for release, and the size of the release library.
row() {
    local name=$1 debug release library
    debug=$(clean_build "$2")
    release=$(clean_build "$2" --release)
    library=$(stat -c %s "$target"/clean/release/deps/lib"${name//-/_}"-*.rlib)
    printf '%s %s %s %s\n' "$name" "$debug" "$release" $((library / 1024))
}

crates() {
    local library peer
    {
        for library in "${libraries[@]}"; do
            row "$library" "$library = { path = '$PWD/crates/$library' }"
        done
        for peer in "${peers[@]}"; do
            row "${peer%% *}" "$peer"
        done
    } >"$target/crates"
    awk '
        { name[NR] = $1; debug[$1] = $2; release[$1] = $3; size[$1] = $4 }
        END {
            print "| clean build of | debug, CPU s | to shakmaty | release, CPU s | rlib, KiB |"
            print "|---|---:|---:|---:|---:|"
            for (i = 1; i <= NR; i++) {
                n = name[i]
                printf "| %s | %.2f | %.2f | %.2f | %d |\n", n, debug[n], debug[n] / debug["shakmaty"], release[n], size[n]
            }
        }' "$target/crates"
}

# The first of the two commands of the README, as after a fresh clone with all packages fetched.
program() {
    local TIMEFORMAT='%R %U %S' times
    rm -rf "$target/clean"
    times=$({ time env -u RUSTFLAGS cargo run --release -p chess-cli --target-dir "$target/clean" -- perft 6 \
        >"$target/log" 2>&1; } 2>&1) || { cat "$target/log" >&2; return 1; }
    grep -qx 'nodes 119060324' "$target/log"
    printf '| `cargo run --release -p chess-cli -- perft 6`, from nothing | wall s | CPU s | program, KiB |\n|---|---:|---:|---:|\n'
    printf '| on %d cores | %.1f | %.1f | %d |\n' "$(nproc)" "${times%% *}" \
        "$(awk '{ print $2 + $3 }' <<<"$times")" $(($(stat -c %s "$target/clean/release/chess") / 1024))
}

fill_parts "$@"
