"""Small pictures by hand, each with the marker in every place where its format keeps what is no picture."""

import struct
import zlib


def png(rows, width, height, chunks=(), level=6):
    """A PNG of RGB rows, with more chunks behind its header."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    more = b"".join(chunk(kind, data) for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + header + more + chunk(b"IDAT", zlib.compress(rows, level)) + chunk(b"IEND", b"")


def noise(random, width, height):
    """A PNG that no compression makes smaller."""
    rows = b"".join(b"\0" + random.randbytes(3 * width) for _ in range(height))
    return png(rows, width, height, level=0)


def exif(marker):
    """A TIFF with one entry, the artist."""
    text = marker + b"\0"
    return b"II*\0" + struct.pack("<IH", 8, 1) + struct.pack("<HHII", 0x013B, 2, len(text), 26) + struct.pack("<I", 0) + text


def xmp(marker):
    return (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>' + marker
            + b"</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>")


def marked_png(marker):
    rows = (b"\0" + b"\xc2\x25\x5c" * 16) * 16
    return png(rows, 16, 16, [
        (b"tEXt", b"Author\0" + marker), (b"zTXt", b"Comment\0\0" + zlib.compress(marker)),
        (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp(marker)), (b"eXIf", exif(marker))])


def marked_jpeg(marker):
    """Grey, 16 by 16: each of four blocks is a difference of 0 and an end, one bit each."""
    def segment(kind, data):
        return b"\xff" + bytes([kind]) + struct.pack(">H", len(data) + 2) + data
    one_code = b"\1" + b"\0" * 15 + b"\0"
    iptc = b"\x1c\x02\x50" + struct.pack(">H", len(marker)) + marker
    resource = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(iptc)) + iptc + b"\0" * (len(iptc) % 2)
    return (b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + segment(0xE1, b"Exif\0\0" + exif(marker))
            + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp(marker))
            + segment(0xED, b"Photoshop 3.0\0" + resource) + segment(0xFE, marker)
            + segment(0xDB, b"\0" + b"\1" * 64) + segment(0xC0, struct.pack(">BHHBBBB", 8, 16, 16, 1, 1, 0x11, 0))
            + segment(0xC4, b"\0" + one_code) + segment(0xC4, b"\x10" + one_code) + segment(0xDA, b"\1\1\0\0\x3f\0")
            + b"\x00" + b"\xff\xd9")


def marked_gif(marker):
    def blocks(data):
        return b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255)) + b"\0"
    frame = b"\x2c\0\0\0\0\1\0\1\0\0\2\2\x44\1\0"
    return (b"GIF89a\1\0\1\0\x80\0\0\xff\xff\xff\0\0\0" + b"\x21\xfe" + blocks(marker)
            + b"\x21\xff\x0bXMP DataXMP" + blocks(xmp(marker)) + frame + b"\x3b")


# One pixel, without loss.
PIXEL = bytes.fromhex("2f00000010071011118888fe07")


def webp(chunks, flags):
    def chunk(kind, data):
        return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    extended = chunk(b"VP8X", bytes([flags, 0, 0, 0]) + b"\0" * 6)
    body = b"WEBP" + extended + b"".join(chunk(kind, data) for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def marked_webp(marker):
    return webp([(b"VP8L", PIXEL), (b"EXIF", exif(marker)), (b"XMP ", xmp(marker))], 0x0C)


def marked_animation(marker):
    frame = b"\0" * 12 + struct.pack("<I", 100)[:3] + b"\0"
    picture = b"VP8L" + struct.pack("<I", len(PIXEL)) + PIXEL + b"\0" * (len(PIXEL) % 2)
    return webp([(b"ANIM", b"\xff\xff\xff\xff\0\0"), (b"ANMF", frame + picture), (b"ANMF", frame + picture),
                 (b"EXIF", exif(marker)), (b"XMP ", xmp(marker))], 0x0E)


MARKED = {
    "PNG": ("image/png", marked_png), "JPEG": ("image/jpeg", marked_jpeg), "GIF": ("image/gif", marked_gif),
    "WebP": ("image/webp", marked_webp), "animated WebP": ("image/webp", marked_animation),
}
