"""Writes the first paragraphs of the built module's docstrings into its stub, for editors; with `--check` it compares only."""

import ast
import inspect
import pathlib
import sys

from chess_batch import _native

STUB = pathlib.Path(__file__).parent / "python" / "chess_batch" / "_native.pyi"


def documented(text):
    """Return the stub with the docstring of each class below its name, and that of each function in the place of its body."""
    lines = text.splitlines(keepends=True)
    nodes = [(node, vars(_native).get(node.name)) for node in ast.parse(text).body if hasattr(node, "name")]
    members = [(part, getattr(value, part.name)) for node, value in nodes if value for part in getattr(node, "body", []) if hasattr(part, "name")]
    for node, value in sorted(nodes + members, key=lambda pair: -pair[0].lineno):
        paragraph = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
        if node.name.startswith("__") or not paragraph:
            continue
        old, doc = node.body[0], f'"""{paragraph}"""'
        if isinstance(node, ast.FunctionDef):
            line = lines[old.lineno - 1].encode()
            lines[old.lineno - 1] = (line[: old.col_offset] + doc.encode() + b"\n").decode()
        else:
            lines[node.lineno : node.lineno + (ast.get_docstring(node) is not None)] = [f"    {doc}\n"]
    return "".join(lines)


if __name__ == "__main__":
    text = STUB.read_text(encoding="utf-8")
    if sys.argv[1:] != ["--check"]:
        STUB.write_text(documented(text), encoding="utf-8")
    elif documented(text) != text:
        sys.exit("the stub has other docstrings than the module: run python docstrings.py")
