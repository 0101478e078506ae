"""`Game`, `Node` and `read_games`."""

import copy
import io
import pickle

import chess.pgn
import pytest

import chess_batch
from chess_batch import Game, IllegalMoveError, PgnError, Position, TagError, from_python_chess, read_games

TEXT = """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {[%clk 0:03:00] [%eval 0.25,20]} 1... e5 (1... c5 $2 {[%cal Gg1f3]} 2. Nf3) 2. Nf3
$1 {[%eval #-3] [%emt 0:00:02.5]} 1-0"""


def test_tree():
    game = Game.from_pgn(TEXT)
    assert game.result == "1-0" and game.headers["White"] == "A"
    e4, e5, nf3 = game.mainline()
    assert [node.san() for node in (e4, e5, nf3)] == ["e4", "e5", "Nf3"]
    assert (e4.clock(), e4.emt(), e4.eval()) == (180.0, None, (25, None, 20))
    assert (nf3.clock(), nf3.emt(), nf3.eval(), nf3.nags) == (None, 2.5, (None, -3, None), (1,))
    main, c5 = e4.variations
    assert main == e5 and hash(main) == hash(e5) and main != c5
    assert c5.nags == (2,) and c5.arrows() == [(6, 21, "green")]
    assert c5.parent == e4 and c5.is_mainline() is False and e5.is_mainline()
    assert c5.next().board().move_stack == (e4.move, c5.move, c5.next().move)
    assert game.end() == nf3 and game.final_position() == nf3.board()
    assert game.root.move is None and game.root.parent is None and game.root.is_mainline()


def test_edit():
    game = Game()
    node = game.root.add_variation("e2e4")
    node.set_clock(179.5)
    node.set_emt(0.5)
    node = node.add_variation(node.board().parse_san("c5"), comment="Sicilian", nags=[1, 10])
    node.comment = "Sharp"
    other = node.parent.add_variation("e7e5")
    other.promote_to_main()
    game.headers["White"] = "A"
    game.headers["ECO"] = "B20"
    del game.headers["ECO"]
    game.result = "0-1"
    assert " ".join(str(game).split("\n\n")[1].split()) == (
        "1. e4 {[%clk 0:02:59.5] [%emt 0:00:00.5]} 1... e5 (1... c5 $1 $10 {Sharp}) 0-1"
    )
    assert Game.from_pgn(str(game)) == game
    node.nags = [*node.nags, 2]
    assert node.nags == (1, 10, 2) and "c5 $1 $10 $2 {Sharp}" in str(game)
    node.remove()
    with pytest.raises(ValueError, match="removed"):
        node.san()
    assert "Sharp" not in str(game)


def test_what_is_not_a_view_cannot_be_changed():
    game = Game.from_pgn(TEXT)
    node, position = game.root.next(), game.final_position()
    for value in (node.nags, node.comments, node.variations, game.errors, position.legal_moves, position.move_stack):
        assert isinstance(value, tuple)


def test_a_comment_leaves_the_comment_before_the_move():
    game = Game.from_pgn("1. e4 ({before} 1. d4 {after}) *")
    node = game.root.variations[1]
    node.comment = "new"
    assert (node.starting_comment, node.comment) == ("before", "new")
    node.comment = ""
    assert (node.starting_comment, node.comments) == ("before", ())


def test_a_comment_with_a_closing_brace_is_an_error():
    game = Game.from_pgn("1. e4 {old} *")
    node = game.root.next()
    for change in (
        lambda: setattr(node, "comment", "a } b"),
        lambda: node.add_variation("e7e5", comment="}"),
        lambda: game.add_variation("d2d4", comment="}"),
    ):
        with pytest.raises(ValueError, match="^comment: PGN has no escape for the brace } in a comment$"):
            change()
    assert str(game).endswith("1. e4 {old} *")
    node.comment = "a { b"
    assert Game.from_pgn(str(game)) == game and node.comment == "a { b"


def test_all_tags_can_be_removed():
    headers = Game.from_pgn(TEXT).headers
    headers.update({"ECO": "C44", "Annotator": "x"})
    assert headers.popitem() == ("ECO", "C44") and headers.pop("White") == "A"
    headers.clear()
    assert set(headers) == {"Event", "Site", "Date", "Round", "White", "Black", "Result"} and headers["Black"] == "?"
    with pytest.raises(KeyError):
        headers.popitem()


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (IllegalMoveError, "e2e5", lambda game: game.root.add_variation("e2e5")),
        (IllegalMoveError, "e2e5", lambda game: game.add_variation("e2e5")),
        (ValueError, "255", lambda game: game.root.add_variation("e2e4", nags=[256])),
        (ValueError, "root", lambda game: game.root.remove()),
        (ValueError, "root", lambda game: game.root.san()),
        (TagError, None, lambda game: game.headers.update({"no name": "x"})),
        (TagError, None, lambda game: setattr(game, "result", "2-0")),
        (KeyError, "ECO", lambda game: game.headers["ECO"]),
        (KeyError, "ECO", lambda game: game.headers.__delitem__("ECO")),
        (PgnError, "line 4", lambda game: Game.from_pgn("[White \"A\"]\n\n1. e4 e5\n2. Ke3 *")),
        (PgnError, None, lambda game: Game.from_pgn("")),
    ],
)
def test_errors(error, message, call):
    with pytest.raises(error, match=message):
        call(Game())


def test_a_glyph_before_the_first_move_is_one_of_the_game():
    text = "$1 1. e4 $2 *"
    game = Game.from_pgn(text)
    oracle = chess.pgn.read_game(io.StringIO(text))
    assert (set(game.root.nags), set(game.root.next().nags)) == (oracle.nags, oracle.next().nags)
    game.root.nags = [3]
    assert Game.from_pgn(str(game)).root.nags == (3,)


def test_a_move_may_name_both_squares():
    for text in ("b1c3", "b1-c3", "Nb1c3"):
        assert Position().parse_san(text).uci() == chess.Board().parse_san(text).uci() == "b1c3"


def test_read_games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(TEXT + "\n\n1. e4 Ke3 *\n\n1. d4 *\n")
    for source in (path, str(path), path.read_bytes()):
        games = list(read_games(source))
        assert [len(game.mainline_moves()) for game in games] == [3, 1, 1]
        assert [len(game.errors) for game in games] == [0, 1, 0]
        (error,) = games[1].errors
        assert isinstance(error, PgnError) and error.game == 2 and error.line == 12
    with pytest.raises(TypeError):
        read_games(7)


def test_python_chess_and_back():
    game = Game.from_pgn(TEXT)
    theirs = game.to_python_chess()
    assert isinstance(theirs, chess.pgn.Game) and not theirs.errors
    assert from_python_chess(theirs).mainline_moves() == game.mainline_moves()
    read = chess.pgn.read_game(io.StringIO(TEXT))
    assert from_python_chess(read).root.next().clock() == 180.0


def test_copies_and_pickles():
    game = Game.from_pgn(TEXT)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.root.add_variation("d2d4")
        assert other != game


def test_from_position():
    position = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    position.push_san("O-O")
    game = Game.from_position(position)
    assert game.board() == position.root() and game.final_position().fen() == position.fen()
    assert Game(position).board() == position


def test_a_picture_of_the_last_position():
    assert "last move: e2 to e4" in Game.from_pgn("1. e4 (1. d4) *")._repr_svg_()


def test_first_moves_and_evaluations():
    game = chess_batch.Game()
    first = game.add_variation("e2e4", nags=[1])
    second = game.add_variation(chess.Move.from_uci("d2d4"), comment="or this")
    assert [node.san() for node in game.root.variations] == ["e4", "d4"] and second.comment == "or this"
    for value in (chess_batch.Eval(31, None, None), chess_batch.Eval(None, -3, 12), None, chess_batch.Eval(-5, None, 9)):
        first.set_eval(value)
        assert first.eval() == value
    assert first.comment == "[%eval -0.05,9]"
    theirs = game.to_python_chess().next()
    assert theirs.eval().white().score() == -5 and theirs.eval_depth() == 9
    for wrong in ((1, 2, None), (None, None, 3)):
        with pytest.raises(ValueError, match="either cp or mate"):
            first.set_eval(chess_batch.Eval(*wrong))
