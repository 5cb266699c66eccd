"""Compares opening hours on random values of the grammar with PyPI opening-hours-py, an independent implementation.

    pip install opening-hours-py==2.1.4
    python3 compare-opening-hours.py PROGRAM [VALUES] [SEED]

PROGRAM, "fourcuts-bench opening-hours", reads lines of a value, a tab and instants in seconds, and answers each with a
letter for each instant: o, c or u; or `refused`. Both use Korean clocks, without public holidays.

Where the two differ by intention, values are not made, or their instants do not count:
* A rule after `;` replaces earlier ones with the night that reaches into its day; `off` without times too. The peer
  keeps the night, and lays `off` above the other rules. The specification: "overwrites … earlier rules for the same
  days".
* `||` is asked for each minute at which the rules before it are closed. The peer asks it for whole days.
* After an open end (`18:00+`) the state is unknown, as opening_hours.js has it. The peer says open.
* A comment alone means unknown, as the specification has it. The peer says open.
* `May Sa[1] -4 days` is a day of May that is moved into it. The peer also has the day of April.
* School holidays are unknown. The peer says they never are.
"""

import datetime
import random
import subprocess
import sys
import zoneinfo

from opening_hours import OpeningHours

DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
SEOUL = zoneinfo.ZoneInfo("Asia/Seoul")


class Values:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def one_of(self, *makers):
        return self.chance.choice(makers)()

    def number(self, low, high):
        return self.chance.randint(low, high)

    def day(self):
        return self.chance.choice(DAYS)

    def month(self):
        return self.chance.choice(MONTHS)

    def offset(self):
        days = self.number(1, 9)
        return f" {self.chance.choice('+-')}{days} day{'' if days == 1 else 's'}"

    def date(self):
        point = f"{self.month()} {self.number(1, 28):02}"
        return self.chance.choice([point, point, "easter"])

    def dates(self):
        year = self.number(2025, 2028)
        return self.one_of(
            self.month, lambda: f"{self.month()}-{self.month()}", lambda: f"{self.month()},{self.month()}",
            lambda: f"{self.month()} {self.number(1, 28):02}", lambda: f"{self.date()}-{self.date()}",
            lambda: f"{self.month()} 05-{self.number(6, 28):02}",
            lambda: f"{year} {self.month()} {self.number(1, 28):02}",
            lambda: f"{year} {self.month()} 03-{year + self.number(1, 2)} {self.month()} 17",
            lambda: f"easter{self.offset()}", lambda: f"{self.month()} {self.number(1, 28):02}{self.offset()}")

    def weeks(self):
        first = self.number(1, 52)
        return "week " + self.chance.choice([f"{first:02}", f"{first:02}-{self.number(first, 53):02}",
                                              f"{min(first, 45):02}-{self.number(50, 53):02}/{self.number(2, 4)}"])

    def years(self):
        first = self.number(2025, 2028)
        return self.chance.choice([f"{first}-{first + 2}", f"{first}+", f"{first}-{first + 6}/2"])

    def wide(self):
        parts = []
        if self.chance.random() < 0.15:
            parts.append(self.years())
        if self.chance.random() < 0.5:
            parts.append(self.dates() if not parts
                else self.one_of(self.month, lambda: f"{self.month()}-{self.month()}"))
        if self.chance.random() < 0.2:
            parts.append(self.weeks())
        return parts

    def week(self):
        return self.chance.choice(["1", "2", "3", "4", "-1", "1,3", "2-4"])

    def days(self):
        return self.one_of(
            self.day, lambda: f"{self.day()}-{self.day()}", lambda: f"{self.day()},{self.day()}",
            lambda: f"{self.day()}[{self.week()}]", lambda: f"{self.day()}[{self.number(1, 4)}]{self.offset()}",
            lambda: f"{self.day()},{self.day()}[{self.week()}]")

    def times(self, nights):
        spans = []
        for _ in range(self.number(1, 2)):
            start = self.number(0, 95) * 15
            end = start + self.number(1, 60) * 15
            if not nights:
                start, end = min(start, 1380), min(end, 1440)
                end = end if end > start else 1440
            shown = end - 1440 if end > 1440 and self.chance.random() < 0.8 else end
            spans.append(f"{start // 60:02}:{start % 60:02}-{shown // 60:02}:{shown % 60:02}")
        return ",".join(spans)

    def rule(self, nights):
        parts = self.wide()
        # The peer reads `Jun,May Mo[1]` as all of June, and drops a step that is longer than its range.
        if self.chance.random() < 0.6 and not any("," in part for part in parts):
            days = self.days()
            parts.append(days if not parts or "day" not in days else self.day())
        parts.append(self.times(nights))
        return " ".join(parts) + self.chance.choice(["", "", "", " open", " unknown", ' unknown "ring"'])

    def value(self):
        # Nights only in one rule, or in rules that add: see above.
        count = self.number(1, 4)
        nights = count == 1 or self.chance.random() < 0.3
        text = self.rule(nights)
        for _ in range(count - 1):
            text += (", " if nights else self.chance.choice(["; ", ", "])) + self.rule(nights)
        if not nights and self.chance.random() < 0.2:
            text += f"; {self.chance.choice([self.dates, self.days])()} {self.times(False)} off"
        return text


def main():
    program, count, seed = sys.argv[1], int((sys.argv + ["2000"])[2]), int((sys.argv + ["", "", "1"])[-1] or 1)
    values = Values(seed)
    first = datetime.datetime(2025, 12, 1, tzinfo=SEOUL)
    cases = [(values.value(), [first + datetime.timedelta(minutes=values.number(0, 1200 * 1440)) for _ in range(500)])
             for _ in range(count)]
    lines = "".join(text + "\t" + " ".join(str(int(it.timestamp())) for it in instants) + "\n"
        for text, instants in cases)
    answers = subprocess.run(program.split(), input=lines, capture_output=True, text=True,
        check=True).stdout.splitlines()
    compared = differing = refused = 0
    for (text, instants), answer in zip(cases, answers, strict=True):
        try:
            peer = OpeningHours(text, timezone=SEOUL, auto_country=False)
        except Exception:
            refused += 1
            continue
        if answer == "refused" or answer.startswith("UNSTABLE"):
            differing += 1
            print(f"{answer}: {text}")
            continue
        states = [str(peer.state(it)[0] if isinstance(peer.state(it), tuple) else peer.state(it)) for it in instants]
        wrong = [(it, mine, state) for it, mine, state in zip(instants, answer, states)
                 if state.lower().removeprefix("state.")[0] != mine]
        compared += len(instants)
        differing += len(wrong)
        if wrong:
            it, mine, state = wrong[0]
            print(f"{text}\n  {it:%Y-%m-%d %H:%M %a}: {mine}, the peer says {state} ({len(wrong)} of {len(instants)})")
    print(f"{compared} states compared, {differing} differ; the peer refuses {refused} values.")
    sys.exit(1 if differing else 0)


main()
