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
    return b"II*\0" + struct.pack("<IH", 8, 1) + struct.pack("<HHII", 0x013B, 2, len(text), 26) + struct.pack("<I",
        0) + text


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


def box(kind, content):
    return struct.pack(">I", len(content) + 8) + kind + content


def heic(items, references=(), primary=1, configuration=b"\1" * 22 + b"\0", further=b""):
    """A HEIC file of items, each (number, type, data); references are (type, from, to). All have one configuration."""
    def meta(start):
        entries = b"".join(box(b"infe", struct.pack(">IHH", 2 << 24, number, 0) + kind + b"\0")
            for number, kind, _ in items)
        links = b"".join(box(kind, struct.pack(f">HH{len(to)}H", source, len(to), *to))
            for kind, source, to in references)
        container = box(b"ipco", box(b"ispe", struct.pack(">III", 0, 64, 64)) + box(b"hvcC", configuration))
        joined = b"".join(struct.pack(">HBBB", number, 2, 1, 0x82) for number, _, _ in items)
        places, offset = b"", start
        for number, _, data in items:
            places += struct.pack(">HHHII", number, 0, 1, offset, len(data))
            offset += len(data)
        return box(b"meta", b"\0" * 4 + box(b"hdlr", b"\0" * 8 + b"pict" + b"\0" * 13)
                   + box(b"pitm", struct.pack(">IH", 0, primary))
                   + box(b"iinf", struct.pack(">IH", 0, len(items)) + entries)
                   + box(b"iref", b"\0" * 4 + links)
                   + box(b"iprp", container + box(b"ipma", struct.pack(">II", 0, len(items)) + joined))
                   + box(b"iloc", struct.pack(">IBBH", 0, 0x44, 0, len(items)) + places) + further)
    start = box(b"ftyp", b"heic\0\0\0\0heicmif1")
    return start + meta(len(start) + len(meta(0)) + 8) + box(b"mdat", b"".join(data for _, _, data in items))


def animation(side, frames):
    """A small GIF of many large frames."""
    frame = b"\x2c\0\0\0\0\1\0\1\0\x80\0\0\0\xff\xff\xff\2\2\x44\1\0"
    return b"GIF89a" + struct.pack("<HH", side, side) + b"\0\0\0" + frame * frames + b"\x3b"


def hostile(numbers):
    """A picture against its decoder."""
    grid = b"\0\0\0\0" + struct.pack(">HH", 64, 64)
    chain = range(1, 400)
    kind = numbers.randrange(10)
    if kind == 0:
        long = b"\0\0\0\1free" + numbers.choice([b"\x80" + b"\0" * 7, b"\xff" * 8, b"\0" * 8, b"\0" * 7 + b"\x0f"])
        return numbers.choice([box(b"ftyp", b"heicheic") + long, heic([(1, b"hvc1", b"")], further=long)])
    if kind == 1:
        derived = numbers.choice([b"iden", b"iovl", b"grid"])
        return heic([(1, derived, grid), (2, derived, grid)], [(b"dimg", 1, [2]), (b"dimg", 2, [1])])
    if kind == 2:
        return heic([(n, b"iden", b"") for n in chain], [(b"dimg", n, [n + 1]) for n in chain])
    if kind == 3:
        return heic([(1, b"iovl", b"\0" * 20), (2, b"hvc1", b"\0\0\0\1\x28")], [(b"dimg", 1, [2] * 400)])
    if kind == 4:
        return heic([(1, b"av01", numbers.randbytes(200))])
    if kind == 5:
        return heic([(1, b"hvc1", b"\0\0\0\4\x42\1\2\3" + numbers.randbytes(40))])
    if kind == 6:
        return animation(20_000, 2) if numbers.random() < 0.5 else png(zlib.compress(b"\0" * 1000), 20_000, 20_000)
    # A good one with some bytes changed.
    _, make = numbers.choice(list(MARKED.values()))
    picture = bytearray(make(b"marker"))
    for _ in range(numbers.randint(1, 8)):
        picture[numbers.randrange(len(picture))] = numbers.randrange(256)
    return bytes(picture[:numbers.choice([len(picture), numbers.randrange(1, len(picture))])])
