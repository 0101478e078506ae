"""What the recipes of docs/explore.md take.

    python benches/explore.py --games FILE --openings FILE [--sections TEXT]

Each block of code of the page runs in a folder of its own with these files, and its relations and frames are computed. A line has the processor time of this process and of those that it has started, and the time on the clock. The
sections are those whose titles begin with TEXT, after the tables, which all of them need.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import sys
import tempfile
import time
from typing import Any

# Names that recipes give to what they find.
ANSWERS = ["moves", "tree", "reached", "names"]
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "explore.md"


def cpu() -> float:
    """Return the processor time of this process and all below it, in seconds."""
    fields = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields[int(name)] = pathlib.Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
    total, below = 0, {os.getpid()}
    while below:
        # Of children that have ended, too.
        total += sum(int(field) for pid in below for field in fields[pid][11:15])
        below = {pid for pid, of in fields.items() if int(of[1]) in below}
    return total / os.sysconf("SC_CLK_TCK")


def compute(value: Any) -> int:
    """Compute what is only described yet, a relation of DuckDB or a DataFrame of Spark, and return its number of rows."""
    for name in ("to_arrow_table", "toArrow"):
        if hasattr(value, name):
            value = getattr(value, name)()
    return len(value)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--games", type=pathlib.Path, required=True)
    arguments.add_argument("--openings", type=pathlib.Path, required=True)
    arguments.add_argument("--sections", default="")
    options = arguments.parse_args()
    # The settings of ci/long/clusters.sh: nothing listens on outside addresses.
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0")
    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "dumps").mkdir()
        for path, name in ((options.games, "games.pgn"), (options.games, "dumps/games.pgn"), (options.openings, "openings.tsv")):
            pathlib.Path(folder, name).symlink_to(path.resolve())
        os.chdir(folder)
        for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
            title = section.split("\n", 1)[0]
            if title != "Tables" and not title.startswith(options.sections):
                continue
            for block in re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
                before, cpu_start, start = dict(names), cpu(), time.monotonic()
                exec(compile(block, f"{PAGE.name}, {title}", "exec"), names)
                made = [name for name in ANSWERS if name in names and names[name] is not before.get(name)]
                text = ", ".join(f"{name} {compute(names[name])} rows" for name in made) or block.strip().splitlines()[-1][:60]
                print(f"{title:<16} {cpu() - cpu_start:7.2f} s of processors {time.monotonic() - start:7.2f} s   {text}", flush=True)


if __name__ == "__main__":
    main()
