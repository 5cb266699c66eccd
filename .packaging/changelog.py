"""Prints CHANGELOG.md in the form of Debian's change logs; the first argument is the version that must be the
newest."""

import datetime
import email.utils
import os
import re
import sys
import textwrap

VERSION = sys.argv[1]
HEADING = re.compile(r"^## (\S+) – (\d{4}-\d\d-\d\d)$", re.M)
PARTS = HEADING.split(open("CHANGELOG.md", encoding="utf-8").read())
MAINTAINER = os.environ["MAINTAINER"]

if len(PARTS) < 4 or PARTS[1] != VERSION:
    sys.exit(f"CHANGELOG.md has no heading '## {VERSION} – DATE' above the older versions; add it before packing.")
for version, date, text in zip(PARTS[1::3], PARTS[2::3], PARTS[3::3]):
    print(f"fourcuts ({version}) stable; urgency=medium\n")
    for item in re.findall(r"^- (.*(?:\n  .*)*)", text, re.M):
        print(textwrap.fill(" ".join(item.split()), 78, initial_indent="  * ", subsequent_indent="    "))
    instant = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.timezone.utc)
    print(f"\n -- {MAINTAINER}  {email.utils.format_datetime(instant)}\n")
