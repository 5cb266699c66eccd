"""Writes the public holidays of countries other than Korea, whose rules are in PublicHolidays.swift.

    pip install holidays==0.109
    python3 make-holidays.py

The data are those of PyPI holidays (https://github.com/vacanza/holidays, MIT): what is a holiday in the whole country,
without those of single states, and without days that are worked although they are named. Dates that are announced year
by year (China's and Taiwan's adjusted days, lunar dates that depend on the sighting) are known for announced years
only.
"""

import pathlib

import holidays

SWIFT = pathlib.Path(__file__).resolve().parents[2] / "Sources/Domain/Booths/Hours/PublicHolidays+World.swift"
YEARS = range(2025, 2031)
# What the library calls a country, and the part of it whose holidays are meant where each has its own.
COUNTRIES = {"JP": None, "TW": None, "CN": None, "TH": None, "VN": None, "US": None, "GB": "ENG", "FR": None,
    "DE": None}


def days(country, part, year):
    found = holidays.country_holidays(country, subdiv=part, years=year)
    return [f"{day:%m%d}" for day in sorted(found) if day.year == year]


def main():
    head = f"Written by Data/scripts/make-holidays.py from PyPI holidays {holidays.__version__} (MIT)"
    table = {country: {year: " ".join(days(country, part, year)) for year in YEARS}
        for country, part in COUNTRIES.items()}
    text = f"// {head}.\n\nextension PublicHolidays {{\n"
    text += f"  /// The public holidays of {YEARS[0]} to {YEARS[-1]} as months and days, by country.\n"
    text += "  static let world: [String: [Int: String]] = [\n"
    for country, years in table.items():
        text += f'    "{country}": [\n'
        for year, list in years.items():
            rows = [list[start:start + 100] for start in range(0, len(list), 100)]
            text += f"      {year}:\n        " + "\n        + ".join(f'"{row}"' for row in rows) + ",\n"
        text += "    ],\n"
    SWIFT.write_text(text + "  ]\n}\n")


main()
