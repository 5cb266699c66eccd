"""Plays attacks against the program and prints what held: python3 Tests/Attack/attack.py --program fourcuts

Everything runs on this machine, on ports and folders of its own, within some minutes. Exit code 1 where an attack went
through, 0 where all were held off.
"""

import argparse
import itertools
import pathlib
import random
import sys
import textwrap
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import flooding  # noqa: E402
import guessing  # noqa: E402
import paying  # noqa: E402
import pictures_kept  # noqa: E402
import talk  # noqa: E402
from target import ROOT, Process  # noqa: E402


class Outcome:
    def __init__(self, tried, expected, came, held):
        self.tried, self.expected, self.came, self.held = tried, expected, came, held


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--seed", type=int, default=20261122, help="of guesses and noise")
    parser.add_argument("--only", default="", help="attacks whose name holds this")
    options = parser.parse_args()
    Process.program = str(pathlib.Path(options.program).resolve())
    attacks = [attack for module in (talk, pictures_kept, guessing, paying, flooding) for attack in module.ATTACKS]
    attacks = [attack for attack in attacks if options.only in attack.__name__]
    print("  ".join(title.upper().ljust(width) for title, width in COLUMNS).rstrip())
    rows = []
    for attack in attacks:
        # Each begins with the same numbers, whichever others are played.
        rows += play(attack, random.Random(f"{options.seed} {attack.__name__}"))
    failed = [row for row in rows if not row[-1].held]
    print(f"\n{len(rows) - len(failed)} of {len(rows)} held, seed {options.seed}.")
    return 1 if failed else 0


def play(attack, numbers):
    """Plays one and prints its rows as they come."""
    rows = []
    try:
        for outcome in attack(numbers):
            rows.append((attack.__name__, Outcome(*outcome)))
            tell(rows[-1])
    except Exception as failure:
        # An attack that could not be played has shown nothing.
        reason = traceback.format_exception_only(type(failure), failure)[-1].strip()
        place = traceback.extract_tb(failure.__traceback__)[-1]
        where = f"{pathlib.Path(place.filename).name}:{place.lineno}"
        rows.append((attack.__name__, Outcome("", "that it can be played", f"{reason} ({where})"[:300], False)))
        tell(rows[-1])
    return rows


COLUMNS = (("held", 8), ("attack", 26), ("tried", 40), ("expected", 28), ("came", 40))


def tell(row):
    """Prints a row of the table."""
    name, outcome = row
    words = ("held" if outcome.held else "NOT HELD", name.replace("_", " "), outcome.tried, outcome.expected,
        outcome.came)
    cells = [textwrap.wrap(word, width) or [""] for word, (_, width) in zip(words, COLUMNS)]
    for line in itertools.zip_longest(*cells, fillvalue=""):
        print("  ".join(word.ljust(width) for word, (_, width) in zip(line, COLUMNS)).rstrip())
    print(flush=True)


if __name__ == "__main__":
    sys.exit(main())
