"""What the recipes of docs/explore.md take.

    python benches/explore.py --games FILE --openings FILE [--sections TEXT,...]

The blocks of code of the page run in a folder with these files, and what they find is computed. A line has the processor time of this process
and of those that it has started, the time on the clock, and the answers with their numbers of rows. The sections are those whose titles
begin with a TEXT, after the tables, which all of them need; Ray needs those of DuckDB.
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


def start_engine(title: str) -> dict[str, Any]:
    """Start the engine of a section with two workers, as `ci/long/clusters.sh` does, and return the name that the page has for it."""
    if title == "Spark":
        os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
        from pyspark.sql import SparkSession

        return {"session": SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()}
    if title == "Ray":
        # Without these, Ray listens on all addresses, writes a token into the home folder, and reports its use.
        os.environ.update(RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0")
        import ray

        ray.init(num_cpus=2, _node_ip_address="127.0.0.1", include_dashboard=False, _temp_dir=tempfile.mkdtemp(prefix="ray", dir="/tmp"))
    return {}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--games", type=pathlib.Path, required=True)
    arguments.add_argument("--openings", type=pathlib.Path, required=True)
    arguments.add_argument("--sections", default="")
    options = arguments.parse_args()
    # Functions of the main module are sent to other processes by value.
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "dumps").mkdir()
        for path, name in ((options.games, "games.pgn"), (options.games, "dumps/games.pgn"), (options.openings, "openings.tsv")):
            pathlib.Path(folder, name).symlink_to(path.resolve())
        os.chdir(folder)
        for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
            title = section.split("\n", 1)[0]
            if title != "Tables" and not title.startswith(tuple(options.sections.split(","))):
                continue
            names.update(start_engine(title))
            for block in re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
                before, cpu_start, start = dict(names), cpu(), time.monotonic()
                exec(compile(block, f"{PAGE.name}, {title}", "exec"), names)
                made = [name for name in ANSWERS if name in names and names[name] is not before.get(name)]
                text = ", ".join(f"{name} {compute(names[name])} rows" for name in made) or block.strip().splitlines()[-1][:60]
                print(f"{title:<16} {cpu() - cpu_start:7.2f} s of processors {time.monotonic() - start:7.2f} s   {text}", flush=True)


if __name__ == "__main__":
    main()
