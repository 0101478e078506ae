"""Engines for programs with ``asyncio``, and games that engines annotate."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from time import sleep
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar, Union, overload

from ._native import Book, Engine, Game, GameReader, annotate_games, read_games
from ._values import Analysis, EngineOptions, Line

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._native import _Inputs, _MoveLike, _OptionValue, _Path, _PositionLike

Value = TypeVar("Value")


class AsyncEngine:
    """An `Engine` whose methods are coroutines: each runs in a thread of the engine, one after the other.

    The engine starts with ``async with``, or with the first call. Arguments, values and errors are those of `Engine`. A call that is
    cancelled ends its search.

    >>> import asyncio
    >>> from chess_batch import AsyncEngine, Position
    >>> async def main() -> tuple[str, list[int]]:
    ...     async with AsyncEngine() as engine:
    ...         found = await engine.analyse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", depth=4)
    ...         depths = [line.depth async for line in engine.iter_analyse(Position(), depth=3)]
    ...         return str(found.move), depths
    >>> asyncio.run(main())
    ('d1d8', [1, 2, 3])
    """

    def __init__(
        self,
        command: Union[_Path, Sequence[_Path], None] = None,
        *,
        options: Optional[Mapping[str, _OptionValue]] = None,
        timeout: float = 10.0,
        cwd: Optional[_Path] = None,
        log: Optional[_Path] = None,
    ) -> None:
        self._open: Callable[[], Engine] = partial(Engine, command, options=options, timeout=timeout, cwd=cwd, log=log)
        self._engine: Optional[Engine] = None
        self._thread = ThreadPoolExecutor(1, "chess_batch engine")
        # The call that is made.
        self._work: Optional[Callable[[Engine], Any]] = None
        self._lock = Lock()

    def _started(self) -> Engine:
        if self._engine is None:
            self._engine = self._open()
        return self._engine

    async def _run(self, work: Callable[[Engine], Value]) -> Value:
        job = self._thread.submit(self._do, work)
        try:
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            # A call that waits for its turn is not made.
            if not job.cancelled():
                asyncio.get_running_loop().run_in_executor(None, self._end, job, work)
            raise

    def _do(self, work: Callable[[Engine], Value]) -> Value:
        engine = self._started()
        with self._lock:
            self._work = work
        try:
            return work(engine)
        finally:
            with self._lock:
                self._work = None

    def _end(self, job: Future[Any], work: Callable[[Engine], Any]) -> None:
        """End the search of a call, and of none after it."""
        while not job.done():
            with self._lock:
                if self._work is work and self._engine is not None:
                    self._engine.stop()
            sleep(0.01)

    @property
    def engine(self) -> Engine:
        """The engine, which is started if it does not run: for `name`, `author`, `options` and `process_id`."""
        return self._started()

    @property
    def name(self) -> str:
        """The name that the engine gives itself, or else its command."""
        return self.engine.name

    @property
    def author(self) -> str:
        """The authors of the engine, as it names them."""
        return self.engine.author

    @property
    def options(self) -> EngineOptions:
        """The options that the engine has: see `Engine.options`."""
        return self.engine.options

    @property
    def process_id(self) -> Optional[int]:
        """The number of the engine's process; ``None`` for the own engine."""
        return self.engine.process_id

    async def configure(self, options: Optional[Mapping[str, _OptionValue]] = None, /, **named: _OptionValue) -> None:
        """Set options: see `Engine.configure`."""
        await self._run(lambda engine: engine.configure(options, **named))

    async def new_game(self) -> None:
        """Tell the engine that the next position is of another game."""
        await self._run(lambda engine: engine.new_game())

    async def analyse(
        self,
        position: _PositionLike,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        mate: Optional[int] = None,
        white_clock: Optional[float] = None,
        black_clock: Optional[float] = None,
        white_inc: Optional[float] = None,
        black_inc: Optional[float] = None,
        remaining_moves: Optional[int] = None,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[_MoveLike]] = None,
        timeout: Optional[float] = None,
    ) -> Analysis:
        """Search a position within limits, and return an `Analysis`: see `Engine.analyse`."""
        limits = _limits(locals())
        return await self._run(lambda engine: engine.analyse(position, **limits))

    async def play(
        self,
        position: _PositionLike,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        mate: Optional[int] = None,
        white_clock: Optional[float] = None,
        black_clock: Optional[float] = None,
        white_inc: Optional[float] = None,
        black_inc: Optional[float] = None,
        remaining_moves: Optional[int] = None,
        root_moves: Optional[Iterable[_MoveLike]] = None,
        timeout: Optional[float] = None,
    ) -> Analysis:
        """Choose a move within limits: see `Engine.play`."""
        limits = _limits(locals())
        return await self._run(lambda engine: engine.play(position, **limits))

    async def iter_analyse(
        self,
        position: _PositionLike,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        mate: Optional[int] = None,
        white_clock: Optional[float] = None,
        black_clock: Optional[float] = None,
        white_inc: Optional[float] = None,
        black_inc: Optional[float] = None,
        remaining_moves: Optional[int] = None,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[_MoveLike]] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Line]:
        """Search a position, and yield the lines as the engine reports them: see `Engine.iter_analyse`. The search ends with the loop."""
        limits = _limits(locals())
        reader = await self._run(lambda engine: engine.iter_analyse(position, **limits))
        with reader:
            while True:
                line = await self._run(lambda _: next(reader, None))
                if line is None:
                    return
                yield line

    async def stop(self) -> None:
        """End the search under way, whose call returns what was found."""
        if self._engine is not None:
            self._engine.stop()

    async def close(self) -> None:
        """End the engine: see `Engine.close`."""
        if self._engine is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._engine.close)
        self._thread.shutdown(wait=False)

    async def quit(self) -> None:
        """End the engine: `close`."""
        await self.close()

    async def __aenter__(self) -> Self:
        await self._run(lambda _: None)
        return self

    async def __aexit__(self, *_exception: Any) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncEngine {'not started' if self._engine is None else repr(self._engine.name)}>"


@overload
def analyse_games(
    paths: Union[_Inputs, Game, Iterable[Game]],
    engine: Union[_Path, Sequence[_Path], None] = None,
    *,
    options: Optional[Mapping[str, _OptionValue]] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    book: Optional[Book] = None,
    threads: Optional[int] = None,
    timeout: float = 20.0,
    lenient: bool = False,
    out: None = None,
) -> list[Game]: ...
@overload
def analyse_games(
    paths: Union[_Inputs, Game, Iterable[Game]],
    engine: Union[_Path, Sequence[_Path], None] = None,
    *,
    options: Optional[Mapping[str, _OptionValue]] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    book: Optional[Book] = None,
    threads: Optional[int] = None,
    timeout: float = 20.0,
    lenient: bool = False,
    out: _Path,
) -> int: ...
def analyse_games(
    paths: Union[_Inputs, Game, Iterable[Game]],
    engine: Union[_Path, Sequence[_Path], None] = None,
    *,
    options: Optional[Mapping[str, _OptionValue]] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    book: Optional[Book] = None,
    threads: Optional[int] = None,
    timeout: float = 20.0,
    lenient: bool = False,
    out: Optional[_Path] = None,
) -> Union[list[Game], int]:
    """Annotate games as ``chess analyse`` does: with an evaluation after each move, and marks, comments and better lines of bad ones.

    `paths` is what `read_games` takes, or games; those that are passed stay as they are. `engine` is the command of an engine, as `Engine`
    has it, or ``None`` for the own one, and `options` are its options. Each position is searched within `nodes`, `depth` and `time` in
    seconds; without a limit, with 100,000 nodes. Moves in the `book` are not judged. `threads` is the number of engines that work at once,
    by default that of processors. The marks ``!`` to ``?!`` of the main line and the tag ``Annotator`` are replaced; other glyphs, comments and
    variations stay.

    The annotated games are returned in their order, with the tags ``WhiteAccuracy``, ``WhiteCentipawnLoss`` and those of Black. With `out`,
    a file that does not exist or is empty, each is added to the file when it is done, and their number is returned; another file raises
    `FileExistsError`.

    An engine that fails or is silent for `timeout` seconds is started again once in a position, with a warning; if it fails again, its
    `EngineError` is raised. A game that breaks a rule is left out with a warning, or with ``lenient=True`` annotated up to there.
    Ctrl-C ends the analysis; games in `out` stay.

    >>> from chess_batch import analyse_games
    >>> [game] = analyse_games(b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0", nodes=1000)
    >>> [node.eval() is not None for node in game.mainline()], game.mainline()[3].nags, game.headers["AnalysisSettings"]
    ([True, True, True, True, False], (4,), 'chess 0.1.0; nodes=1000')
    """
    if isinstance(paths, Game):
        games = [paths]
    elif isinstance(paths, GameReader):
        games = list(paths)
    elif isinstance(paths, (list, tuple)) and paths and all(isinstance(game, Game) for game in paths):
        games = list(paths)
    else:
        games = list(read_games(paths))  # type: ignore[arg-type]
    whole = []
    for number, game in enumerate(games, 1):
        if game.errors and not lenient:
            warnings.warn(f"game {number} is left out: {game.errors[0]}", stacklevel=2)
        else:
            whole.append(game)
    done, count, told = annotate_games(whole, engine, options, (nodes, depth, time), threads, timeout, book, out)
    for line in told:
        warnings.warn(line, stacklevel=2)
    return done if out is None else count


def _limits(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name not in ("self", "position")}
