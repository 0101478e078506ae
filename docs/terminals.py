"""Draws the pictures in the README of chess-cli, SVG of a terminal in which `chess` runs: `python3 docs/terminals.py`, after
`pip install pyte` and `cargo build --release -p chess-cli`."""

import fcntl
import html
import itertools
import os
import pathlib
import pty
import re
import select
import struct
import tempfile
import termios
import time

import pyte

ROOT = pathlib.Path(__file__).resolve().parents[1]
HERE = ROOT / "crates/chess-cli/pictures"
WIDTH, HEIGHT = 8.4, 17
# Picture, columns and rows of its terminal, and the lines that are typed, each with the seconds to wait if no prompt follows.
PICTURES = [
    ("play", 66, 36, [("chess play --level 8 --size 2 --tc 5m+3s --save game.pgn", 60), ("e4", 60), ("Nf3", 60), ("d4", 60), ("hint", 60), ("Nc\t\t", 2)]),
    ("analyse", 98, 30, [("chess analyse immortal.pgn --nodes 20000 --out annotated.pgn --svg curve.svg", 600), ("tail -n 12 annotated.pgn", 5)]),
    ("match", 100, 26, [("chess match 'chess uci; nodes=600; name=new' 'chess uci; nodes=400; name=old' --games 60", 600),
                        ("chess perft 7", 8)]),
]
COLORS = {"black": "#484f58", "red": "#ff7b72", "green": "#3fb950", "brown": "#d29922", "blue": "#58a6ff", "magenta": "#bc8cff",
          "cyan": "#39c5cf", "white": "#b1bac4", "default": "#c9d1d9"}


def screen_after(columns, rows, lines):
    """The screen of a terminal in which these lines are typed into a shell, in a folder with a game."""
    folder = tempfile.mkdtemp()
    games = (ROOT / "examples/games.pgn").read_text()
    pathlib.Path(folder, "immortal.pgn").write_text(games[games.index('[Event "The Immortal'):])
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ |= {"PATH": f"{ROOT / 'target/release'}:{os.environ['PATH']}", "PS1": "$ ", "TERM": "xterm-256color"}
        os.execlp("bash", "bash", "--norc", "--noprofile")
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    for line, seconds in [("clear", 2), *lines]:
        os.write(terminal, line.encode() + b"\r" * (not line.endswith("\t")))
        start, prompt = time.monotonic(), False
        while time.monotonic() < start + (2 if prompt else seconds):
            if select.select([terminal], [], [], 0.2)[0]:
                stream.feed(os.read(terminal, 65536))
            prompt = "\n".join(screen.display).rstrip().endswith(("$", ">"))
    os.close(terminal)
    return screen, pathlib.Path(folder, "curve.svg")


def color(name):
    return COLORS.get(name.removeprefix("bright"), f"#{name}")


def svg(screen, curve):
    """The text of a picture: for each row rectangles behind the cells, then runs of cells of the same style."""
    rows = max(y for y, line in enumerate(screen.display) if line.strip()) + 1
    width, height = screen.columns * WIDTH + 24, rows * HEIGHT + 24
    parts = [f'<rect width="{width}" height="100%" rx="8" fill="#0d1117"/>']
    for y in range(rows):
        cells = [screen.buffer[y][x] for x in range(screen.columns)]
        x = 0
        for cell, run in itertools.groupby(cells, lambda cell: cell._replace(data="")):
            text = "".join(cell.data for cell in run)
            ink, paper = (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
            left, length = 12 + x * WIDTH, len(text) * WIDTH
            if paper != "default":
                parts.append(f'<rect x="{left:.1f}" y="{12 + y * HEIGHT}" width="{length:.1f}" height="{HEIGHT}" fill="{color(paper)}"/>')
            # Words in places of their own: fonts differ in their widths, that of figures above all.
            for word in re.finditer(r"\S+( \S+)*", text):
                place = f'x="{left + word.start() * WIDTH:.1f}" y="{25 + y * HEIGHT}" textLength="{len(word[0]) * WIDTH:.1f}"'
                weight = ' font-weight="bold"' if cell.bold else ""
                parts.append(f'<text {place} fill="{color(ink)}"{weight}>{html.escape(word[0])}</text>')
            x += len(text)
    if curve.exists():
        drawing = curve.read_text().replace("\n", "")
        across, down = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing).groups())
        size = f'width="{width - 24:.0f}" height="{(width - 24) * down / across:.0f}"'
        parts.append(drawing.replace("<svg ", f'<svg x="12" y="{height}" {size} ', 1))
        height += round((width - 24) * down / across) + 12
    font = "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\""
    return ('<!-- Written by: python3 docs/terminals.py -->\n'
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" {font} '
            f'xml:space="preserve">' + "".join(parts) + "</svg>\n")


if __name__ == "__main__":
    for name, columns, rows, lines in PICTURES:
        (HERE / f"{name}.svg").write_text(svg(*screen_after(columns, rows, lines)))
