# Functions of the scripts of this folder. Each script has a `page` and a function for each of its `parts`, and ends with
# `fill_parts "$@"`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

export CARGO_TERM_QUIET=true
unset CARGO_BUILD_TARGET CARGO_ENCODED_RUSTFLAGS
rounds=${ROUNDS:-5}
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}/reports" && cd "${CARGO_TARGET_DIR:-target}/reports" && pwd)
unset CARGO_TARGET_DIR

# fill_parts PART...: fills the part of the page that is marked with its name; without arguments all of them.
fill_parts() {
    local part
    (($#)) || set -- "${parts[@]}"
    for part; do
        echo "measuring: $page, $part" >&2
        "$part" >"$target/table"
        fill "$part" "$page" <"$target/table"
    done
}

# fill MARK PAGE: replaces the text between two marks of a page by the standard input.
fill() {
    awk -v mark="$1" -v text="$(cat)" '
        index($0, "<!-- end of " mark " -->") { skipped = 0 }
        !skipped
        index($0, "<!-- " mark " -->") { print text; skipped = 1 }
    ' "$2" >"$2.new"
    mv "$2.new" "$2"
}

# processor_seconds COMMAND...: the CPU time of the command and its children.
processor_seconds() {
    local TIMEFORMAT='%U %S' times
    times=$({ time "$@" >"$target/log" 2>&1; } 2>&1) || { cat "$target/log" >&2; return 1; }
    awk '{ printf "%.2f", $1 + $2 }' <<<"$times"
}

# clean_build DEPENDENCY [OPTION...]: CPU seconds of the build of a package with only this dependency, from the sources, into an
# empty target folder.
clean_build() {
    rm -rf "$target/clean" "$target/empty"
    mkdir -p "$target/empty/src"
    touch "$target/empty/src/lib.rs"
    printf '[package]\nname = "empty"\nedition = "2024"\n[workspace]\n[dependencies]\n%s\n' "$1" >"$target/empty/Cargo.toml"
    shift
    cp Cargo.lock "$target/empty"
    cargo fetch --manifest-path "$target/empty/Cargo.toml" >&2
    processor_seconds env -u RUSTFLAGS cargo build "$@" --target-dir "$target/clean" \
        --manifest-path "$target/empty/Cargo.toml"
}

machine() {
    printf '%s, %s, %s, commit %s.\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" \
        "$(rustc --version)" "$(date +%Y-%m-%d)" "$(git rev-parse --short=10 HEAD)"
}
