#!/usr/bin/env python3
"""Draws the icons of the web app from the shapes of `icon.svg`, into Sources/API/Web/Files/icons.

Browsers draw the SVG themselves; home screens, old browsers and messengers want pictures of fixed sizes. Maskable icons
are cut to any shape by the device: their strip stays within the middle, on a ground that fills the square.
"""

import pathlib
import struct
import zlib

ICONS = pathlib.Path(__file__).resolve().parents[2] / "Sources/API/Web/Files/icons"

PINK, WHITE, PAPER = (0xC2, 0x25, 0x5C), (255, 255, 255), (0xFF, 0xFA, 0xF5)
# Left, top, width, height, radius and colour, in units of the 64 × 64 drawing.
STRIP = (14, 3, 36, 58, 7)
FRAMES = [(20, 9 + 12 * number, 24, 10, 2) for number in range(4)]
SAMPLES = 4


def covers(shape, x, y):
    left, top, width, height, radius = shape
    across = max(left + radius - x, x - (left + width - radius), 0)
    down = max(top + radius - y, y - (top + height - radius), 0)
    return across * across + down * down <= radius * radius and left <= x <= left + width and top <= y <= top + height


def colour(x, y, ground, strip, frame):
    if any(covers(shape, x, y) for shape in FRAMES):
        return frame
    return strip if covers(STRIP, x, y) else ground


def drawing(size, scale=1.0, ground=None, strip=PINK, frame=WHITE):
    """Rows of RGBA; `scale` shrinks the drawing towards the middle."""
    step = 64 / (size * SAMPLES)
    for row in range(size):
        line = bytearray()
        for column in range(size):
            total, alpha = [0, 0, 0], 0
            for sample in range(SAMPLES * SAMPLES):
                x = (column * SAMPLES + sample % SAMPLES + 0.5) * step
                y = (row * SAMPLES + sample // SAMPLES + 0.5) * step
                found = colour((x - 32) / scale + 32, (y - 32) / scale + 32, ground, strip, frame)
                if found:
                    total = [one + other for one, other in zip(total, found)]
                    alpha += 1
            line += bytes([part // alpha if alpha else 0 for part in total] + [alpha * 255 // SAMPLES ** 2])
        yield bytes(line)


def png(size, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def ico(size, picture):
    """An icon file with one PNG."""
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, size, size, 0, 0, 1, 32, len(picture), 22) + picture


def main():
    ICONS.mkdir(exist_ok=True)
    for size in (192, 512):
        (ICONS / f"icon-{size}.png").write_bytes(png(size, drawing(size)))
        maskable = drawing(size, scale=0.68, ground=PINK, strip=WHITE, frame=PINK)
        (ICONS / f"maskable-{size}.png").write_bytes(png(size, maskable))
    (ICONS / "touch-180.png").write_bytes(png(180, drawing(180, scale=0.82, ground=PAPER)))
    (ICONS / "favicon.ico").write_bytes(ico(32, png(32, drawing(32))))


if __name__ == "__main__":
    main()
