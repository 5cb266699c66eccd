"""Brings up the installation of the article Deployment on this machine, breaks it, and prints what happened.

    python3 Tests/Cluster/cluster.py --program .build/release/fourcuts

Takes some minutes. Exit code 1 if an expectation does not hold.
"""

import argparse
import itertools
import pathlib
import shutil
import sys
import textwrap
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import failover  # noqa: E402
import proxies  # noqa: E402
import service  # noqa: E402
from machines import ROOT  # noqa: E402

SCENARIOS = (proxies.requests_through_the_proxies, failover.failover_of_the_database, service.service_on_two_nodes)
COLUMNS = (("result", 8), ("what", 48), ("expected", 34), ("observed", 40))
TOOLS = ("etcd", "patroni", "haproxy", "nginx", "psql", "openssl", "setpriv")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--only", default="", help="scenarios whose name contains this")
    options = parser.parse_args()
    if missing := [tool for tool in TOOLS if not shutil.which(tool, path="/usr/bin:/usr/sbin")]:
        sys.exit(f"{', '.join(missing)}: not installed. 'make setup-cluster' installs all that is needed.")
    show([title.upper() for title, _ in COLUMNS])
    rows = []
    for scenario in SCENARIOS:
        if options.only in scenario.__name__:
            rows += play(scenario, str(pathlib.Path(options.program).resolve()))
    failed = [row for row in rows if not row[-1]]
    print(f"\n{len(rows) - len(failed)} of {len(rows)} hold.")
    return 1 if failed or not rows else 0


def play(scenario, program):
    """Runs a scenario and prints its rows as they come. One that breaks off counts as failed."""
    rows = []
    try:
        for row in scenario(program):
            rows.append(row)
            print_row(*row)
    except Exception:
        traceback.print_exc()
        rows.append((scenario.__name__.replace("_", " "), "that it runs to its end", "it broke off, see above", False))
        print_row(*rows[-1])
    return rows


def print_row(what, expected, observed, holds):
    show(["holds" if holds else "FAILED", what, expected, str(observed)])


def show(cells):
    wrapped = [textwrap.wrap(cell, width) or [""] for cell, (_, width) in zip(cells, COLUMNS)]
    for line in itertools.zip_longest(*wrapped, fillvalue=""):
        print("  ".join(word.ljust(width) for word, (_, width) in zip(line, COLUMNS)).rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
