"""Measures streets from a file: reading and drawing tiles, bytes of a view at each zoom level, and frames while
panning.

    FOURCUTS=.build/release/fourcuts python street_figures.py [LATITUDE,LONGITUDE [FILE.mbtiles]] [--tile FILE.mvt]

The processor is slowed down to a quarter by the browser. Panning is over one tile, the densest of the tests or the one
given, which fills all of the view and of what comes into it. Bytes are those at a place, on a phone.
"""

import argparse
import base64
import contextlib
import gzip
import json
import pathlib
import sqlite3
import statistics
import tempfile

from service import Browser, Service
from test_streets import LAYERS, TILES

SLOWER = 4
# Frames that take longer are seen.
MAX_MS = 32

TIMES = """
  const [done, [text, schema]] = [arguments[arguments.length - 1], arguments];
  (async () => {
    const { tree } = document.documentElement.dataset;
    const { modules } = await import(`${tree}/core/modules.js`);
    const load = async (name) => modules[`views/map/${name}.js`] ?? await import(`${tree}/views/map/${name}.js`);
    const [{ readTile }, { ArchivePainter }, { classified, wantedLayers }] = await Promise.all(
      ['vector-tile', 'archive-painter', 'archive-schemas'].map(load));
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
    const colors = Object.fromEntries(
      ['land', 'sea', 'green', 'building', 'minor', 'primary'].map((name) => [name, '#888']));
    const [reading, drawing] = [[], []];
    for (let round = 0; round < 20; round += 1) {
      const start = performance.now();
      const tile = classified(schema, readTile(bytes, wantedLayers(schema)));
      const read = performance.now();
      const painter = new ArchivePainter({ template: '', schema, minZoom: 14, maxZoom: 14 });
      painter.tile = async () => tile;
      const canvas = new OffscreenCanvas(512, 512);
      await painter.draw({ square: { zoom: 14, x: 1, y: 1 }, mapZoom: 15, size: 512, ratio: 1, colors }, canvas);
      canvas.getContext('2d').getImageData(0, 0, 1, 1);
      reading.push(read - start);
      drawing.push(performance.now() - read);
    }
    return { reading, drawing };
  })().then(done, (failure) => done({ failure: `${failure}` }));
"""

FRAMES = """
  window.frames_ = [];
  let last = performance.now();
  const next = (now) => { window.frames_.push(now - last); last = now; window.counting && requestAnimationFrame(next);
  };
  window.counting = true;
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(next); });
"""


def archive(path, tiles, schema):
    """Writes an archive of tiles by zoom level, column and row."""
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        INSERT INTO metadata VALUES ('format', 'pbf'), ('attribution', '© OpenStreetMap contributors');""")
    layers = json.dumps({"vector_layers": [{"id": name, "fields": {}} for name in LAYERS[schema]]})
    database.execute("INSERT INTO metadata VALUES ('json', ?)", [layers])
    database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [
        (zoom, column, 2 ** zoom - 1 - row, tile) for (zoom, column, row), tile in tiles.items()])
    database.commit()
    database.close()


def spread(values):
    ordered = sorted(values)
    return f"p50 {statistics.median(ordered):.0f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.0f} ms"


def times(address, raw, schema):
    browser = Browser()
    try:
        browser.get(address)
        browser.until(lambda: browser.all(".leaflet-base-pane .leaflet-tile-loaded"), "the map")
        browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return browser.execute_async_script(TIMES, base64.b64encode(raw).decode(), schema)
    finally:
        browser.quit()


def pan(browser):
    """Drags the map to and fro, and returns the times of frames."""
    def mouse(kind, x, y):
        browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 1 if kind != "mouseReleased" else 0,
            "clickCount": 1})
    browser.execute_script(FRAMES)
    for turn in range(4):
        mouse("mousePressed", 900, 500)
        for step in range(40):
            mouse("mouseMoved", 900 - step * 12 * (1 if turn % 2 == 0 else -0.5), 500 - step * 6)
        mouse("mouseReleased", 420, 260)
        browser.execute_async_script("setTimeout(arguments[0], 800)")
    return browser.execute_script("window.counting = false; return window.frames_;")


def frames(raw, schema, zoom):
    """The times of frames over a tile that is everywhere; without a tile, over the base map alone."""
    middle = (14, 8800, 5373)
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "dense.mbtiles")
        if raw:
            around = [(14, middle[1] + x, middle[2] + y) for x in range(-6, 7) for y in range(-6, 7)]
            archive(path, dict.fromkeys(around, gzip.compress(raw)), schema)
        service = Service(options=["--tiles", path] if raw else [])
        browser = Browser(width=1280, height=800)
        try:
            browser.get(service.address(f"/?at=52.5200,13.3700,{zoom}"))
            browser.until(lambda: browser.all(".base-tile[data-archive]" if raw
                else ".leaflet-base-pane .leaflet-tile-loaded"))
            browser.execute_async_script("requestIdleCallback(() => setTimeout(arguments[0], 1000))")
            browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            return pan(browser)
        finally:
            browser.quit()
            service.end()


# Tiles are asked for by a worker, whose traffic the browser does not tell: the service worker stores them.
STORED = """
  const done = arguments[arguments.length - 1];
  caches.open('map-tiles').then((cache) => cache.keys())
    .then((keys) => done(keys.map(({ url }) => new URL(url).pathname.split('/').slice(2).map(Number))));"""


def stored_bytes(path, address):
    """The size of a tile in a file, as it is sent."""
    zoom, column, row = address
    with contextlib.closing(sqlite3.connect(path)) as database:
        query = "SELECT length(tile_data) FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
        return database.execute(query, [zoom, column, 2 ** zoom - 1 - row]).fetchone()[0]


def view_bytes(path, at):
    service = Service(options=["--tiles", path] if path else [])
    try:
        for zoom in range(11, 19):
            browser = Browser(width=390, height=844)
            try:
                browser.get(service.address(f"/?at={at},{zoom}"))
                browser.until(lambda: browser.all(".leaflet-base-pane .leaflet-tile-loaded"), "the map")
                browser.execute_async_script("requestIdleCallback(() => setTimeout(arguments[0], 1500))")
                base = sum(size for url, size in browser.traffic() if "/map/base/" in url)
                tiles = []
                if path:
                    browser.until(lambda: browser.execute_script(
                        "return navigator.serviceWorker.controller?.state") == "activated")
                    browser.refresh()
                    browser.until(lambda: browser.all(".base-tile[data-archive]"), "streets")
                    browser.execute_async_script("requestIdleCallback(() => setTimeout(arguments[0], 1500))")
                    tiles = browser.execute_async_script(STORED)
                print(f"zoom {zoom}: {base:,} bytes of the base map, "
                    f"{sum(stored_bytes(path, tile) for tile in tiles):,} of "
                      f"{len(tiles)} tiles of the file")
            finally:
                browser.quit()
    finally:
        service.end()


def main():
    parser = argparse.ArgumentParser(description="Measure streets from a file.")
    parser.add_argument("at", nargs="?")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--tile", help="a dense tile in the Shortbread schema")
    options = parser.parse_args()
    tiles = {path.name: (path.name.split("-")[0], gzip.decompress(path.read_bytes()))
        for path in sorted(TILES.glob("*.mvt.gz"))}
    if options.tile:
        tiles["given"] = ("shortbread", pathlib.Path(options.tile).read_bytes())
    service = Service()
    try:
        for name, (schema, raw) in tiles.items():
            found = times(service.address(), raw, schema)
            if "failure" in found:
                raise SystemExit(found["failure"])
            print(f"{name}, {len(raw):,} bytes: reading {spread(found['reading'])}; drawing {spread(found['drawing'])}")
    finally:
        service.end()
    schema, raw = tiles.get("given") or max(tiles.values(), key=lambda tile: len(tile[1]))
    for zoom in [15, 16, 17]:
        for name, tile in [("the densest tile", raw), ("the base map alone", None)]:
            found = frames(tile, schema, zoom)
            short = sum(1 for ms in found if ms < MAX_MS) / len(found)
            print(f"panning over {name} at zoom {zoom}: {short:.1%} of {len(found)} frames below {MAX_MS} ms, "
                  f"longest {max(found):.0f} ms")
    if options.at:
        view_bytes(options.file, options.at)


if __name__ == "__main__":
    main()
