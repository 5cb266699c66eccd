"""Checks that lines of JavaScript, CSS and Python have at most 120 characters; `make lint` runs it."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["Sources", "Tests", "Data", ".packaging"]

long = [
    f"{path.relative_to(ROOT)}:{number}: {len(line)} characters"
    for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.*")) if path.suffix in {".js", ".css", ".py"}
    for lines in [path.read_text().split("\n")] if "Written by Data/scripts" not in lines[0]
    for number, line in enumerate(lines, 1) if len(line) > 120]
print("\n".join(long), end="\n" if long else "")
sys.exit(1 if long else 0)
