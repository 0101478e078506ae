#!/usr/bin/env bash
# The slider lookups of chess-magic, for docs/figures/sliders.md: bash benches/reports/sliders.sh [PART...]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

page=docs/figures/sliders.md
parts=(machine lookups perft builds sizes)

# Rows of the table of perfts: the name of the backend, the target, and the features; `no-pext` among them means `--cfg
# chess_no_pext`. The other rows of a target are compared with its first.
perfts=(
    'magic x86-64 tables'
    'hyperbola x86-64 -'
    'magic x86-64-v3 tables,no-pext'
    'pext x86-64-v3 tables'
    'hyperbola x86-64-v3 -'
    'magic native tables,no-pext'
    'pext native tables'
    'hyperbola native -'
)

# rustflags TARGET FEATURES: the flags of a row.
rustflags() {
    printf -- '-C target-cpu=%s' "$1"
    [[ $2 != *no-pext* ]] || printf ' --cfg chess_no_pext'
}

# cargo_features FEATURES: the features of a row for cargo.
cargo_features() {
    local features=${1/#-/}
    printf '%s' "${features/,no-pext/}"
}

# The program of a target and features.
build_sliders() {
    RUSTFLAGS=$(rustflags "$1" "$2") cargo build --profile bench --package chess-benches --bin sliders \
        --no-default-features --features "$(cargo_features "$2")" --target-dir "$target/$1" >&2
}

lookups() {
    local cpu
    printf '| backend | compiled for | bytes read | ns, hot | ns, with 4 MB |\n|---|---|---:|---:|---:|\n'
    for cpu in x86-64 x86-64-v3 native; do
        build_sliders "$cpu" tables
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
    # They take turns, so that other work on the machine slows all of them.
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

fill_script() {
    local script
    script=$(echo "$target"/clean/debug/build/chess-magic-*/build-script-build)
    processor_seconds env CARGO_CFG_TARGET_ARCH=x86_64 "OUT_DIR=$target" "$script"
}

builds() {
    local features spent
    printf '| clean debug build of | CPU seconds | of which `build.rs` of `chess-magic` runs |\n|---|---:|---:|\n'
    for features in '"tables"' ''; do
        spent=$(clean_build "chess-magic = { path = '$PWD/crates/chess-magic', default-features = false, features = [$features] }")
        printf '| `chess-magic`%s | %s | %s |\n' "${features:+ with ${features//\"/\`}}" "$spent" "$(fill_script)"
    done
    spent=$(clean_build 'cozy-chess-types = "=0.2.2"')
    printf '| cozy-chess-types 0.2.2 | %s | |\n' "$spent"
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
    printf '| backend | opt-level | bytes for lookups | bytes for legal moves |\n|---|---|---:|---:|\n'
    cp Cargo.lock tests/bare/size
    for row in 'magic x86-64 tables' 'pext x86-64-v3 tables' 'hyperbola x86-64 -'; do
        read -r name cpu features <<<"$row"
        for level in 3 z; do
            CARGO_PROFILE_RELEASE_OPT_LEVEL=$level RUSTFLAGS="-C target-cpu=$cpu" cargo build --release \
                --manifest-path tests/bare/size/Cargo.toml --no-default-features --features "${features/#-/}" \
                --target-dir "$target/size" >&2
            printf '| `%s`, %s | %s | %s | %s |\n' "$name" "$cpu" "$level" "$(growth lookups)" "$(growth moves)"
        done
    done
}

fill_parts "$@"
