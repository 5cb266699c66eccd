"""Checks that a file is valid CycloneDX JSON, by the strict schema."""

import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

if error := JsonStrictValidator(SchemaVersion.V1_5).validate_str(pathlib.Path(sys.argv[1]).read_text()):
    sys.exit(f"{sys.argv[1]} is not valid: {error}")
