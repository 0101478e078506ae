"""Checks the screens of `chess play` at several widths, after resizes, Ctrl-Z, Ctrl-C and SIGTERM: `python3 ci/long/terminal.py PROGRAM`.
See terminal.sh."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

import pyte

PROGRAM = os.path.abspath(sys.argv[1])
ROWS = 40
GREETING = [
    "You play White against random moves.",
    "Type a move such as e4 or e2e4, help for all commands, or quit.",
]
TYPO = "Ke4: the white king cannot move to e4. No legal king move."
MOVES = "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4"
faults, checks = [], 0


class Terminal:
    """A terminal in which a shell without an editor of its own runs, which leaves the settings as they are."""

    def __init__(self, columns):
        self.screen, self.text = pyte.Screen(columns, ROWS), b""
        self.stream, self.columns = pyte.ByteStream(self.screen), columns
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.chdir(tempfile.mkdtemp())
            os.environ |= {"PS1": "$ ", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
            os.execlp("dash", "dash", "-i")
        self.resize(columns)
        self.settings = self.modes()

    def resize(self, columns):
        self.columns = columns
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        self.screen.resize(ROWS, columns)

    def modes(self):
        """Whether the terminal collects lines and echoes keys, as for a shell."""
        flags = termios.tcgetattr(self.master)
        return flags[3] & (termios.ICANON | termios.ECHO | termios.ISIG), flags[0] & termios.ICRNL, flags[1]

    def type(self, keys):
        os.write(self.master, keys.encode())

    def shown(self):
        return "\n".join(self.screen.display)

    def wait(self, is_there, name, seconds=15):
        """Reads until the screen is as it should be, and notes a fault if it does not become so."""
        global checks
        checks += 1
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                self.stream.feed(os.read(self.master, 65536))
            elif is_there():
                return
        faults.append(f"{self.columns} columns: {name}\n{self.shown().rstrip()}")

    def has(self, text, name=None):
        """Waits for a text that begins on a line of its own and is broken between words only."""
        words = r"\s+".join(map(re.escape, text.split()))
        line = re.compile(rf"^(?:[>$] )?{words}\s*$", re.M)
        self.wait(lambda: line.search(self.shown()), name or f"no line '{text}'")

    def has_board(self, name):
        """Waits for a board from the eighth rank to the files, or for the width that it needs."""
        ranks = r"\n(?:.*\n)*?".join(rf" *{rank} .*" for rank in range(8, 0, -1))
        board = re.compile(rf"^{ranks}\n(?:.*\n)*? +a +b +c +d +e +f +g +h *", re.M)
        needs = re.compile(r"^ +the board needs 39 columns *$", re.M)
        fits = self.columns >= 39
        self.wait(lambda: (board if fits else needs).search(self.shown()), f"the board, {name}")

    def ends(self, code):
        self.wait(lambda: not self.children(), "an end")
        self.type("echo code $?\r")
        self.has(f"code {code}")
        self.wait(lambda: self.modes() == self.settings, f"the settings after {code}", 3)

    def children(self):
        """The programs that the shell runs."""
        return [int(it) for it in pathlib.Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()]


def widths():
    for columns in [120, 80, 60, 40, 30]:
        terminal = Terminal(columns)
        terminal.wait(lambda: "$" in terminal.shown(), "no shell")
        terminal.type(f"{PROGRAM} play --random --save /dev/null\r")
        terminal.has_board("at first")
        for text in GREETING:
            terminal.has(text)
        terminal.type("moves\r")
        terminal.has(MOVES)
        terminal.type("Ke4\r")
        terminal.has(TYPO)
        # The cursor and the end of the line are edited.
        terminal.type("a44\x7f\x1b[D\x1b[D\x1b[Cx\x7f\r")
        terminal.wait(lambda: "1. a4" in terminal.shown(), "the move that was edited")
        for width in [61, 100, 39, 38, 81]:
            terminal.resize(width)
            terminal.screen.reset()
            terminal.has_board("after a resize")
            terminal.wait(lambda: "1. a4" in terminal.shown(), "the moves after a resize")
        terminal.type("quit\r")
        terminal.ends(0)


def suspended():
    for opponent in ["--random", "--seconds 3600"]:
        terminal = Terminal(80)
        terminal.wait(lambda: "$" in terminal.shown(), "no shell")
        terminal.type(f"{PROGRAM} play {opponent} --save /dev/null\r")
        terminal.has(GREETING[1])
        if opponent != "--random":
            terminal.type("e4\r")
            terminal.wait(lambda: "thinking" in terminal.shown(), "no thinking")
        else:
            terminal.type("e")
            terminal.wait(lambda: "> e" in terminal.shown(), "no key")
        terminal.type("\x1a")
        terminal.wait(lambda: "Stopped" in terminal.shown(), "Ctrl-Z")
        terminal.wait(lambda: terminal.modes() == terminal.settings, "the settings after Ctrl-Z", 3)
        terminal.type("echo $((6*7))\r")
        terminal.has("42")
        terminal.type("fg\r")
        if opponent == "--random":
            terminal.wait(lambda: terminal.screen.display[terminal.screen.cursor.y].startswith("> e "), "the line after fg")
            terminal.type("44\x7f\r")
            terminal.wait(lambda: "1. e4" in terminal.shown(), "the move after fg")
        else:
            terminal.type("\r")
            terminal.wait(lambda: "Black plays" in terminal.shown() or "1. e4 " in terminal.shown(), "Enter after fg")
        terminal.type("quit\r")
        terminal.ends(0)


def ended():
    for opponent in ["--random", "--seconds 3600"]:
        for name, code in [("TERM", 143), ("INT", 130), ("^C", 130)]:
            terminal = Terminal(80)
            terminal.wait(lambda: "$" in terminal.shown(), "no shell")
            terminal.type(f"{PROGRAM} play {opponent}\r")
            terminal.has(GREETING[1])
            terminal.type("e4\r")
            terminal.wait(lambda: "1. e4" in terminal.shown(), "no move")
            if name == "^C":
                terminal.type("\x03")
            else:
                os.kill(terminal.children()[0], signal.Signals[f"SIG{name}"])
            terminal.wait(lambda: "The game is in" in terminal.shown(), f"no file after {name}")
            terminal.ends(code)


widths()
suspended()
ended()
print("\n\n".join(faults))
print(f"{checks} checks, {len(faults)} failed")
sys.exit(bool(faults))
