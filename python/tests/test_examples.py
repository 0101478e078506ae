"""Examples of docstrings and of the README run and print what they say."""

import doctest
import inspect
import pathlib

import pytest

import chess_batch

README = pathlib.Path(__file__).parent.parent / "README.md"


def documented():
    """Return names and docstrings of the package, its functions, classes and their members."""
    yield "chess_batch", chess_batch.__doc__
    for name in chess_batch.__all__:
        value = getattr(chess_batch, name)
        if not callable(value):
            continue
        yield name, inspect.getdoc(value)
        if inspect.isclass(value):
            for member, attribute in vars(value).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", inspect.getdoc(attribute)


def run(name, text, flags=doctest.ELLIPSIS):
    globs = {name: getattr(chess_batch, name) for name in chess_batch.__all__} | {"chess_batch": chess_batch}
    test = doctest.DocTestParser().get_doctest(text, globs, name, None, 0)
    report = []
    result = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    assert result.failed == 0, "".join(report)
    return result.attempted


@pytest.mark.parametrize(("name", "text"), [pytest.param(*case, id=case[0]) for case in documented()])
def test_docstring(name, text):
    assert text, f"{name} has no docstring"
    run(name, text)


def test_there_are_examples():
    assert sum(run(name, text) for name, text in documented()) >= 50


def test_readme():
    blocks = README.read_text().split("```python\n")[1:]
    text = "\n".join(block.split("```")[0] for block in blocks)
    assert run("README", text) >= 3
