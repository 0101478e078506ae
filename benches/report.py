#!/usr/bin/env python3
"""Measures this workspace and its peers, and writes the pages of docs/figures and the tables of README.md.

    python3 benches/report.py [perft] [natural] [builds] [probers]     # without a name the first three, which are those of the README
    python3 benches/report.py games FILE.pgn...                        # readers of games; tools/games/corpus.sh writes files

Programs take turns, so that other work on the machine slows all of them. All programs must agree on every count. README.md shows the
first three side by side, so that they are of one processor: on another one they are measured together, or for their pages alone by
`--no-readme`. `probers` needs ../shared/data/syzygy and a C compiler. `games` needs python-chess for `--python`, the Python that has it.
"""

import argparse
import collections
import datetime
import json
import math
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs/figures"
OURS = "ours"
IN_README = ["perft", "natural", "builds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", help="perft, natural, builds, probers, or games with its files")
    parser.add_argument("--rounds", type=int, default=5, help="so many rounds")
    parser.add_argument("--depth", type=int, help="this depth everywhere, for a quick look")
    parser.add_argument("--python", help="a Python with python-chess, for `games`")
    parser.add_argument("--no-readme", action="store_true", help="leave README.md as it is")
    options = parser.parse_intermixed_args()
    os.chdir(ROOT)
    pages = options.pages or IN_README
    if pages[0] == "games":
        return games(options, [pathlib.Path(file) for file in pages[1:]])
    if not options.no_readme and not set(pages).isdisjoint(IN_README):
        for page in set(IN_README).difference(pages):
            if processor() not in (FIGURES / f"{page}.md").read_text():
                sys.exit(f"docs/figures/{page}.md, whose figures README.md has as well, is not of this processor, {processor()}: "
                         f"measure {', '.join(IN_README)} together, or give --no-readme")
    for page in pages:
        {"perft": perft, "natural": natural, "builds": builds, "probers": probers}[page](options)


# The machine, programs and pages.


def output(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout.strip()


def processor():
    """The processor's name, family and model: several generations share a name."""
    info = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M))
    return f"{info.get('model name')}, family {info.get('cpu family')}, model {info.get('model')}"


def commit():
    changed = output("git", "status", "--porcelain", "--", ".", ":!docs", ":!README.md")
    return output("git", "rev-parse", "--short=10", "HEAD") + " and uncommitted changes" * bool(changed)


def machine():
    return f"{processor()}, {output('rustc', '--version')}, {datetime.date.today()}, commit {commit()} (benches/report.py)."


def fill_readme(options, mark, text):
    if not options.no_readme:
        fill(ROOT / "README.md", mark, text)


def fill(page, mark, text):
    """Replaces the text between the marks `<!-- MARK -->` and `<!-- end of MARK -->` of a page."""
    old = page.read_text()
    new, found = re.subn(f"(<!-- {mark} -->\n).*?(?=<!-- end of {mark} -->)", lambda match: match[1] + text.strip("\n") + "\n", old, flags=re.S)
    assert found == 1, f"{page} lacks the marks of {mark}"
    page.write_text(new)


def table(heads, rows, words=1):
    """A table in Markdown, whose first columns hold words and the others numbers."""
    lines = [heads, ["---"] * words + ["---:"] * (len(heads) - words), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def target():
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target")).resolve()


def build(program, name, profile, features, rustflags="", package="chess-benches"):
    """Builds a program of this package in a target folder of its own name."""
    folder = target() / "report" / name
    # The crate `chess` searches magic numbers in its build script: 10 s unoptimised, 0.5 s like this.
    config = ["--config", f"profile.{profile}.package.chess.opt-level=3"] if "peer-chess" in features else []
    environment = {key: value for key, value in os.environ.items() if key not in ("CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET")}
    subprocess.run(
        ["cargo", "build", "--quiet", f"--package={package}", "--bin", program, "--profile", profile, "--features", features, *config,
         "--target-dir", str(folder)], check=True, env=environment | {"RUSTFLAGS": rustflags})
    return folder / "release" / program


class Figures:
    """The figures of a program in the order of its first run: bench, program and case, with one figure for each round."""

    def __init__(self):
        self.series, self.titles, self.units = collections.defaultdict(list), {}, {}

    def run(self, options, command, **more):
        depth = ["--depth", str(options.depth)] if options.depth else []
        for line in output(*map(str, command), "--json", "--rounds", "1", *depth, **more).splitlines():
            line = json.loads(line)
            self.series[line["bench"], line["program"], line["case"]].append(line["figure"])
            self.titles[line["bench"]], self.units[line["bench"]] = line["title"], line["unit"]

    def each(self, field, bench):
        """The values of a field (0 bench, 1 program, 2 case) in benches whose names begin so."""
        return list(dict.fromkeys(key[field] for key in self.series if key[0].startswith(bench) and key[2] != "geomean"))


# Perft.

MODES = {
    "count": ("Leaves counted", "Perft in million leaves a second, geometric mean of six positions, one thread, no hash"),
    "list": ("Leaves listed", "The same, when the last ply is the length of a move list"),
    "make": ("Leaves made", "The same, when every leaf is made on the board"),
}
Row = collections.namedtuple("Row", "build program speeds")


def geomean(figures):
    return math.exp(statistics.fmean(map(math.log, figures)))


def is_ours(row):
    return row.program.startswith(OURS)


def name_of(row):
    name = row.program.replace(OURS, "chess-movegen", 1).replace(", copied", ", on copies")
    return name.replace("cozy-chess+pext", "cozy-chess, PEXT")


def is_reference(row):
    """Each peer in a native build, and cozy-chess in a plain one."""
    return row.build == "plain" if row.program == "cozy-chess" else not is_ours(row) and row.build == "native"


def perft(options):
    has_pext = " bmi2 " in pathlib.Path("/proc/cpuinfo").read_text()
    programs = {
        "plain": build("perft", "plain", "bench", "peer-chess"),
        "native": build("perft", "native", "bench", "peers-pext,peer-chess" if has_pext else "peer-chess", "-C target-cpu=native"),
    }
    figures = {name: Figures() for name in programs}
    for _ in range(options.rounds):
        for mode in MODES:
            for name, program in programs.items():
                figures[name].run(options, [program, "--only", mode])
    rows = {}
    for mode in MODES:
        cases = figures["plain"].each(2, mode)
        rows[mode] = [Row(name, program, [max(found.series[mode, program, case]) for case in cases])
                      for name, found in figures.items() for program in found.each(1, mode)]
        rows[mode].sort(key=lambda row: -geomean(row.speeds))
    page = FIGURES / "perft.md"
    lock = pathlib.Path("Cargo.lock").read_text()
    peers = ", ".join(f"{name} {version}" for name, version in re.findall(r'name = "(cozy-chess|chess|shakmaty)"\nversion = "(.*)"', lock))
    fill(page, "machine", f"{machine()} Peers: {peers}. Best of {options.rounds} rounds.")
    for mode in MODES:
        fill(page, mode, perft_tables(mode, rows[mode], figures["plain"].each(2, mode)))
    (FIGURES / "perft.svg").write_text(perft_picture(rows))
    best = next(row for row in rows["count"] if is_ours(row) and row.build == "plain")
    peer = next(row for row in rows["count"] if is_reference(row))
    fill_readme(options, "perft",
         f"A plain build counts {geomean(best.speeds) / 1000:.1f} billion leaves of perft a second on one core ({processor()}),\n"
         f"[{geomean(best.speeds) / geomean(peer.speeds):.1f} times as many as {name_of(peer).replace(', PEXT', ' with PEXT')}]"
         "(docs/figures/perft.md), the fastest peer.")


def perft_tables(mode, rows, cases):
    """The speeds, and how many times faster ours is: by the geometric means, and on the positions with the least and the greatest ratio."""
    def children(row):
        return ["made" if not is_ours(row) else "lanes" if "avx512" in row.program else "sums"] if mode == "count" else []

    extra = ["children"] if mode == "count" else []
    speeds = table(["program", "build", *extra, *cases, "geomean"],
                   [[name_of(row), row.build, *children(row), *(f"{speed:.0f}" for speed in row.speeds), f"**{geomean(row.speeds):.0f}**"]
                    for row in rows], 2 + len(extra))
    references = [row for row in rows if is_reference(row)]
    ratios = []
    for row in filter(is_ours, rows):
        cells = []
        for other in references:
            factors = [speed / theirs for speed, theirs in zip(row.speeds, other.speeds)]
            cells.append(f"**{geomean(factors):.2f}** ({min(factors):.2f} to {max(factors):.2f})")
        ratios.append([name_of(row), row.build, *cells])
    heads = ["times faster (least to most)", "build", *(f"{name_of(row)}, {row.build}" for row in references)]
    return f"{speeds}\n{table(heads, ratios, 2)}"


def perft_picture(rows):
    """The geometric means as bars, a panel for each mode: this workspace in plain builds, and the peers of the comparison."""
    lines, y, left, bars, longest, step = [], 24, 24, 290, 400, 25
    escape = {ord("&"): "&amp;", ord("<"): "&lt;"}
    for mode, (title, note) in MODES.items():
        shown = [row for row in rows[mode] if is_reference(row) or is_ours(row) and row.build == "plain"]
        lines.append(f'<text class="title" x="{left}" y="{y + 12}">{title}</text>\n<text class="note" x="{left}" y="{y + 31}">{note}</text>')
        y += 44
        axis = f'<path class="axis" d="M{bars} {y - 4}V{y + step * len(shown) - 3}"/>'
        for row in shown:
            mean = geomean(row.speeds)
            length = mean / geomean(shown[0].speeds) * longest
            kind = "ours" if is_ours(row) else "peer"
            name = (name_of(row) + ", native" * (row.build == "native")).translate(escape)
            lines.append(f'<text class="name {kind}-text" x="{bars - 10}" y="{y + 13}">{name}</text>\n'
                         f'<rect class="{kind}" x="{bars}" y="{y}" width="{length:.1f}" height="18" rx="2"/>\n'
                         f'<text class="number {kind}-text" x="{bars + length + 8:.1f}" y="{y + 13}">{mean:.0f}</text>')
            y += step
        lines.append(axis)
        y += 28
    lines.append(f'<text class="note" x="{left}" y="{y}">Built for any processor, but for those marked native. '
                 f'{processor().translate(escape)}, {datetime.date.today()}</text>')
    # White on its own, so that it can be read on pages of any colour.
    return f"""<!-- Written by `python3 benches/report.py perft`: see perft.md. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {y + 24}" width="760" height="{y + 24}" role="img">
<title>Perft speeds</title>
<style>
text {{ font-family: 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif; font-size: 13px; fill: #24292f }}
.title {{ font-size: 16px; font-weight: 600 }}
.note {{ font-size: 12px; fill: #57606a }}
.name {{ text-anchor: end }}
.number {{ font-variant-numeric: tabular-nums }}
.ours {{ fill: #1f6f54 }}
.ours-text {{ font-weight: 600 }}
.peer {{ fill: #b6bec8 }}
.axis {{ stroke: #8c959f }}
</style>
<rect width="760" height="{y + 24}" rx="8" fill="#ffffff"/>
""" + "\n".join(lines) + "\n</svg>\n"


# Natural use.

# Figures must not depend on the places of the program's file and stack. Copies under names of different lengths take turns, and each start
# has another number of bytes in its environment.
COPIES = ["n", "natural", "natural-use", "copies/of/the/program/natural", "another-folder/with-a-longer-name/natural-use-of-the-public-api"]
# Bench, our program, and the text in the README.
README_ROWS = [
    ("perft", "ours, after", "perft, every leaf made, by `after`; million leaves/s"),
    ("perft", "ours, make", "the same by `make` and `unmake`"),
    ("games", "ours", "random games; ns a ply"),
    ("walk", "ours", "alpha-beta with a quiescence search, the same text on each; million nodes/s"),
    ("idiom", "ours, task", "the same tree in the best idiom of each, ours as a `Task`"),
]


def natural(options):
    program = build("natural", "natural", "release", "peer-chess")
    copies = [Figures() for _ in COPIES]
    for number in range(options.rounds):
        for index, name in enumerate(COPIES):
            copy = program.parent / "copies" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(program, copy)
            copies[index].run(options, [copy], env={"PADDING": " " * (1 + 61 * (number * len(COPIES) + index))})
    first = copies[0]

    def medians(bench, name, case):
        return sorted(statistics.median(copy.series[bench, name, case]) for copy in copies if (bench, name, case) in copy.series)

    def median(bench, name, case="geomean"):
        return statistics.median(medians(bench, name, case))

    def ratio(bench, name, case="geomean"):
        """The speed of a program divided by that of the best peer."""
        peers = [peer for peer in first.each(1, bench) if not peer.startswith(OURS) and medians(bench, peer, case)]
        if not peers or not medians(bench, name, case):
            return ""
        is_time = first.units[bench] == "ns"
        factors = [(median(bench, peer, case) / median(bench, name, case)) ** (1 if is_time else -1) for peer in peers]
        return f"{min(factors):.2f}"

    page = ""
    benches = first.each(0, "")
    for bench in (name for name in benches if not name.startswith("call/")):
        cases, rows = first.each(2, bench), []
        for name in first.each(1, bench):
            of_all = medians(bench, name, "geomean")
            means = f"**{statistics.median(of_all):.1f}** ({of_all[0]:.1f} to {of_all[-1]:.1f})"
            rows.append([name, *(f"{median(bench, name, case):.1f}" for case in cases), means, ratio(bench, name)])
        page += f"\n### {first.titles[bench]}\n\n" + table(["program", *cases, "all (over the copies)", "times the best peer"], rows)
    # One row for each call, one column for each program.
    programs, rows = first.each(1, "call/"), []
    for bench in (name for name in benches if name.startswith("call/")):
        for case in first.each(2, bench):
            cells = [medians(bench, name, case) for name in programs]
            rows.append([f"{first.titles[bench]}, {case}",
                         *(f"{statistics.median(cell):.1f} ({cell[0]:.1f} to {cell[-1]:.1f})" if cell else "" for cell in cells),
                         f"**{ratio(bench, OURS, case)}**"])
    page += "\n### Calls; ns each\n\n" + table(["call", *programs, "times the best peer"], rows)
    fill(FIGURES / "natural.md", "machine", machine())
    fill(FIGURES / "natural.md", "results", page)
    peers = ["cozy-chess", "shakmaty"]
    rows = []
    for bench, name, title in README_ROWS:
        cells = [median(bench, one) for one in (name, *peers)]
        rows.append([title, *(f"{cell:.{int(cell < 100)}f}" for cell in cells), f"**{ratio(bench, name)}**"])
    text = table(["natural use, plain build", "chess-movegen", *peers, "times the best peer"], rows)
    fill_readme(options, "natural", f"{text}\nMedians over five copies of the program, {options.rounds} rounds, one thread; the best peer "
         f"may also be the crate `chess`.\n{machine()} [All figures](docs/figures/natural.md)")


# Builds.

LIBRARIES = ["chess-types", "chess-magic", "chess-board", "chess-movegen", "chess-movegen-perft", "chess-notation", "chess-search"]
PEERS = {"cozy-chess": "=0.3.4", "shakmaty": "=0.30.1"}


def timed(command, **more):
    """The wall and the CPU seconds of a command and its children."""
    environment = {key: value for key, value in os.environ.items() if key not in ("RUSTFLAGS", "CARGO_TARGET_DIR")}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    printed = output(*command, env=environment, stderr=subprocess.DEVNULL, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed


def clean_build(name, dependency, *arguments):
    """CPU seconds of the build of a package with only this dependency, and the size of its library."""
    clean, empty = target() / "report/clean", target() / "report/empty"
    shutil.rmtree(clean, ignore_errors=True)
    (empty / "src").mkdir(parents=True, exist_ok=True)
    (empty / "src/lib.rs").write_text("")
    (empty / "Cargo.toml").write_text(f'[package]\nname = "empty"\nedition = "2024"\n[workspace]\n[dependencies]\n{name} = {dependency}\n')
    shutil.copy("Cargo.lock", empty)
    manifest = ["--manifest-path", str(empty / "Cargo.toml")]
    output("cargo", "fetch", "--quiet", *manifest)
    _, cpu, _ = timed(["cargo", "build", *arguments, "--target-dir", str(clean), *manifest])
    return cpu, sum(file.stat().st_size for file in clean.glob(f"*/deps/lib{name.replace('-', '_')}-*.rlib"))


def builds(options):
    sources = {name: f'{{ path = "{ROOT}/crates/{name}" }}' for name in LIBRARIES} | {name: f'"{version}"' for name, version in PEERS.items()}
    found = {name: [clean_build(name, source), clean_build(name, source, "--release")] for name, source in sources.items()}
    page = FIGURES / "builds.md"
    fill(page, "machine", machine())
    fill(page, "crates", table(
        ["clean build of", "debug, CPU s", "to shakmaty", "release, CPU s", "rlib, KiB"],
        [[name, f"{debug:.2f}", f"{debug / found['shakmaty'][0][0]:.2f}", f"{release:.2f}", size // 1024]
         for name, ((debug, _), (release, size)) in found.items()]))
    if not options.no_readme:
        readme = ROOT / "README.md"
        cells = " | ".join(f"{found[name][0][0]:.1f}" for name in ("chess-movegen", "shakmaty", "cozy-chess"))
        text, lines = re.subn(r"(?m)^(\| clean debug build.*?) \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \|", rf"\1 | {cells} |", readme.read_text())
        assert lines == 1, "README.md lacks its row of builds"
        readme.write_text(text)
    # The first of the two commands of the README, as after a fresh clone with all packages fetched.
    clean = target() / "report/clean"
    shutil.rmtree(clean, ignore_errors=True)
    wall, cpu, printed = timed(["cargo", "run", "--profile", "quick", "-p", "chess-cli", "--no-default-features", "--target-dir", str(clean), "--", "perft", "6"])
    assert "nodes 119060324" in printed
    fill(page, "program", table(
        ["`cargo run --profile quick -p chess-cli --no-default-features -- perft 6`, from nothing", "wall s", "CPU s", "program, KiB"],
        [[f"on {os.cpu_count()} cores", f"{wall:.1f}", f"{cpu:.1f}", (clean / "quick/chess").stat().st_size // 1024]]))


# Endgame tablebases and games.


def probers(options):
    program = build("chess-endgames", "probers", "bench", "peers", package="chess-endgames")
    results = output(program, "probers", "--path", "../shared/data/syzygy", "--rounds", str(3 * options.rounds))
    fill(FIGURES / "probers.md", "machine", machine())
    fill(FIGURES / "probers.md", "results", results)


PYTHON_CHESS = """
import sys, chess.pgn
games = moves = broken = 0
with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games, moves, broken = games + 1, moves + sum(1 for _ in game.mainline_moves()), broken + bool(game.errors)
print(f"games {games}, plies {moves}, broken {broken}")
"""


def games(options, files):
    """Each program reads each file in a process of its own, all in turn; the best CPU time counts."""
    bench = build("games", "games", "release", "peers")
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "chess-cli"], check=True)
    programs = {tuple(name.split("/")): [bench, "run", name] for name in output(bench, "list").splitlines()}
    programs |= {("program", "`chess pgn`", "file", threads): [target() / "release/chess", "pgn", "--threads", threads] for threads in "12"}
    if options.python:
        programs["trees", "python-chess", "stream", "1"] = [options.python, "-c", PYTHON_CHESS]
    if shutil.which("pgn-extract"):
        programs["program", "`pgn-extract -r`", "file", "1"] = ["pgn-extract", "-r"]
    text = f"{machine()} CPU times, best of {options.rounds} rounds.\n"
    for file in files:
        best, counts = {}, {}
        for key in list(programs) * options.rounds:
            process = subprocess.Popen([*map(str, programs[key]), str(file)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            printed = process.stdout.read().strip().splitlines()[-1]
            _, status, usage = os.wait4(process.pid, 0)
            assert status == 0 or "pgn" in key[1], f"{key}: {printed}"
            line = json.loads(printed) if printed.startswith("{") else {"cpu": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss * 1024} | {
                {"plies": "moves"}.get(name, name): int(number) for name, number in re.findall(r"(games|plies|broken) (\d+)", printed)}
            counts[key] = [line.get(name) for name in ("games", "moves", "broken")]
            if key not in best or line["cpu"] < best[key]["cpu"]:
                best[key] = line
        expected = counts["replay", OURS, "stream", "1"]
        for key, count in counts.items():
            # Broken games are counted in different ways, moves beyond an error too, and pgn-extract does not read all comments.
            if key[0] != "lenient replay" and "extract" not in key[1] and expected[2] == 0:
                assert all(one in (None, other) for one, other in zip(count, expected)), f"{file}: {key} has {count}, and not {expected}"
        size = int(output(bench, "size", file))
        rows = []
        for (work, library, source, threads), line in best.items():
            peer = best.get((work if work in ("scan", "events") else "replay", "pgn-reader" + " + shakmaty" * (work not in ("scan", "events")),
                             "memory" if source == "memory" else "stream", "1"))
            rows.append([work, library, source, threads, f"{size / line['cpu'] / 1e6:.0f}", f"{expected[0] / line['cpu']:,.0f}",
                         f"{line['cpu']:.2f}", f"{peer['cpu'] / line['cpu']:.2f}", f"{line['memory'] / 1e6:.0f}"])
        text += f"\n### {file.name}: {size:,} bytes, {expected[0]:,} games, {expected[1]:,} moves, {expected[2]:,} games broken\n\n"
        text += table(["work", "program", "from", "threads", "MB/CPU s", "games/CPU s", "CPU seconds", "times the peer", "memory, MB"], rows, 3)
    fill(FIGURES / "games.md", "results", text)


if __name__ == "__main__":
    sys.exit(main())
