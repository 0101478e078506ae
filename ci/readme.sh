#!/usr/bin/env bash
# Runs the commands of README.md as they are written: `bash ci/readme.sh CHESS`, with the path of the built program.
#
# Commands of `chess` run in their order, in an empty folder with links to `crates` and `examples`. Each must succeed and print
# the text behind its `#`. Then each dependency line becomes a package next to a link named `chess`, and must compile; the package
# with chess-movegen has the README's program.
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
        'cargo run --release -p chess-cli -- perft 6 '* | 'cargo test '*) continue ;; # steps of the gate
        'chess '*) ;;
        *) printf 'README.md has a command that no step runs: %s\n' "$line" >&2; exit 1 ;;
    esac
    (cd "$folder" && PATH=$(dirname "$chess"):$PATH bash -euo pipefail -c "$command") </dev/null >"$folder/out"
    if [[ -n $text ]] && ! grep -qF -- "$text" "$folder/out"; then
        cat "$folder/out" >&2
        printf 'README.md says that this prints: %s\n' "$text" >&2
        exit 1
    fi
    commands=$((commands + 1))
done < <(block sh)

mkdir "$folder/projects"
ln -s "$PWD" "$folder/projects/chess"
packages=()
while IFS= read -r line; do
    name=${line%% *}
    packages+=("$name")
    mkdir -p "$folder/projects/with-$name/src"
    printf '[package]\nname = "with-%s"\nedition = "2024"\n[workspace]\n[dependencies]\n%s\n' "$name" "$line" \
        >"$folder/projects/with-$name/Cargo.toml"
    cp Cargo.lock "$folder/projects/with-$name"
    printf 'use %s as _;\nfn main() {}\n' "${name//-/_}" >"$folder/projects/with-$name/src/main.rs"
    [[ $name != chess-movegen ]] || block rust >"$folder/projects/with-$name/src/main.rs"
    (cd "$folder/projects/with-$name" && cargo check --quiet --target-dir "$target/readme")
done < <(grep -o 'chess-[a-z-]* = { path = [^}]* }' README.md)
(cd "$folder/projects/with-chess-movegen" && cargo run --quiet --target-dir "$target/readme") | grep -qx 'e2e4: 20 replies'

printf '%d commands, %d dependencies: %s\n' "$commands" "${#packages[@]}" "${packages[*]}"
((commands > 0 && ${#packages[@]} == 3))
