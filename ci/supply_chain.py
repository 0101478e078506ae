"""Checks the third-party crates of the workspace by the rules of deny.toml, from what `cargo metadata` prints.

`python3 ci/supply_chain.py` needs no network beside what cargo has locked, and no tool beside cargo. It tests licences,
sources, banned crates and duplicates, as cargo-deny does, which also asks for advisories: `bash ci/long/supply-chain.sh`.
`python3 ci/supply_chain.py --self-test` shows that each rule refuses what breaks it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = "registry+"


class Rules:
    """The rules of deny.toml. Python reads TOML by itself from 3.11 only, so that the few forms used there are read here."""

    def __init__(self, text):
        text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
        self.allowed = set(re.findall(r'"([^"]+)"', re.search(r"^allow = \[(.*?)^\]", text, re.S | re.M)[1]))
        # Crates whose other licence is accepted, for programs that are never given away.
        self.exceptions = {
            name: set(re.findall(r'"([^"]+)"', licences))
            for name, licences in re.findall(r'\{ crate = "([^"]+)", allow = \[([^\]]*)\]', text)
        }
        # Banned crates, and the crates that may use them nevertheless.
        self.banned = {
            name: set(re.findall(r'"([^"]+)"', wrappers))
            for name, wrappers in re.findall(r'\{ crate = "([^"]+)"(?:, wrappers = \[([^\]]*)\])? \}', text)
        }
        skipped = re.search(r"^skip = \[(.*?)^\]", text, re.S | re.M)
        self.duplicates = set(re.findall(r'crate = "([^"@]+)"', skipped[1] if skipped else ""))
        self.banned = {name: wrappers for name, wrappers in self.banned.items() if name not in self.duplicates}


def is_allowed(expression, allowed):
    """Evaluates an SPDX expression: `AND` binds more than `OR`; an old `/` is an `OR`."""
    if not expression:
        return False
    tokens = re.findall(r"\(|\)|[^\s()]+(?: WITH [^\s()]+)?", expression.replace("/", " OR "))

    def either():
        value = both()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            value = both() or value
        return value

    def both():
        value = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            value = one() and value
        return value

    def one():
        if not tokens:
            return False
        token = tokens.pop(0)
        if token != "(":
            return token in allowed
        value = either()
        return bool(tokens) and tokens.pop(0) == ")" and value

    value = either()
    return value and not tokens


def violations(metadata, rules):
    """Returns what breaks a rule, as texts."""
    packages = {package["id"]: package for package in metadata["packages"]}
    found = []
    versions = {}
    users = {}
    for node in metadata["resolve"]["nodes"]:
        for used in node["dependencies"]:
            users.setdefault(used, set()).add(packages[node["id"]]["name"])
    for package in packages.values():
        name = package["name"]
        if package["source"] is None:
            continue
        versions.setdefault(name, set()).add(package["version"])
        if not package["source"].startswith(REGISTRY):
            found.append(f"{name}: its source is no registry: {package['source']}")
        if not is_allowed(package["license"], rules.allowed | rules.exceptions.get(name, set())):
            found.append(f"{name}: the licence is not allowed: {package['license']}")
        if name in rules.banned and (others := users.get(package["id"], set()) - rules.banned[name]):
            found.append(f"{name}: banned, but used by {', '.join(sorted(others))}")
    for name, several in versions.items():
        if len(several) > 1 and name not in rules.duplicates:
            found.append(f"{name}: several versions: {', '.join(sorted(several))}")
    return found


def self_test():
    rules = Rules(
        'allow = [\n "MIT",\n "Zlib",\n]\nexceptions = [\n { crate = "peer", allow = ["GPL-3.0-or-later"] },\n]\n'
        'deny = [\n { crate = "bad" },\n { crate = "peer", wrappers = ["benches"] },\n]\nskip = [\n { crate = "old" },\n]\n'
    )

    def made(*packages, user="program"):
        own = {"id": "0", "name": user, "version": "1.0.0", "source": None, "license": None}
        all_packages = [own]
        for name, licence, source, version in packages:
            identifier = f"{name} {version}"
            all_packages.append(
                {"id": identifier, "name": name, "version": version, "source": source, "license": licence}
            )
        nodes = [{"id": "0", "dependencies": [package["id"] for package in all_packages[1:]]}]
        return violations({"packages": all_packages, "resolve": {"nodes": nodes}}, rules)

    good = "registry+https://index"
    assert made(("good", "MIT", good, "1.0.0"), ("old", "Zlib", good, "1.0.0"), ("old", "Zlib", good, "2.0.0")) == []
    assert made(("peer", "GPL-3.0-or-later", good, "1.0.0"), user="benches") == []
    for package, expected in [
        (("it", "GPL-3.0-only", good, "1.0.0"), "it: the licence is not allowed: GPL-3.0-only"),
        (("it", "MIT AND GPL-3.0-only", good, "1.0.0"), "it: the licence is not allowed: MIT AND GPL-3.0-only"),
        (("it", None, good, "1.0.0"), "it: the licence is not allowed: None"),
        (("it", "MIT", "git+https://somewhere", "1.0.0"), "it: its source is no registry: git+https://somewhere"),
        (("bad", "MIT", good, "1.0.0"), "bad: banned, but used by program"),
        (("peer", "GPL-3.0-or-later", good, "1.0.0"), "peer: banned, but used by program"),
    ]:
        assert made(package) == [expected], (made(package), expected)
    twice = made(("it", "MIT", good, "1.0.0"), ("it", "MIT", good, "2.0.0"))
    assert twice == ["it: several versions: 1.0.0, 2.0.0"], twice
    for expression, expected in [
        ("MIT OR GPL-3.0-only", True),
        ("GPL-3.0-only/MIT", True),
        ("(GPL-3.0-only OR MIT) AND Zlib", True),
        ("(GPL-3.0-only OR MIT) AND X", False),
        ("MIT WITH X", False),
        ("MIT Zlib", False),
        ("(MIT", False),
    ]:
        assert is_allowed(expression, rules.allowed) == expected, expression
    print("self-test: each rule refuses what breaks it")


def main():
    self_test()
    if sys.argv[1:] == ["--self-test"]:
        return 0
    rules = Rules((ROOT / "deny.toml").read_text(encoding="utf-8"))
    failed = False
    for manifest in ["Cargo.toml", "python/Cargo.toml"]:
        command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features", "--manifest-path", ROOT / manifest]
        metadata = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        found = violations(metadata, rules)
        for violation in found:
            print(f"{manifest}: {violation}")
        third = sum(package["source"] is not None for package in metadata["packages"])
        print(f"{manifest}: {third} third-party packages, {len(found)} violations")
        failed = failed or bool(found) or third == 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
