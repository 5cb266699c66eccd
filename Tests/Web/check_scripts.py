"""Checks how the scripts of the pages import each other, and whose styles they use; `make lint` runs it.

Every import names a file that exists, no file imports itself by way of others, and a folder imports only from the
folders below it (see `is_allowed`). `import('./x.js')` counts like `import … from './x.js'`; types in comments do
not.

The styles of a view are there only once it has been shown, and then for all views. So a class that a script gives must
not have its style in another view only.
"""

import pathlib
import re
import sys

FILES = pathlib.Path(__file__).resolve().parents[2] / "Sources/API/Web/Files"

# What the server adds to the files.
GENERATED = {"leaflet/leaflet.js"}

COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r"^(?:import|export)\b[^;'()]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)",
    re.MULTILINE)
STYLED = re.compile(r"\.([a-z][\w-]*)(?=[^{}]*\{)")
GIVEN = re.compile(r"\bclass: '([\w -]*)'")


def folder(name):
    """The part of the app that a file belongs to: `core`, `widgets`, `views/feed`; empty for the top folder."""
    parts = name.split("/")[:-1]
    return "/".join(parts[:2]) if parts[:1] == ["views"] else "/".join(parts[:1])


def is_allowed(importer, imported):
    """Views share code through `widgets` and `core` only; nothing imports the top folder, which starts the app."""
    lower = {"core": ["core"], "widgets": ["widgets", "core"]}.get(importer, [importer, "widgets", "core"])
    if imported == "leaflet":
        return importer == "views/map"
    return importer == "" or imported in lower


def imports(files):
    """The names that each script imports, as paths below `files`."""
    result = {}
    for file in sorted(files.rglob("*.js")):
        targets = ["".join(found) for found in IMPORT.findall(COMMENT.sub("", file.read_text()))]
        paths = [(file.parent / target).resolve() for target in targets]
        name = file.relative_to(files).as_posix()
        result[name] = [path.relative_to(files).as_posix() if path.is_relative_to(files) else str(path)
            for path in paths]
    return result


def circles(graph):
    """A circle for each import that closes one, as the names along it."""
    found, done = [], set()

    def visit(name, path):
        if name in path:
            found.append([*path[path.index(name):], name])
        elif name not in done:
            for target in graph.get(name, []):
                visit(target, [*path, name])
            done.add(name)

    for name in graph:
        visit(name, [])
    return found


def mistakes(graph):
    """What is wrong, one message each."""
    for name, targets in graph.items():
        for target in targets:
            if target not in graph and target not in GENERATED:
                yield f"{name} imports {target}, which does not exist"
            elif not is_allowed(folder(name), folder(target)):
                yield f"{name} must not import {target}: move what both need to widgets/ or core/"
    for circle in circles(graph):
        yield f"import circle: {' -> '.join(circle)}"


def classes(files, ending, pattern):
    """The folders of the files in which each class is named."""
    found = {}
    for file in sorted(files.rglob(f"*{ending}")):
        for names in pattern.findall(COMMENT.sub("", file.read_text())):
            for name in names.split():
                found.setdefault(name, set()).add(folder(file.relative_to(files).as_posix()))
    return found


def strange_styles(files):
    """The classes with a style in another view only, one message each."""
    styled, given = classes(files, ".css", STYLED), classes(files, ".js", GIVEN)
    for name, places in styled.items():
        if all(place.startswith("views/") for place in places):
            for user in given.get(name, set()) - places:
                yield f"{user} uses the class {name}, which {', '.join(sorted(places))} styles: rename or move it"


if __name__ == "__main__":
    messages = [*mistakes(imports(FILES.resolve())), *strange_styles(FILES.resolve())]
    print("\n".join(messages), end="\n" if messages else "")
    sys.exit(1 if messages else 0)
