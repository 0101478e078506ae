#!/usr/bin/env bash
# Measures the slider backends of chess-magic and fills the tables of docs/sliders.md: `bash benches/sliders.sh`.
#
# It takes about ten minutes, most of them compiling, and needs Linux, bash and an x86-64 processor. ROUNDS=N changes how
# often each perft is taken.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rounds=${ROUNDS:-5}
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}/sliders" && cd "${CARGO_TARGET_DIR:-target}/sliders" && pwd)
page=docs/sliders.md
export CARGO_TERM_QUIET=true
unset CARGO_TARGET_DIR CARGO_BUILD_TARGET CARGO_ENCODED_RUSTFLAGS

# Rows of the table of perfts: a name, what it is compiled for, and the features. The first row of each target is what
# the others of the target are compared with.
perfts=(
    'magic x86-64 -'
    'fancy x86-64 fancy'
    'hyperbola x86-64 hyperbola'
    'magic x86-64-v3 no-pext'
    'fancy x86-64-v3 no-pext,fancy'
    'pext x86-64-v3 -'
    'pext_pdep x86-64-v3 pext-pdep'
    'hyperbola x86-64-v3 hyperbola'
    'magic native no-pext'
    'fancy native no-pext,fancy'
    'pext native -'
    'pext_pdep native pext-pdep'
    'hyperbola native hyperbola'
    'vector native vector'
)

# Replaces what stands between two marks of the page by the standard input.
fill() {
    awk -v mark="$1" -v text="$(cat)" '
        index($0, "<!-- end of " mark " -->") { skipped = 0 }
        !skipped
        index($0, "<!-- " mark " -->") { print text; skipped = 1 }
    ' "$page" >"$page.new"
    mv "$page.new" "$page"
}

# The program of a target and features.
build_sliders() {
    local cpu=$1 features=${2/#-/}
    RUSTFLAGS="-C target-cpu=$cpu" cargo build --release --package chess-benches --bin sliders \
        --features "sliders,$features" --target-dir "$target/$cpu" >&2
}

lookups() {
    local cpu
    printf '| backend | compiled for | bytes read | ns, hot | ns, beside 4 MB |\n|---|---|---:|---:|---:|\n'
    for cpu in x86-64 x86-64-v3 native; do
        build_sliders "$cpu" fancy,hyperbola,pext-pdep,vector
        "$target/$cpu/release/sliders" lookups | while read -r name bytes hot beside; do
            printf '| `%s` | %s | %s | %s | %s |\n' "$name" "$cpu" "$bytes" "$hot" "$beside"
        done
    done
}

perft() {
    local row name cpu features printed round number=0
    mkdir -p "$target/perft"
    for row in "${perfts[@]}"; do
        read -r name cpu features <<<"$row"
        build_sliders "$cpu" "$features"
        cp "$target/$cpu/release/sliders" "$target/perft/$number"
        number=$((number + 1))
    done
    # All take turns, so that whatever slows the machine down meets all of them.
    for ((round = 0; round < rounds; round++)); do
        for number in "${!perfts[@]}"; do
            read -r name cpu features <<<"${perfts[number]}"
            printed=$("$target/perft/$number" perft)
            [[ ${printed% *} == "$name" ]] || { echo "not compiled with $name: $printed" >&2; return 1; }
            printf '%s %s %s %s\n' "$number" "$name" "$cpu" "${printed#* }"
        done
    done | sort -k1,1n -k4,4nr | sort -k1,1n -u | awk '
        BEGIN { print "| backend | compiled for | million leaves/s | ratio |\n|---|---|---:|---:|" }
        $3 != cpu { cpu = $3; first = $4 }
        { printf "| `%s` | %s | %.0f | %.3f |\n", $2, $3, $4, $4 / first }'
}

# processor_seconds COMMAND...: of the command and all it starts.
processor_seconds() {
    local TIMEFORMAT='%U %S' times
    times=$({ time "$@" >"$target/log" 2>&1; } 2>&1) || { cat "$target/log" >&2; return 1; }
    awk '{ printf "%.2f", $1 + $2 }' <<<"$times"
}

# A debug build of a package that needs nothing but this dependency, from the sources.
clean_build() {
    rm -rf "$target/clean" "$target/empty"
    mkdir -p "$target/empty/src"
    touch "$target/empty/src/lib.rs"
    printf '[package]\nname = "empty"\nedition = "2024"\n[workspace]\n[dependencies]\n%s\n' "$1" >"$target/empty/Cargo.toml"
    cp Cargo.lock "$target/empty"
    processor_seconds env -u RUSTFLAGS cargo build --target-dir "$target/clean" \
        --manifest-path "$target/empty/Cargo.toml"
}

fill_script() {
    local script
    script=$(echo "$target"/clean/debug/build/chess-magic-*/build-script-build)
    processor_seconds env CARGO_CFG_TARGET_ARCH=x86_64 "OUT_DIR=$target" "$script"
}

builds() {
    local features spent peer
    printf '| clean debug build of | CPU seconds | of which `build.rs` of `chess-magic` runs |\n|---|---:|---:|\n'
    for features in '' '"fancy"' '"pext-pdep"' '"hyperbola"' '"vector"' '"fancy", "hyperbola", "pext-pdep", "vector"'; do
        spent=$(clean_build "chess-magic = { path = '$PWD/crates/chess-magic', features = [$features] }")
        printf '| `chess-magic`%s | %s | %s |\n' "${features:+ with ${features//\"/\`}}" "$spent" "$(fill_script)"
    done
    spent=$(clean_build "chess-movegen = { path = '$PWD/crates/chess-movegen' }")
    printf '| `chess-movegen` | %s | %s |\n' "$spent" "$(fill_script)"
    for peer in 'cozy-chess-types = "=0.2.2"' 'cozy-chess = "=0.3.4"' 'shakmaty = "=0.30.1"'; do
        spent=$(clean_build "$peer")
        printf '| %s | %s | |\n' "${peer//[\"=]/}" "$spent"
    done
}

# The size of the stripped program, less that of one that does nothing.
growth() {
    local size empty
    size=$(stat -c %s "$target/size/release/$1")
    empty=$(stat -c %s "$target/size/release/empty")
    printf '%s' $((size - empty))
}

sizes() {
    local name cpu features level
    printf '| backend | opt-level | bytes for lookups | bytes for legal moves and perft |\n|---|---|---:|---:|\n'
    cp Cargo.lock ci/size
    for row in 'magic x86-64 -' 'fancy x86-64 fancy' 'pext x86-64-v3 -' 'pext_pdep x86-64-v3 pext-pdep' \
        'hyperbola x86-64 hyperbola' 'vector native vector'; do
        read -r name cpu features <<<"$row"
        for level in 3 z; do
            CARGO_PROFILE_RELEASE_OPT_LEVEL=$level RUSTFLAGS="-C target-cpu=$cpu" cargo build --release \
                --manifest-path ci/size/Cargo.toml --features "${features/#-/}" --target-dir "$target/size" >&2
            printf '| `%s`, %s | %s | %s | %s |\n' "$name" "$cpu" "$level" "$(growth lookups)" "$(growth moves)"
        done
    done
}

machine() {
    printf '%s, %s, %s, commit %s.\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" \
        "$(rustc --version)" "$(date +%Y-%m-%d)" "$(git rev-parse --short=10 HEAD)"
}

for part in ${*:-machine lookups perft builds sizes}; do
    echo "measuring: $part" >&2
    "$part" >"$target/table"
    fill "$part" <"$target/table"
done
