# Natural use of the public API beside the peers, for docs/natural.md and the README: read by benches/report.sh.

page=docs/natural.md
parts=(machine results)

# One program and the same program: where its file lies and where its stack begins must not matter. Five copies under names
# of different lengths take turns, each start with another number of bytes in its environment.
copies=(n natural natural-use copies/of/the/program/natural another-folder/with-a-longer-name/natural-use-of-the-public-api)

results() {
    local copy index round padding files=() program=$target/plain/release/natural
    env -u RUSTFLAGS cargo build --release -p chess-benches --features peer-chess --bin natural \
        --target-dir "$target/plain" >&2
    rm -rf "$target/natural"
    for index in "${!copies[@]}"; do
        copy=$target/natural/${copies[index]}
        mkdir -p "$(dirname "$copy")"
        cp "$program" "$copy"
        files+=("$target/natural/$index.jsonl")
    done
    for ((round = 0; round < rounds; round++)); do
        for index in "${!copies[@]}"; do
            echo "round $((round + 1)) of $rounds, copy $((index + 1)) of ${#copies[@]}" >&2
            padding=$(printf '%*s' $((1 + 61 * (round * ${#copies[@]} + index))) '')
            env -i PADDING="$padding" "$target/natural/${copies[index]}" --rounds 1 --json >>"${files[index]}"
        done
    done
    {
        "$program" --readme "${files[@]}"
        printf '\nMedians over five copies of the program, %d rounds, one thread; the best peer may also be the crate `chess`.\n' "$rounds"
        printf '%s [All figures](docs/natural.md)\n' "$(machine)"
    } | fill natural README.md
    "$program" --report "${files[@]}"
}
