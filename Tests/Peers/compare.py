"""Compares two runs of the benchmarks, and refuses a regression: exit code 1, and a sentence for each.

    make bench-compare BASE=before.json
    python3 Tests/Peers/compare.py before.json after.json

What counts is how many times as fast as each peer of its run fourcuts was, round by round: a slower machine slows all
of them. It is a regression where fourcuts lost against every peer, and where no round of the later run is as good as
any of the base's.
"""

import json
import statistics
import sys


def main():
    if len(sys.argv) != 3 or not all(sys.argv[1:]):
        sys.exit("usage: make bench-compare BASE=before.json")
    base, after = (speeds(json.load(open(path, encoding="utf-8"))["tables"]) for path in sys.argv[1:])
    common = sorted(base.keys() & after.keys())
    if not common:
        sys.exit("The runs have no measurement in common. Run both with the same sizes.")
    found = [text for key in common if (text := regression(key, base[key], after[key]))]
    if found:
        sys.exit("\n".join(found))
    print(f"No regression in {len(common)} measurements.")


def speeds(tables):
    """How many times as fast as each peer: a list of rounds by peer, by title, row of fourcuts and column."""
    found = {}
    for table in tables:
        ours = [row for row in table["rows"] if is_ours(row)]
        peers = [row for row in table["rows"] if not is_ours(row)]
        for at, column in enumerate(table["columns"]):
            if (is_more_better := direction(column)) is None:
                continue
            for row in ours:
                found[table["title"], plain(row[0]), column] = {
                    plain(peer[0]): [value / other if is_more_better else other / value
                                     for value, other in zip(row[at], peer[at])]
                    for peer in peers if not isinstance(row[at], str) and not isinstance(peer[at], str)}
    return {key: by_peer for key, by_peer in found.items() if by_peer}


def is_ours(row):
    return row[0].startswith(("fourcuts", "`fourcuts"))


def plain(name):
    """Without sizes of answers, which change with the texts in them."""
    return name.split(" of ")[0]


def direction(column):
    """Whether more is better. None for what is not compared: times of single answers vary too much."""
    if column.endswith("/s"):
        return True
    return False if column.replace(",", "").isdigit() or column == "server µs an answer" else None


def regression(key, base, after):
    """A sentence if fourcuts lost against every peer, and nothing otherwise."""
    peers = sorted(base.keys() & after.keys())
    if not peers or any(max(after[peer]) >= min(base[peer]) for peer in peers):
        return None
    title, row, column = key
    parts = [f"{text(after[peer])} times as fast as {peer}, before {text(base[peer])}" for peer in peers]
    return f"Regression: {title} ({row}, {column}): fourcuts is {'; '.join(parts)}."


def text(values):
    return f"{statistics.median(values):.3g} ({min(values):.3g}–{max(values):.3g})"


if __name__ == "__main__":
    main()
