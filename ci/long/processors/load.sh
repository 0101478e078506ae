# Read by ci/long/processors.sh, ci/long/thread-sanitizer.sh and wasm/build.sh, in the project's root: what they need is loaded from
# Debian's packages into folders below target/, once. Nothing is installed, and the machine's own lists of packages stay as they are.

version=1.85
target_dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# The folder for all of it, and the one into which ci/long/old-rust.sh loads Rust.
work=$target_dir/processors
rust=$target_dir/old-rust/debian
PATH=$PATH:$work/tools/usr/bin:$work/tools/usr/lib/llvm-19/bin
mkdir -p "$work"

# The compiler for the other processors. OLD_RUST, which old-rust.sh knows, names one that has no libraries of theirs.
load_rust() {
    [[ -x $rust/usr/bin/cargo ]] || env -u OLD_RUST bash ci/long/old-rust.sh load
}

# with_rust COMMAND...: runs a command with Rust 1.85 in the place of the machine's.
with_rust() {
    local shared=$rust/usr/lib/x86_64-linux-gnu:$rust/lib/x86_64-linux-gnu:$work/tools/usr/lib/x86_64-linux-gnu
    PATH=$rust/usr/bin:$PATH LD_LIBRARY_PATH=$shared RUSTC=$rust/usr/bin/rustc CARGO_INCREMENTAL=0 "$@"
}

# load_tool PACKAGE COMMAND: does nothing where the command is there.
load_tool() {
    command -v "$2" >/dev/null || load_native "$1"
    command -v "$2" >/dev/null
}

# load_native PACKAGE: unpacks a package for this machine, with all that it needs and the machine lacks, into `work`/tools.
load_native() {
    local package=$1 folder=$work/tools archive
    printf 'loading %s\n' "$package"
    rm -rf "$work/archives"
    mkdir -p "$work/archives/partial" "$folder"
    [[ -n $(apt-cache madison "$package") || ${CI:-} != true ]] || apt-get update -qq
    apt-get install --download-only --no-install-recommends --yes -qq -o Debug::NoLocking=1 \
        -o APT::Sandbox::User="$(id -un)" -o Dir::Cache::archives="$work/archives" "$package"
    for archive in "$work"/archives/*.deb; do
        dpkg -x "$archive" "$folder"
    done
    rm -r "$work/archives"
}

# private_apt COMMAND...: apt with lists and a cache of its own, for processors that this machine does not know.
private_apt() {
    local folder=$work/apt command=$1
    shift
    if [[ ! -e $folder/updated ]]; then
        mkdir -p "$folder/lists/partial" "$folder/archives/partial"
        : >"$folder/status"
        # The place and the name of the release that Rust 1.85 came from.
        apt-cache madison rustc-web | awk -v version="$version." \
            'index($3, version) == 1 && !found++ { sub("/.*", "", $6); print "deb [arch=arm64,i386,s390x]", $5, $6, "main" }' \
            >"$folder/sources.list"
        cat >"$folder/apt.conf" <<CONFIG
APT::Architectures { "amd64"; "arm64"; "i386"; "s390x"; };
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Dir::State "$folder";
Dir::State::status "$folder/status";
Dir::Cache "$folder";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "-";
CONFIG
        APT_CONFIG=$folder/apt.conf apt-get update -qq
        : >"$folder/updated"
    fi
    APT_CONFIG=$folder/apt.conf "$command" "$@"
}

# load_packages FOLDER PACKAGE...: unpacks packages of another processor below `work`.
load_packages() {
    local folder=$work/$1 archive
    shift
    if [[ -d $folder ]]; then
        return
    fi
    printf 'loading %s\n' "$*"
    rm -rf "$folder.part"
    mkdir -p "$folder.part/archives"
    private_apt true
    (cd "$folder.part/archives" && private_apt apt-get download -qq "$@")
    for archive in "$folder.part"/archives/*.deb; do
        dpkg -x "$archive" "$folder.part"
    done
    rm -r "$folder.part/archives"
    mv "$folder.part" "$folder"
}

# The version of the packages of Rust 1.85.
rust_packages() {
    apt-cache madison rustc-web | awk -v version="$version." 'index($3, version) == 1 && !found++ { print $3 }'
}

# load_foreign ARCHITECTURE TRIPLE: the C library, the start files of GCC, and Rust's standard library, which the compiler finds
# by a link.
load_foreign() {
    load_packages "$1" "libc6:$1" "libc6-dev:$1" "libgcc-12-dev:$1" "libgcc-s1:$1" \
        "libstd-rust-web-dev:$1=$(rust_packages)"
    ln -sfn "$work/$1/usr/lib/rustlib/$2" "$rust/usr/lib/rustlib/$2"
}

# The sources of the standard library: no package has it for WebAssembly.
load_sources() {
    local sources=$work/sources/usr/src/rustc-$version.0
    load_packages sources "rust-web-src=$(rust_packages)"
    mkdir -p "$rust/usr/lib/rustlib/src"
    ln -sfn "$sources" "$rust/usr/lib/rustlib/src/rust"
}
