# Read by ci/long/{processors,thread-sanitizer}.sh and wasm/browser.sh, in the project's root: loads their tools from
# Debian's packages into folders below target/, once, and records tests. It installs nothing, and leaves the machine's own package
# lists unchanged.

version=1.85
all_libraries=(
    chess-types chess-slider chess-magic chess-board chess-movegen chess-movegen-perft chess-distinct chess-notation chess-uci chess-search
    chess-svg chess-unmoves chess-data chess-training chess-syzygy
)
read -ra libraries <<<"${LIBRARIES:-${all_libraries[*]}}"
target_dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target_dir/processors
rust=$target_dir/old-rust/debian
PATH=$PATH:$work/tools/usr/bin:$work/tools/usr/lib/llvm-19/bin
mkdir -p "$work/logs"

rows=() failures=0

# record NAME COMMAND...: runs tests and adds a row to the table. A run without a test counts as a failure.
record() {
    local name=$1 log=$work/logs/${1// /-} start=$SECONDS status=0 passed failed skipped
    shift
    "$@" >"$log" 2>&1 </dev/null || status=$?
    read -r passed failed skipped < <(awk '/^test result:/ { passed += $4; failed += $6; skipped += $8 + $12 }
        END { print passed + 0, failed + 0, skipped + 0 }' "$log")
    if ((status != 0 || failed > 0 || passed == 0)); then
        grep -E -A 12 '^(error|test .*FAILED|---- |thread .*panicked|WARNING: Thread|==[0-9]+==ERROR)|signal| error: |not ' "$log" | tail -n 80 || tail -n 20 "$log"
        printf 'FAILED: %s: %d tests, exit code %d\n' "$name" "$failed" "$status"
        failures=$((failures + 1))
    fi
    grep -o 'skipped: .*' "$log" | sort -u || true
    rows+=("| $name | $passed | $failed | $skipped | $((SECONDS - start)) |")
    printf '%s\n' "${rows[-1]}"
}

# report TEXT: prints the table and a last line with the text, and fails if a run has failed.
report() {
    printf '\n| tests | passed | failed | skipped | seconds |\n|---|--:|--:|--:|--:|\n'
    printf '%s\n' "${rows[@]}"
    printf '%d runs, %d failed; %s\n' "${#rows[@]}" "$failures" "$1"
    ((failures == 0))
}

# with_rust COMMAND...: runs a command with Rust 1.85 in the place of the machine's.
with_rust() {
    local shared=$rust/usr/lib/x86_64-linux-gnu:$rust/lib/x86_64-linux-gnu:$work/tools/usr/lib/x86_64-linux-gnu
    PATH=$rust/usr/bin:$PATH LD_LIBRARY_PATH=$shared RUSTC=$rust/usr/bin/rustc CARGO_INCREMENTAL=0 "$@"
}

# unpack FOLDER COMMAND...: unpacks the packages that a command loads into the folder `part`, or what `only` names of them. Of two
# runs, one waits.
unpack() (
    local folder=$1 part=$work/part start=$SECONDS archive
    shift
    exec 9>"$work/loading"
    flock 9
    printf 'loading into %s\n' "$folder"
    rm -rf "$part"
    mkdir -p "$part/partial" "$part/root" "$folder"
    (cd "$part" && "$@")
    printf '  %s of packages, in %d s: %s\n' "$(cd "$part" && du -ch ./*.deb | awk 'END { print $1 }')" $((SECONDS - start)) \
        "$(cd "$part" && printf '%s ' *.deb | sed 's/_[^ ]*//g')"
    for archive in "$part"/*.deb; do
        dpkg-deb --fsys-tarfile "$archive" | tar -x -C "$part/root" --wildcards ${only:+"$only"}
    done
    printf '  %s unpacked, in %d s\n' "$(du -sh "$part/root" | cut -f1)" $((SECONDS - start))
    cp -a "$part/root/." "$folder"
    rm -r "$part"
)

# apt_load PACKAGE...: loads packages for this machine, with all that they need and the machine lacks.
apt_load() {
    [[ ${CI:-} != true || -n $(apt-cache madison "${1%=*}") ]] || apt-get update -qq
    apt-get install --download-only --no-install-recommends --yes -qq -o Debug::NoLocking=1 \
        -o APT::Sandbox::User="$(id -un)" -o Dir::Cache::archives="$PWD" "$@"
}

# The place, or the version, of the packages of Rust 1.85, by apt.
rust_packages() {
    apt-cache madison rustc-web | awk -v version="$version." -v field="$1" \
        'index($3, version) == 1 && !found++ { sub("/.*", "", $6); print (field == "place" ? $5 " " $6 : $3) }'
}

# The compiler: newer versions have packages of the same names.
load_rust() {
    local packages=(rustc-web cargo-web libstd-rust-web-dev "libstd-rust-web-$version")
    [[ -x $rust/usr/bin/cargo ]] || unpack "$rust" apt_load "${packages[@]/%/=$(rust_packages version)}"
}

load_native() {
    unpack "$work/tools" apt_load "$1"
}

# load_tool PACKAGE COMMAND: does nothing if the command exists.
load_tool() {
    command -v "$2" >/dev/null || { load_native "$1" && command -v "$2" >/dev/null; }
}

load_compilers() {
    load_rust
    load_tool clang-19 clang-19
    load_tool lld-19 ld.lld-19
}

# private_apt COMMAND...: apt with lists and a cache of its own, for other processors than this machine's.
private_apt() {
    local folder=$work/apt
    if [[ ! -e $folder/updated ]]; then
        mkdir -p "$folder/lists/partial" "$folder/archives/partial"
        : >"$folder/status"
        printf 'deb [arch=arm64,i386,s390x] %s main\n' "$(rust_packages place)" >"$folder/sources.list"
        cat >"$folder/apt.conf" <<CONFIG
APT::Architectures { "amd64"; "arm64"; "i386"; "s390x"; };
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Dir { State "$folder"; State::status "$folder/status"; Cache "$folder"; };
Dir::Etc { sourcelist "$folder/sources.list"; sourceparts "-"; };
CONFIG
        APT_CONFIG=$folder/apt.conf apt-get update -qq
        : >"$folder/updated"
    fi
    APT_CONFIG=$folder/apt.conf "$@"
}

# load_foreign ARCHITECTURE TRIPLE: the C library, the start files of GCC, and Rust's standard library, which the compiler finds
# by a link: that of another clone, if clones share the compiler.
load_foreign() {
    local packages=("libc6:$1" "libc6-dev:$1" "libgcc-12-dev:$1" "libgcc-s1:$1")
    packages+=("libstd-rust-web-dev:$1=$(rust_packages version)")
    [[ -d $work/$1/usr ]] || unpack "$work/$1" private_apt apt-get download -qq "${packages[@]}"
    [[ -e $rust/usr/lib/rustlib/$2 ]] || ln -sfn "$work/$1/usr/lib/rustlib/$2" "$rust/usr/lib/rustlib/$2"
}

# The sources of the standard library: no package has it for WebAssembly or for the sanitizer.
load_sources() {
    [[ -d $work/sources/usr ]] ||
        only='./usr/src/*/library' unpack "$work/sources" apt-get download -qq "rust-web-src=$(rust_packages version)"
    mkdir -p "$rust/usr/lib/rustlib/src"
    [[ -e $rust/usr/lib/rustlib/src/rust ]] ||
        ln -sfn "$work/sources/usr/src/rustc-$version.0" "$rust/usr/lib/rustlib/src/rust"
}
