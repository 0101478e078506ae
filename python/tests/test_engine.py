"""Engines: programs that speak UCI and behave or not, the own engine, and Stockfish beside python-chess.

Stockfish is compared in some positions if it is there, and in more of them, with `STOCKFISH` as its path if it is elsewhere, by

    CHESS_BATCH_POSITIONS=200 bash ci/python.sh tests/test_engine.py -k python_chess
"""

import asyncio
import contextlib
import copy
import gc
import os
import pathlib
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid

import chess
import chess.engine
import pytest
from samples import SEED, random_boards

import chess_batch as cb

unix = pytest.mark.skipif(sys.platform == "win32", reason="there is no shell")
STOCKFISH = os.environ.get("STOCKFISH") or shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
POSITIONS = int(os.environ.get("CHESS_BATCH_POSITIONS", "10"))
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
OPTIONS = "; ".join(
    f"echo option name {option}"
    for option in (
        "Hash type spin default 16 min 1 max 64",
        "MultiPV type spin default 1 min 1 max 9",
        "UCI_Chess960 type check default false",
        "Style type combo default calm var calm var wild",
        "Clear Hash type button",
        "Book File type string default '<empty>'",
    )
)


class Script:
    """A program of a shell that speaks UCI, or does not, and the processes that are left of it."""

    def __init__(self, folder, go="echo bestmove e2e4", *, start=f"echo id name Script; echo id author Nobody; {OPTIONS}; echo uciok", cases=""):
        self.mark, self.folder = f"mark-{uuid.uuid4()}", folder
        self.told = folder / f"told-{self.mark}"
        loop = f"while read -r w rest; do echo $w $rest >>{self.told}; case $w in uci) {start};; isready) echo readyok;; go) {go};; quit) exit;; {cases} esac; done"
        self.command = ["sh", "-c", f": {self.mark}; {loop}"]

    def open(self, **options):
        return cb.Engine(self.command, **options)

    def lines(self):
        return self.told.read_text().splitlines()

    def processes(self):
        """The processes of this program: it, and those of its group."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if self.mark.encode() in path.read_bytes():
                    found.append(path.parent.name)
        return found

    def is_gone(self, seconds=5):
        end = time.monotonic() + seconds
        while self.processes():
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True


def is_gone(process_id, seconds=5):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(process_id, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


STOPPABLE = "while read -r x; do if [ \"$x\" = stop ]; then echo bestmove e2e4; break; fi; done"
FLOOD = "n=0; while :; do n=$((n + 1)); echo info depth 1 nodes $n score cp 1 pv e2e4; done"


@unix
@pytest.mark.parametrize(
    ("go", "error", "text"),
    [
        ("exit 3", cb.EngineTerminatedError, "exit code 3"),
        ("echo out of luck >&2; exit 3", cb.EngineTerminatedError, "exit code 3: out of luck"),
        ("kill -SEGV $$", cb.EngineTerminatedError, "SIGSEGV"),
        ("exec >&-; sleep 60", cb.EngineTerminatedError, "ended"),
        ("sleep 60", cb.EngineTimeoutError, "no output for"),
        ("sleep 60 & sleep 60", cb.EngineTimeoutError, "no output for"),
        ("yes info depth 1", cb.EngineTimeoutError, "no news for"),
        ("yes", cb.EngineTimeoutError, "no output for"),
        ("head -c 3000000 /dev/urandom | tr -d '\\n'; sleep 60", cb.EngineTimeoutError, "no output for"),
        (FLOOD, cb.EngineTimeoutError, "no move after"),
        ("echo bestmove e2e5", cb.EngineAnswerError, "bestmove e2e5"),
        ("echo bestmove nonsense", cb.EngineAnswerError, "nonsense"),
        ("echo bestmove", cb.EngineAnswerError, "bestmove"),
        ("echo bestmove 0000", cb.EngineAnswerError, "bestmove 0000"),
        ("echo 'bestmove (none)'", cb.EngineAnswerError, "none"),
    ],
)
@pytest.mark.parametrize("way", ["analyse", "play", "iter_analyse"])
def test_faults_in_a_search(tmp_path, way, go, error, text):
    script = Script(tmp_path, go)
    with script.open(timeout=0.6) as engine:
        start = time.monotonic()
        with pytest.raises(error, match=text) as caught:
            found = getattr(engine, way)(cb.Position(), nodes=1, timeout=1)
            list(found)
        assert time.monotonic() - start < 4
        assert ("out of luck" in caught.value.stderr) == ("luck" in go)
        assert isinstance(caught.value, cb.EngineError) and str(caught.value).startswith("Script: ")
        assert pickle.loads(pickle.dumps(caught.value)).stderr == caught.value.stderr
        assert script.is_gone()
        with pytest.raises(cb.EngineTerminatedError, match="ended"):
            engine.analyse(cb.Position(), nodes=1)


@unix
@pytest.mark.parametrize(
    ("start", "error"),
    [
        ("exit 3", cb.EngineTerminatedError),
        ("echo no licence >&2; exit 3", cb.EngineTerminatedError),
        ("sleep 60", cb.EngineTimeoutError),
        ("yes", cb.EngineTimeoutError),
        ("yes id name Noise", cb.EngineTimeoutError),
        ("echo uciok; sleep 60", cb.EngineTimeoutError),
        ("echo uciok; exit 3", cb.EngineTerminatedError),
    ],
)
def test_faults_at_the_start(tmp_path, start, error):
    script = Script(tmp_path, start=start)
    begun = time.monotonic()
    with pytest.raises(error, match="no licence" if "licence" in start else None) as caught:
        script.open(timeout=0.5)
    assert time.monotonic() - begun < 3 and script.is_gone()
    assert ("no licence" in caught.value.stderr) == ("licence" in start)


def test_programs_that_are_none(tmp_path):
    for command in (tmp_path / "none", str(tmp_path / "none"), [str(tmp_path / "none"), "x"]):
        with pytest.raises(FileNotFoundError, match="none"):
            cb.Engine(command)
    with pytest.raises(OSError, match=str(tmp_path.name)):
        cb.Engine(tmp_path)
    for command in ("", [], [""], "a\0b"):
        with pytest.raises(ValueError, match="command"):
            cb.Engine(command)
    for command in (7, [7], b"sh"):
        with pytest.raises(TypeError):
            cb.Engine(command)
    for timeout in (0, -1, float("nan"), float("inf"), 1e10):
        with pytest.raises(ValueError, match="timeout"):
            cb.Engine(timeout=timeout)


@unix
def test_engines_leave_no_process(tmp_path):
    """However they are left, and whatever they do: they rest, search, ignore `stop` and `quit`, or have started a process."""

    def close(engine, reader):
        engine.close()
        engine.close()
        engine.quit()

    def leave(engine, reader):
        with engine:
            pass

    def cycle(engine, reader):
        items = [engine, reader]
        items.append(items)

    for go in (STOPPABLE, "sleep 60", FLOOD, "sleep 60 & read -r w"):
        for is_searching in (False, True):
            for way in (close, leave, cycle, lambda engine, reader: None):
                script = Script(tmp_path, go, cases="x) :;;" if go == STOPPABLE else "quit2) :;;")
                engine = script.open(timeout=30)
                assert script.processes()
                reader = engine.iter_analyse(cb.Position(), nodes=1) if is_searching else None
                start = time.monotonic()
                way(engine, reader)
                del engine, reader
                gc.collect()
                assert script.is_gone() and time.monotonic() - start < 6


@unix
def test_interpreters_leave_no_process(tmp_path):
    for end in ("", "sys.exit(3)", "raise KeyError", "threading.Thread(target=engine.analyse, args=[cb.Position()], kwargs={'nodes': 1}, daemon=True).start()"):
        for before in ("", "reader = engine.iter_analyse(cb.Position())", "cycle = [engine]; cycle.append(cycle)"):
            script = Script(tmp_path, "sleep 60")
            program = f"import sys, threading\nimport chess_batch as cb\nengine = cb.Engine({script.command!r})\nprint(engine.process_id)\n{before}\n{end}\n"
            child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
            assert child.stdout.strip().isdigit(), child.stderr
            assert script.is_gone(), (before, end)


@unix
def test_processes_of_python_share_no_engine(tmp_path):
    script = Script(tmp_path, STOPPABLE)
    with script.open() as engine:
        reader = engine.iter_analyse(cb.Position())
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (lambda: engine.analyse(cb.Position(), nodes=1), lambda: next(reader), engine.new_game):
                try:
                    call()
                except RuntimeError as error:
                    refused += "process" in str(error)
            engine.close()
            del engine, reader
            gc.collect()
            os._exit(refused)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
        assert engine.analyse(cb.Position(), time=0.01).move.uci() == "e2e4"
    assert script.is_gone()


@unix
def test_positions_reach_the_engine_with_their_games(tmp_path):
    script = Script(tmp_path, "echo bestmove ${best:-a2a3}")
    position = cb.Position()
    for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
        position.push_san(san)
    game = cb.Game.from_position(position)
    passed = cb.Position()
    for move in ("e2e4", "e7e5", "0000", "g8f6"):
        passed.push(move if move != "0000" else cb.Move.null())
    other = "4k3/8/8/8/8/8/P7/4K3 w - - 5 9"
    with script.open() as engine:
        for given in (position, game, game.end(), game.root, game.mainline()[1], cb.STARTING_FEN, other, passed):
            engine.play(given, nodes=1)
        with pytest.raises(TypeError, match="a position is"):
            engine.play(7, nodes=1)
        with pytest.raises(cb.FenError):
            engine.play("rubbish", nodes=1)
        assert engine.play("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", nodes=1) == cb.Analysis(None, None, ())
    moves = "startpos moves g1f3 g8f6 f3g1 f6g8"
    sent = [line[9:] for line in script.lines() if line.startswith("position")]
    first, *rest = sent[-1].split(" moves ")
    assert sent[:-1] == [moves, moves, moves, "startpos", "startpos moves g1f3 g8f6", "startpos", f"fen {other}"]
    assert first.startswith("fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -") and rest == ["g8f6"]


@unix
def test_limits_are_commands(tmp_path):
    script = Script(tmp_path, "echo bestmove e2e4")
    with script.open() as engine:
        for limits in (
            {"time": 0.25},
            {"time": 1e-9, "depth": 5, "nodes": 7},
            {"mate": 3},
            {"white_clock": 60, "black_clock": 50.5, "white_inc": 1, "black_inc": 0, "remaining_moves": 20},
            {"white_clock": 0},
            {"nodes": 9, "root_moves": ["e2e4", cb.Position().parse_san("Nf3"), chess.Move.from_uci("d2d4")]},
        ):
            engine.play(cb.Position(), **limits)
        list(engine.iter_analyse(cb.Position()))
        for limits, text in (
            ({}, "a search needs a limit"),
            ({"multipv": 2}, "a search needs a limit"),
            ({"time": 0}, "time: seconds from more than 0"),
            ({"time": float("nan")}, "time: "),
            ({"white_clock": -1}, "white_clock: seconds from 0"),
            ({"black_clock": 1}, "white_clock: the clock of the side to move"),
            ({"depth": 0}, "depth: a whole number from 1 "),
            ({"nodes": 1 << 64}, "nodes: a whole number from 1 "),
            ({"mate": -3}, "mate: a whole number from 1 "),
            ({"nodes": 1, "multipv": 0}, "multipv: a whole number from 1 to 500"),
            ({"nodes": 1, "multipv": 10}, "option MultiPV must be an integer from 1 to 9"),
            ({"nodes": 1, "root_moves": []}, "root_moves: at least one"),
            ({"nodes": 1, "root_moves": ["e2e5"]}, "e2e5"),
            ({"nodes": 1, "timeout": 0}, "timeout: seconds"),
        ):
            with pytest.raises(ValueError, match=text):
                engine.analyse(cb.Position(), **limits)
    assert [line for line in script.lines() if line.startswith("go")] == [
        "go movetime 250",
        "go movetime 1 depth 5 nodes 7",
        "go mate 3",
        "go wtime 60000 btime 50500 winc 1000 binc 0 movestogo 20",
        "go wtime 0",
        "go nodes 9 searchmoves e2e4 g1f3 d2d4",
        "go infinite",
    ]


@unix
def test_options(tmp_path):
    script = Script(tmp_path)
    with script.open(options={"hash": 8, "Book File": tmp_path / "book"}, log=tmp_path / "log") as engine:
        assert (engine.name, engine.author, repr(engine)) == ("Script", "Nobody", '<Engine "Script">')
        assert list(engine.options) == ["Hash", "MultiPV", "UCI_Chess960", "Style", "Clear Hash", "Book File"]
        assert engine.options["HASH"] == cb.EngineOption("Hash", "spin", 16, 1, 64, ())
        assert engine.options["style"] == ("Style", "combo", "calm", None, None, ("calm", "wild"))
        assert engine.options["clear hash"][1:3] == ("button", None) and engine.options["book file"].default == ""
        assert engine.options["UCI_Chess960"].default is False and len(engine.options) == 6 and "Threads" not in engine.options
        with pytest.raises(KeyError, match="Threads"):
            engine.options["Threads"]
        engine.configure(Hash=64, Style="WILD")
        engine.configure({"Clear Hash": None, "Book File": "a b"}, Hash="2")
        engine.configure()
        before = script.lines()
        for options, text in (
            ({"Threads": 1}, "Script has no option Threads; it has Hash, "),
            ({"Style": "wild", "Hash": 65}, 'option Hash must be an integer from 1 to 64, got "65"'),
            ({"Hash": True}, 'option Hash must be an integer from 1 to 64, got "true"'),
            ({"Hash": None}, 'option Hash must be an integer from 1 to 64, got ""'),
            ({"Style": "odd"}, 'option Style must be one of calm, wild, got "odd"'),
            ({"multipv": 3}, "MultiPV: it is set by the argument multipv"),
            ({"UCI_Chess960": True}, "UCI_Chess960: it is set as a position needs it"),
        ):
            with pytest.raises(cb.EngineOptionError) as caught:
                engine.configure(options)
            assert text in str(caught.value) and isinstance(caught.value, ValueError)
        for value in (1.5, [1], b"1"):
            with pytest.raises(TypeError, match="Hash: expected a text"):
                engine.configure(Hash=value)
        assert script.lines() == before
        assert engine.play(cb.Position(), nodes=1).move.uci() == "e2e4"
    sets = [line[10:] for line in script.lines() if line.startswith("setoption")]
    assert sets == [
        *("name hash value 8", f"name Book File value {tmp_path / 'book'}", "name Hash value 64", "name Style value WILD"),
        *("name Clear Hash value", "name Book File value a b", "name Hash value 2"),
    ]
    assert "> sh#1: setoption name hash value 8\n" in (tmp_path / "log").read_text()
    for options, text in (({"Threads": 1}, "no option Threads"), ({"MultiPV": 2}, "MultiPV")):
        with pytest.raises(cb.EngineOptionError, match=text):
            Script(tmp_path).open(options=options)


@unix
def test_chess960_is_set_where_it_is_needed(tmp_path):
    script = Script(tmp_path, "echo bestmove $(tail -n 1 best)")
    positions = [cb.Position(), cb.Position("nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBK2RB w KQkq - 0 1"), cb.Position()]
    with cb.Engine(script.command, cwd=tmp_path) as engine:
        for position, best in zip(positions, ("e2e4", "d1g1", "e2e4")):
            (tmp_path / "best").write_text(best + "\n")
            found = engine.play(position, nodes=1)
            assert position.is_legal(found.move) and found.move.uci(chess960=position.chess960) == best
    assert [line for line in script.lines() if "960" in line] == [f"setoption name UCI_Chess960 value {value}" for value in ("true", "false")]
    script = Script(tmp_path, start="echo uciok")
    with script.open() as engine, pytest.raises(cb.EngineOptionError, match="does not support Chess960"):
        engine.play(positions[1], nodes=1)


@unix
def test_lines(tmp_path):
    infos = [
        *("depth 1 seldepth 2 multipv 1 score cp 30 nodes 5 nps 100 time 7 hashfull 3 tbhits 1 wdl 400 500 100 pv e7e5 g1f3", "string noise"),
        *("depth 1 multipv 2 score mate -3 pv d7d5", "depth 2 multipv 1 score cp 50 lowerbound pv e7e5", "depth 2 score cp 9 pv e7e4", "currmove x"),
        *("depth 2 multipv 2 score cp 20 pv c7c5 g1f3 d1d8", "depth 3 multipv 4 score cp 7 pv a7a6", "score cp oops pv a7a6", "pv a7a6"),
    ]
    go = "; ".join(f"echo info {info}" for info in infos) + "; echo garbage; echo bestmove e7e5 ponder g1f3"
    with Script(tmp_path, go).open() as engine:
        position = cb.Position()
        position.push_san("e4")
        e5, d5, c5, a6 = map(position.parse_san, ("e5", "d5", "c5", "a6"))
        nf3 = cb.Position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").parse_san("Nf3")
        best = cb.Line(1, cb.Eval(-30, None, 1), (e5, nf3), 1, 2, 5, 0.007, None, 100, 3, 1, (100, 500, 400))
        second = cb.Line(2, cb.Eval(-20, None, 2), (c5, nf3), 2)
        rest = [cb.Line(2, cb.Eval(None, 3, 1), (d5,), 1), cb.Line(1, cb.Eval(-50, None, 2), (e5,), 2, bound="upper"), second]
        rest.append(cb.Line(4, cb.Eval(-7, None, 3), (a6,), 3))
        with engine.iter_analyse(position, nodes=1, multipv=3) as reader:
            assert reader.analysis is None
            assert list(reader) == [best, *rest] and list(reader) == []
        found = engine.analyse(position, nodes=1, multipv=3)
        assert found == reader.analysis == cb.Analysis(e5, nf3, (best, second))
        assert (found.eval, found.pv, found.depth, found.nodes, found.time) == (best.eval, (e5, nf3), 1, 5, 0.007)
        assert position.variation_san(found.pv) == "1...e5 2. Nf3"
        node = cb.Game.from_position(position).end()
        node.set_eval(found.eval)
        assert node.eval() == found.eval and pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == found
    empty = cb.Analysis(None, None, ())
    assert (empty.eval, empty.pv, empty.depth, empty.nodes, empty.time) == (None, (), None, None, None)


def test_evaluations_are_ordered_as_scores_of_python_chess():
    choose = random.Random(SEED)
    score = lambda: choose.choice([(choose.randint(-9, 9) * 40, None), (None, choose.choice([*range(-5, 0), *range(1, 6)]))])
    for _ in range(2000):
        ours, theirs = [], []
        for cp, mate in (score(), score()):
            ours.append(cb.Eval(cp, mate, choose.randint(1, 9)))
            theirs.append(chess.engine.Cp(cp) if mate is None else chess.engine.Mate(mate))
        for us, them in ((ours, theirs), ([eval.pov(False) for eval in ours], [-score for score in theirs])):
            (a, b), (c, d) = us, them
            assert (a < b, a <= b, a > b, a >= b) == (c < d, c <= d, c > d, c >= d), (us, them)
        assert ours[0].pov(True) == ours[0] == ours[0].pov(False).pov(False)
    assert cb.Eval(None, 0, 1) < cb.Eval(None, -1, 1) and max(cb.Eval(1, None, 9), cb.Eval(2, None, 1)).cp == 2


@unix
def test_a_reader_is_left_by_the_next_call(tmp_path):
    go = f"echo info depth 1 score cp 1 pv e2e4; {STOPPABLE}"
    with Script(tmp_path, go).open() as engine:
        for end in ("call", "call", "close", "stop", "del", "reader"):
            reader = engine.iter_analyse(cb.Position())
            assert next(reader).depth == 1
            if end == "close":
                reader.close()
                assert list(reader) == []
            elif end == "stop":
                reader.stop()
                assert list(reader) == [] and reader.analysis.move.uci() == "e2e4"
            elif end == "del":
                del reader
            elif end == "reader":
                other = engine.iter_analyse(cb.Position(), time=0.01)
                assert list(reader) == [] and reader.analysis is not None and len(list(other)) == 1
            start = time.monotonic()
            assert engine.analyse(cb.Position(), time=0.01).move.uci() == "e2e4"
            assert time.monotonic() - start < 3
    assert list(reader) == []


@unix
def test_waits_do_not_hold_the_interpreter(tmp_path):
    with Script(tmp_path, "sleep 1; echo bestmove e2e4").open() as engine:
        count, stop = [0], threading.Event()

        def work():
            while not stop.is_set():
                count[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=work)
        thread.start()
        engine.play(cb.Position(), nodes=1)
        stop.set()
        thread.join()
        assert count[0] > 100


@unix
def test_threads_share_an_engine(tmp_path):
    for engine in (Script(tmp_path, "echo bestmove e2e4").open(), cb.Engine(options={"Hash": 1})):
        moves, threads = [], []
        with engine:
            for _ in range(4):
                threads.append(threading.Thread(target=lambda: moves.extend(engine.play(cb.Position(), nodes=10).move for _ in range(20))))
                threads[-1].start()
            for thread in threads:
                thread.join()
        assert len(moves) == 80


@unix
@pytest.mark.parametrize("go", [STOPPABLE, "sleep 60", FLOOD])
@pytest.mark.parametrize("call", ["analyse", "iter_analyse", "start", "new_game", "own"])
def test_interrupts(tmp_path, go, call):
    script = Script(tmp_path, go, start="sleep 60" if call == "start" else "echo uciok")
    if call == "new_game":
        script.command[2] = script.command[2].replace("isready) echo readyok", "ucinewgame) sleep 60;; isready) echo readyok")
    body = {
        "analyse": "engine.analyse(cb.Position(), nodes=1)",
        "iter_analyse": "for line in engine.iter_analyse(cb.Position('4k3/8/8/8/8/8/8/4K2R w K - 0 1')): pass",
        "start": "pass",
        "new_game": "engine.new_game()",
        "own": "cb.Engine().analyse(cb.Position(), depth=100)",
    }[call]
    program = f"""
import os, signal, threading, time
import chess_batch as cb
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = None
start = time.monotonic()
threading.Timer(0.7, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    engine = cb.Engine({script.command!r}, timeout=30)
    {body}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start)
if {call == 'analyse' and go == STOPPABLE}:
    print(engine.play(cb.Position(), time=0.01).move)
"""
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    word, seconds, *rest = child.stdout.split()
    assert (word, child.returncode) == ("interrupted", 0) and float(seconds) < 5, child.stderr
    # An engine that stops is there for another search.
    assert rest == (["e2e4"] if call == "analyse" and go == STOPPABLE else [])
    assert script.is_gone()


@unix
def test_coroutines(tmp_path):
    go = f"echo info depth 1 score cp 1 pv e2e4; {STOPPABLE}"
    scripts = [Script(tmp_path, go) for _ in range(4)]

    async def main():
        async with cb.AsyncEngine(scripts[0].command, options={"Hash": 2}, timeout=30) as engine:
            assert (engine.name, engine.author, engine.options["hash"].max) == ("Script", "Nobody", 64)
            await engine.configure({"Style": "wild"}, Hash=3)
            await engine.new_game()
            with pytest.raises(cb.EngineOptionError, match="Threads"):
                await engine.configure(Threads=2)
            async for line in engine.iter_analyse(cb.Position()):
                assert line.depth == 1
                break
            start = time.monotonic()
            ticks, found = 0, asyncio.ensure_future(engine.analyse(cb.Position(), time=0.2))
            while not found.done():
                ticks += 1
                await asyncio.sleep(0.001)
            assert (await found).eval.cp == 1 and ticks > 20
            # A call that is cancelled ends, and so does one that waits for its turn.
            calls = [asyncio.ensure_future(engine.analyse(cb.Position(), nodes=1)) for _ in range(3)]
            await asyncio.sleep(0.2)
            for call in calls:
                call.cancel()
            assert all(isinstance(result, asyncio.CancelledError) for result in await asyncio.gather(*calls, return_exceptions=True))
            assert (await engine.play(cb.Position(), time=0.1)).move.uci() == "e2e4"
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyse(cb.Position(), nodes=1), 0.1)
            search = asyncio.ensure_future(engine.analyse(cb.Position(), nodes=1))
            await asyncio.sleep(0.3)
            await engine.stop()
            assert (await search).move.uci() == "e2e4" and time.monotonic() - start < 10
        await engine.close()
        engines = [cb.AsyncEngine(script.command) for script in scripts[1:]]
        start = time.monotonic()
        found = await asyncio.gather(*(engine.analyse(cb.Position(), time=0.4) for engine in engines))
        assert len(found) == 3 and time.monotonic() - start < 3
        await asyncio.gather(*(engine.quit() for engine in engines))
        with pytest.raises(cb.EngineTerminatedError):
            async with cb.AsyncEngine(["sh", "-c", "exit 3"]):
                pass

    asyncio.run(main())
    assert all(script.is_gone() for script in scripts)


def test_the_own_engine():
    with cb.Engine(options={"Hash": 1}) as engine:
        assert engine.process_id is None and engine.name.startswith("chess ") and engine.options["Threads"].min == 1
        found = engine.analyse(MATE_IN_ONE, depth=5)
        assert (found.move.uci(), found.eval.mate, found.nodes > 0, found.time is not None) == ("d1d8", 1, True, True)
        black = engine.analyse(cb.Position(MATE_IN_ONE).mirror(), depth=5)
        assert black.eval == found.eval.pov(False)
        results = []
        for _ in range(2):
            engine.new_game()
            with engine.iter_analyse(cb.Position(), nodes=5000, multipv=3) as reader:
                lines = [line._replace(time=None, nps=None) for line in reader]
            results.append((lines, [line.pv for line in reader.analysis.lines], reader.analysis.move))
        assert results[0] == results[1] and {line.multipv for line in lines} == {1, 2, 3}
        evals = [line.eval for line in reader.analysis.lines]
        assert evals == sorted(evals, reverse=True) and results[0][2] == results[0][1][0][0]
        assert engine.analyse(cb.Position(), depth=3, root_moves=["a2a3"]).move.uci() == "a2a3"
        start = time.monotonic()
        assert engine.play(cb.Position(), time=0.2).move is not None and 0.1 < time.monotonic() - start < 3
        for search in (engine.analyse, lambda *a, **o: list(engine.iter_analyse(*a, **o))):
            with pytest.raises(cb.EngineTimeoutError, match="no move after 0.2"):
                search(cb.Position(), depth=100, timeout=0.2)
        # It can be used further.
        assert engine.play("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", nodes=1).move is None
        engine.configure(UCI_ShowWDL=True, UCI_LimitStrength=True, UCI_Elo=1000)
        assert sum(engine.analyse(cb.Position(), depth=2).lines[0].wdl) == 1000
        with pytest.raises(cb.EngineOptionError, match="Hash"):
            engine.configure(Hash=0)
    with pytest.raises(cb.EngineTerminatedError, match="closed"):
        engine.new_game()
    with pytest.warns(UserWarning, match="SyzygyPath: .*none"):
        cb.Engine(options={"SyzygyPath": "none"})
    with pytest.raises(ValueError, match="does not run as a process"):
        cb.Engine(cwd=".")


@pytest.mark.skipif(not STOCKFISH, reason="Stockfish is not installed")
def test_stockfish_is_the_same_in_python_chess(capsys):
    """All lines of searches with an empty hash table, and the moves, are those that python-chess reads."""
    theirs, ours = chess.engine.SimpleEngine.popen_uci(STOCKFISH), cb.Engine(STOCKFISH, options={"Threads": 1, "Hash": 16})
    total = bounds = 0
    with theirs, ours:
        theirs.configure({"Threads": 1, "Hash": 16})
        assert ours.name == theirs.id["name"] and list(ours.options) == list(theirs.options)
        for option in theirs.options.values():
            own = ours.options[option.name.upper()]
            default = "" if option.default == "<empty>" else option.default
            assert (own.type, own.default, own.min, own.max, list(own.choices)) == (option.type, default, option.min, option.max, option.var or [])
        boards = [board.copy() for board in random_boards(POSITIONS, seed=3)] + [board.copy() for board in random_boards(POSITIONS // 10 + 1, seed=4, chess960=True)]
        for number, board in enumerate(board for board in boards if any(board.legal_moves)):
            expected, multipv = [], 1 + number % 3
            with theirs.analysis(board, chess.engine.Limit(nodes=10_000), game=object(), multipv=multipv) as analysis:
                for info in analysis:
                    if "score" in info and "pv" in info:
                        score, sides = info["score"].white(), [bool(info.get("lowerbound")), bool(info.get("upperbound"))]
                        place = (info.get("multipv", 1), info["depth"], info["seldepth"], info["nodes"])
                        expected.append((*place, score.score(), score.mate(), [board.uci(move) for move in info["pv"][:1]], len(info["pv"]), sides))
                best = analysis.wait()
            position, found = cb.from_python_chess(board), []
            ours.new_game()
            with ours.iter_analyse(position, nodes=10_000, multipv=multipv) as reader:
                for line in reader:
                    sides = [line.bound == "lower", line.bound == "upper"]
                    sides = sides if position.turn else sides[::-1]
                    place = (line.multipv, line.depth, line.seldepth, line.nodes)
                    found.append((*place, line.eval.cp, line.eval.mate, [position.uci(line.pv[0])], len(line.pv), sides))
            assert found == expected
            result = reader.analysis
            moves = [move and move.uci(chess960=position.chess960) for move in (result.move, result.ponder)]
            assert moves[0] == board.uci(best.move) and (moves[1] is None) == (best.ponder is None)
            # The result has the latest exact lines, where that of python-chess may have bounds.
            ours.new_game()
            again = ours.analyse(position, nodes=10_000, multipv=multipv)
            assert [line[:4] for line in found if not any(line[-1])][-1][1:] in [(line.depth, line.seldepth, line.nodes) for line in again.lines]
            assert again.move == result.move and [line.eval for line in again.lines] == [line.eval for line in result.lines]
            total += len(found)
            bounds += sum(any(line[-1]) for line in found)
    with capsys.disabled():
        print(f"\n{number + 1} positions, {total} lines, {bounds} of them bounds")


GAMES = (
    '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {good} e5 (1... c5) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n'
    '[White "C"]\n\n1. d4 d5 2. Ke3 *\n\n[White "D"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 2. Ke2 1/2-1/2\n'
)


def evals(game, nodes):
    """The evaluations of the moves of a game by one engine, position by position."""
    with cb.Engine() as engine:
        engine.analyse(game.board(), nodes=nodes)
        return [engine.analyse(node, nodes=nodes).eval for node in game.mainline()]


def test_games_are_annotated(tmp_path):
    with pytest.warns(UserWarning, match="game 2 is left out: .*Ke3"):
        games = cb.analyse_games(GAMES.encode(), nodes=2000, threads=2)
    assert [game.headers["White"] for game in games] == ["A", "D"]
    for game in games:
        assert [node.eval() for node in game.mainline()] == evals(game, 2000)
        assert game.headers["AnalysisSettings"] == "chess 0.1.0; nodes=2000" and 0 <= float(game.headers["WhiteAccuracy"]) <= 100
    first = games[0].mainline()
    assert first[0].comments[-1] == "good" or "good" in first[0].comment
    assert first[3].nags == (4,) and "Blunder. " in first[3].comment and len(first[3].parent.variations) == 2
    # Games that are passed stay, and a second analysis replaces the first.
    given = list(cb.read_games(GAMES.encode()))
    again = cb.analyse_games([given[0], games[1]], nodes=2000)
    assert [str(game) for game in again] == [str(game) for game in games] and "[%eval" not in str(given[0])
    assert str(cb.analyse_games(given[0], nodes=2000)[0]) == str(games[0])
    with pytest.warns(UserWarning):
        assert cb.analyse_games(cb.read_games(GAMES.encode()), nodes=10, out=tmp_path / "out.pgn", options={"Hash": 1}) == 2
    written = list(cb.read_games(tmp_path / "out.pgn"))
    assert sorted(game.headers["White"] for game in written) == ["A", "D"] and all("Hash=1" in game.headers["AnalysisSettings"] for game in written)
    with pytest.raises(FileExistsError, match="out.pgn: the file is not empty"):
        cb.analyse_games(GAMES.encode(), nodes=10, out=tmp_path / "out.pgn", lenient=True)
    assert [len(game.mainline()) for game in cb.analyse_games(GAMES.encode(), depth=1, lenient=True)] == [5, 2, 3]
    assert cb.analyse_games(b"") == cb.analyse_games([]) == [] and cb.analyse_games([], out=tmp_path / "none.pgn") == 0
    [book_move] = cb.analyse_games(b"1. e4 e5 *", nodes=10, book=cb.Book(bytes.fromhex("463b96181691fc9c031c000200000000")))
    assert [node.eval() is None for node in book_move.mainline()] == [True, False]
    with pytest.raises(ValueError, match="nodes"):
        cb.analyse_games(b"1. e4 *", nodes=0)
    with pytest.raises(cb.EngineOptionError, match="Threads"):
        cb.analyse_games(b"1. e4 *", nodes=1, options={"Threads": 0})


@unix
def test_games_are_annotated_by_programs(tmp_path):
    go = "case $(tail -n 3 told | head -n 1) in *' moves '*) echo info depth 3 score cp 12 pv a7a6; echo bestmove a7a6;; *) echo info depth 3 score cp 12 pv a2a3; echo bestmove a2a3;; esac"
    script = Script(tmp_path, go.replace("told", str(tmp_path / "*told*")))
    [game] = cb.analyse_games(b"1. e4 *", script.command, depth=3, threads=1)
    assert game.mainline()[0].eval() == cb.Eval(-12, None, 3) and game.headers["Annotator"] == "Script"
    assert script.is_gone() and "go depth 3" in script.lines()
    for go, error in (("exit 3", cb.EngineTerminatedError), ("sleep 60", cb.EngineTimeoutError), ("echo bestmove e2e5", cb.EngineAnswerError)):
        script = Script(tmp_path, go)
        with pytest.raises(error, match="game [12]: "):
            cb.analyse_games(b"1. e4 * 1. d4 *", script.command, depth=3, timeout=0.5, threads=2)
        assert script.is_gone()
    with pytest.raises(FileNotFoundError):
        cb.analyse_games(b"1. e4 *", tmp_path / "none")


@unix
@pytest.mark.parametrize("engine", ["script", "own"])
def test_annotating_is_interrupted(tmp_path, engine):
    script = Script(tmp_path, "sleep 60")
    program = f"""
import os, signal, threading, time
import chess_batch as cb
signal.signal(signal.SIGINT, signal.default_int_handler)
start = time.monotonic()
threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    cb.analyse_games(b"1. e4 e5 *" * 1000, {script.command if engine == "script" else None!r}, time=100, threads=2)
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start)
"""
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    word, seconds = child.stdout.split()
    assert (word, child.returncode) == ("interrupted", 0) and float(seconds) < 3 and script.is_gone()
