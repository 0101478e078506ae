"""Examples of docstrings and of the README run and print what they say."""

import doctest
import inspect
import pathlib
import shlex
import subprocess
import sys

import pytest
from samples import PUBLIC

import chess_batch

README = pathlib.Path(__file__).parent.parent / "README.md"


def documented():
    """Return names and docstrings of the package, its functions, classes and their members."""
    yield "chess_batch", chess_batch.__doc__
    for name in PUBLIC:
        value = getattr(chess_batch, name)
        if not callable(value):
            continue
        yield name, inspect.getdoc(value)
        if inspect.isclass(value):
            for member in vars(value):
                if not member.startswith("_"):
                    yield f"{name}.{member}", inspect.getdoc(getattr(value, member))


def run(name, text, flags=doctest.ELLIPSIS):
    globs = {name: getattr(chess_batch, name) for name in PUBLIC} | {"chess_batch": chess_batch}
    test = doctest.DocTestParser().get_doctest(text, globs, name, None, 0)
    report = []
    result = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    assert result.failed == 0, "".join(report)
    return result.attempted


@pytest.mark.parametrize(("name", "text"), [pytest.param(*case, id=case[0]) for case in documented()])
def test_docstring(name, text):
    assert text, f"{name} has no docstring"
    run(name, text)


def test_help_shows_all():
    assert sorted(chess_batch.__all__) == sorted(PUBLIC)


def test_there_are_examples():
    assert sum(run(name, text) for name, text in documented()) >= 50


README_BLOCKS = [block.split("```")[0] for block in README.read_text().split("```python\n")[1:]]


COLUMNS = "".join((README.parents[1] / "docs" / name).read_text() for name in ("columns.md", "scores.md"))
DOC_BLOCKS = [block.split("```")[0] for block in COLUMNS.split("```python\n")[1:]]


@pytest.mark.parametrize("block", DOC_BLOCKS, ids=range(len(DOC_BLOCKS)))
def test_docs(block):
    assert run("docs/columns.md", block) > 3


RECIPES = (README.parents[1] / "docs/cookbook-python.md").read_text()
RECIPES = [(part.split("\n")[0], part.split("```python\n")[1].split("```")[0]) for part in RECIPES.split("\n## ")[1:]]


@pytest.mark.parametrize(("name", "block"), RECIPES, ids=[name for name, _ in RECIPES])
def test_recipes(name, block):
    assert run(name, block) > 1 and len(RECIPES) >= 10


def test_readme_has_blocks():
    assert len(README_BLOCKS) == README.read_text().count("```python") >= 5
    assert all(">>> from chess_batch import" in block for block in README_BLOCKS)


@pytest.mark.parametrize("without", [[], ["pyarrow"], ["chess"], ["pyarrow", "chess", "pandas", "polars"]], ids="-".join)
@pytest.mark.parametrize("block", README_BLOCKS, ids=range(len(README_BLOCKS)))
def test_readme(block, without, tmp_path):
    """Each block runs in a process of its own, also where only what the package needs is installed."""
    if "python_chess" in block and "chess" in without:
        pytest.skip("the README says that python-chess is to be installed")
    program = f"""
import doctest, sys
sys.modules.update(dict.fromkeys({without!r}))
test = doctest.DocTestParser().get_doctest({block!r}, {{}}, "README", None, 0)
result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
sys.exit(result.failed or not result.attempted)
"""
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert child.returncode == 0, child.stdout + child.stderr


def test_readme_install(tmp_path):
    """The commands below the installation run."""
    commands = README.read_text().split("```sh\n")[1].split("```")[0].splitlines()
    assert commands[0] == "pip install ./python"
    for command in commands[1:]:
        name, *arguments = shlex.split(command)
        assert name == "python"
        child = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=tmp_path)
        assert child.stdout == "119060324\n", child.stderr
