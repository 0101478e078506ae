#!/usr/bin/env bash
# Runs the commands of README.md as they are written: `bash ci/readme.sh CHESS`, with the path of the built program.
#
# Commands of `chess` run in their order, in an empty folder with links to `crates` and `examples`. Each must succeed and print
# the text behind its `#`. Then the dependency lines of all pages become a package next to a link named `chess`, which must compile, and
# the README's program must run with chess-movegen alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

chess=$(realpath "$1")
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && realpath "${CARGO_TARGET_DIR:-target}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# block LANGUAGE: the lines of the README's code in this language.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" README.md | grep -v '^```'
}

# The comment is split off at the last `#`: the text behind it has none.
commands=0
ln -s "$PWD/crates" "$PWD/examples" "$folder"
while IFS= read -r line; do
    command=${line%#*}
    text=
    [[ $command == "$line" ]] || text=${line##*# }
    printf '+ %s\n' "$line"
    case $command in
        'cargo run --profile quick -p chess-cli --no-default-features -- perft 6 '* | 'cargo test '*) continue ;; # steps of the gate
        'chess '*) ;;
        # With the profile in which the gate has compiled most of it; the next commands run what it has installed.
        'cargo install '*) command="cd '$PWD' && ${command% } --profile quick --locked --target-dir '$target' --root '$folder' 2>&1" ;;
        *) printf 'README.md has a command that no step runs: %s\n' "$line" >&2; exit 1 ;;
    esac
    (cd "$folder" && PATH=$folder/bin:$(dirname "$chess"):$PATH bash -euo pipefail -c "$command") </dev/null >"$folder/out"
    if [[ -n $text ]] && ! grep -qF -- "$text" "$folder/out"; then
        cat "$folder/out" >&2
        printf 'README.md says that this prints: %s\n' "$text" >&2
        exit 1
    fi
    commands=$((commands + 1))
done < <(block sh)

# Always at the same place, so that a second run compiles nothing.
projects=$target/readme
rm -rf "$projects"
mkdir -p "$projects"
ln -s "$PWD" "$projects/chess"

# package NAME LINES: a package with these dependencies, and the program of stdin. With the profile of the workspace, third-party
# crates are those that it has compiled.
package() {
    mkdir -p "$projects/$1/src"
    printf '[package]\nname = "%s"\nedition = "2024"\n[workspace]\n[dependencies]\n%s\n\n' "$1" "$2" >"$projects/$1/Cargo.toml"
    sed -n '/^\[profile\.dev/,/^$/p' Cargo.toml >>"$projects/$1/Cargo.toml"
    cp Cargo.lock "$projects/$1"
    cat >"$projects/$1/src/main.rs"
}

lines=$(grep -oh '^chess-[a-z-]* = { path = [^}]* }' README.md crates/*/README.md | sort -u)
package all "$lines" < <(sed 's/ = .*/ as _;/; s/-/_/g; s/^/use /' <<<"$lines" && printf 'fn main() {}\n')
package one "$(grep '^chess-movegen = ' <<<"$lines")" < <(block rust)
(cd "$projects/all" && cargo check --quiet --target-dir "$target")
(cd "$projects/one" && cargo run --quiet --target-dir "$target") | grep -x 'e2e4: 20 replies' >/dev/null

printf '%d commands, %d dependencies\n' "$commands" "$(wc -l <<<"$lines")"
((commands > 0 && $(wc -l <<<"$lines") == 16))
