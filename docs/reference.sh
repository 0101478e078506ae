#!/usr/bin/env bash
# The documentation of the libraries, and its front page: `bash docs/reference.sh` writes target/doc/index.html, which leads to them
# in the order of the README's table.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

doc=${CARGO_TARGET_DIR:-target}/doc
table=$(sed -n '/^| crate | content |$/,/^$/p' README.md | grep -v 'chess-cli')
mapfile -t crates < <(sed -n 's/^| \[`\(chess-[a-z-]*\)`\].*/\1/p' <<<"$table")
cargo doc --no-deps --all-features "${crates[@]/#/--package=}"
{
    printf '%% Crates for chess\n\n'
    printf 'From the lowest layer up. Most programs need `chess-movegen` or `chess-notation` alone, which re-export what their functions take.\n\n'
    perl -pe 's{\(crates/([a-z-]+)\)}{"(" . $1 =~ tr/-/_/r . "/index.html)"}e' <<<"$table"
} >"$doc/index.md"
(cd "$doc" && rustdoc --output . index.md $(printf -- '--markdown-css %s ' static.files/{normalize,rustdoc}-*.css) \
    --html-before-content <(printf '<main><div class="docblock">') --html-after-content <(printf '</div></main>'))
for crate in "${crates[@]//-/_}"; do
    [[ -e $doc/$crate/index.html ]] && grep -qF "href=\"$crate/index.html\"" "$doc/index.html"
done
