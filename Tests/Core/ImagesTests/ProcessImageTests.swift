import CVips
import Support
import Testing

@testable import Images

private let widths = [320, 960]

/// All output files of an image.
private func outputs(_ image: ProcessedImage) -> [[UInt8]] { [image.full.bytes] + image.smaller.map(\.bytes) }

private func isNear(_ left: [Int], _ right: [Int], _ distance: Int = 14) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= distance }
}

@Suite("Images are written anew", .serialized)
struct ProcessImageTests {
  @Test("Each format is written as itself, those of cameras as JPEG, with the same pixels")
  func formats() throws {
    let expected: [(ImageFormat, [UInt8])] = [
      (.jpeg, Sample.jpeg), (.png, Sample.png), (.gif, Sample.gif), (.webp, Sample.webp), (.jpeg, Sample.heic),
    ]
    for (format, bytes) in expected {
      let image = try processImage(bytes, widths: widths)
      #expect(image.full.format == format && image.full.width == 64 && image.full.height == 48)
      let shown = try DecodedImage(image.full)
      #expect(shown.width == 64 && shown.height == 48 && shown.bands == 3)
      #expect(isNear(shown.color(0, 0), [0, 0, 60], 25))
      #expect(isNear(shown.color(63, 0), [255, 0, 60], 25))
      #expect(isNear(shown.color(0, 47), [0, 255, 60], 25))
    }
  }

  @Test("Smaller forms have the requested width and are never larger than the image")
  func smallerForms() throws {
    let large = try processImage(Sample.image(1200, 30).encoded("pngsave_buffer"), widths: widths)
    #expect(large.smaller.map(\.width) == [320, 960] && large.smaller.map(\.height) == [8, 24])
    #expect(large.smaller.allSatisfy { $0.format == .jpeg })
    let middle = try processImage(Sample.image(500, 700).encoded("jpegsave_buffer"), widths: widths)
    #expect(middle.smaller.map(\.width) == [320, 500] && middle.smaller.map(\.height) == [448, 700])
    let small = try processImage(Sample.image(1, 1).encoded("pngsave_buffer"), widths: widths)
    #expect(small.full.width == 1 && small.smaller.map(\.width) == [1, 1])
  }

  @Test("Transparency is kept, and smaller forms without it are JPEG")
  func transparency() throws {
    let png = try processImage(Sample.image(400, 40, bands: 4).encoded("pngsave_buffer"), widths: widths)
    #expect(png.smaller.map(\.format) == [.png, .png])
    #expect(isNear(try DecodedImage(png.full).color(0, 0), [0, 0, 60, 128]))
    let webp = try processImage(Sample.image(400, 40, bands: 4).encoded("webpsave_buffer"), widths: widths)
    #expect(webp.full.format == .webp && webp.smaller.map(\.format) == [.webp, .webp])
    var opaque = [UInt8](repeating: 0, count: 40 * 40 * 4)
    for index in stride(from: 3, to: opaque.count, by: 4) { opaque[index] = 255 }
    let screen = try processImage(Canvas(opaque, 40, 40, 4).encoded("pngsave_buffer"), widths: widths)
    #expect(screen.full.format == .png && screen.smaller.map(\.format) == [.jpeg, .jpeg])
  }

  @Test("Animations keep their frames and times; their smaller forms show the first frame", arguments: ["GIF", "WebP"])
  func animations(_ name: String) throws {
    let (file, format) = name == "GIF" ? (Sample.film, ImageFormat.gif) : (Sample.webpFilm, .webp)
    let image = try processImage(file, widths: widths)
    #expect(image.full.format == format && image.full.width == 20 && image.full.height == 16)
    #expect(image.smaller.map(\.height) == [16, 16])
    let shown = try DecodedImage(image.full.bytes, format, allFrames: true)
    #expect(shown.height == 48)
    #expect(isNear(Array(shown.color(0, 47).prefix(3)), [0, 255, 60], 40))
    #expect(try Container(image.full.bytes, format).frames == 3)
    #expect(delays(of: image.full.bytes, format) == [50, 120, 70])
  }

  private func delays(of bytes: [UInt8], _ format: ImageFormat) -> [Int32] {
    bytes.withUnsafeBytes { bytes in
      (try? Picture(bytes, format, allFrames: true))?.withImage { image in
        var delays: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        guard vips_image_get_array_int(UnsafeMutablePointer(image), "delay", &delays, &count) == 0 else { return [] }
        return Array(UnsafeBufferPointer(start: delays, count: Int(count)))
      } ?? []
    }
  }

  @Test("A photo is turned as the camera was held", arguments: 1...8)
  func orientation(_ value: Int) throws {
    let file = Sample.jpeg.withSegment(0xE1, Array("Exif\0\0".utf8) + exif(orientation: UInt8(value)))
    let image = try processImage(file, widths: widths)
    let isTurned = value >= 5
    #expect(image.full.width == (isTurned ? 48 : 64) && image.full.height == (isTurned ? 64 : 48))
    #expect(image.smaller.allSatisfy { $0.width == image.full.width })
    // The expected position of the file's first pixel, which is black.
    let (right, bottom) = (image.full.width - 1, image.full.height - 1)
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0), (right, 0), (right, bottom), (0, bottom)]
    let (x, y) = corners[value - 1]
    for form in [image.full] + image.smaller { #expect(isNear(try DecodedImage(form).color(x, y), [0, 0, 60], 25)) }
  }

  @Test("A PNG is turned like other photos")
  func orientedPNG() throws {
    let image = try processImage(Sample.png.withChunks(pngChunk("eXIf", exif(orientation: 6))), widths: widths)
    #expect(image.full.width == 48 && image.full.height == 64)
  }

  @Test("All metadata is removed, such as position, camera, texts and profile")
  func metadata() throws {
    let coordinate = Array("Exif\0\0".utf8) + exif(orientation: 6)
    let adobe = "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>GPSLatitude 37,30.42N</x:xmpmeta>"
    let jpeg = Sample.jpeg.withSegment(0xE1, coordinate).withSegment(0xE1, Array(adobe.utf8))
      .withSegment(0xED, Array("Photoshop 3.0\0secret".utf8)).withSegment(0xFE, Array("secret".utf8))
      .withSegment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}secret".utf8))
    let texts =
      pngChunk("tEXt", Array("Comment\0secret".utf8))
      + pngChunk("zTXt", Array("Raw\0\0".utf8) + packed(Array("secret".utf8)))
      + pngChunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0secret".utf8)) + pngChunk("eXIf", exif(orientation: 1))
      + pngChunk("tIME", [7, 230, 1, 2, 3, 4, 5])
    var gif = Sample.gif
    gif.insert(contentsOf: [0x21, 0xFE, 6] + Array("secret".utf8) + [0], at: gif.count - 1)
    let webp = [Sample.webp, Sample.webpFilm, Sample.veiledWebP].map { $0.withWebPMetadata("secret") }
    var film = Sample.film
    film.insert(contentsOf: [0x21, 0xFE, 6] + Array("secret".utf8) + [0], at: film.count - 1)
    let xmp = Array("http://ns.adobe.com/xap/1.0/ secret".utf8)
    film.insert(
      contentsOf: [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [UInt8(xmp.count)] + xmp + [0], at: 13 + 768)
    for file in [jpeg, Sample.png.withChunks(texts), gif, film] + webp {
      #expect(file.holds("secret"))
      for bytes in outputs(try processImage(file, widths: widths)) {
        for word in [
          "Exif", "eXIf", "http://ns.adobe.com", "GPS", "Ny9", "secret", "ICC", "Photoshop", "tEXt", "xmp", "EXIF",
          "XMP",
        ] {
          #expect(!bytes.holds(word), "\(word)")
        }
      }
    }
  }

  @Test("Metadata in WebP files is removed without a change of pixels, and other files are unchanged")
  func cleaning() throws {
    for file in [Sample.webp, Sample.webpFilm, Sample.veiledWebP] {
      let written = try #require(withoutWebPMetadata(file.withWebPMetadata("secret")))
      #expect(!written.holds("secret") && !written.holds("ICCP") && !written.holds("EXIF") && !written.holds("XMP "))
      #expect(withoutWebPMetadata(written) == nil)
      let (before, after) = (
        try DecodedImage(file, .webp, allFrames: true), try DecodedImage(written, .webp, allFrames: true)
      )
      #expect(before.pixels == after.pixels && before.bands == after.bands)
      // Truncated files: the parser must not read beyond the end.
      for count in stride(from: 0, to: written.count, by: 7) { _ = withoutWebPMetadata(Array(written[..<count])) }
    }
    for file in [Sample.jpeg, Sample.png, Sample.gif, []] { #expect(withoutWebPMetadata(file) == nil) }
  }

  @Test("Bytes appended to an image are removed", arguments: ["PK\u{3}\u{4}secret", "<script>secret()</script>"])
  func polyglots(_ tail: String) throws {
    for (_, file) in Sample.all.filter({ $0.name != "HEIC" }) {
      for bytes in outputs(try processImage(file + Array(tail.utf8), widths: widths)) {
        #expect(!bytes.holds("secret") && !bytes.holds("PK\u{3}\u{4}"))
      }
    }
    #expect(throws: ImageFault.unreadable) { try processImage(Sample.heic + Array(tail.utf8), widths: widths) }
  }

  @Test("Files of other types that begin like an image are rejected")
  func pretenders() {
    for text in ["GIF89a=1;/*", "GIF89a/*" + String(repeating: "x", count: 900) + "*/=1;alert(1)", "RIFF1234WEBPVP8 "] {
      #expect(throws: ImageFault.unreadable) { try processImage(Array(text.utf8), widths: widths) }
    }
    #expect(throws: ImageFault.unreadable) { try processImage([0xFF, 0xD8, 0xFF], widths: widths) }
    for text in [
      "", "x", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "%PDF-1.4", "P6 1 1 255 abc", "II*\0", "<html>",
    ] {
      #expect(throws: ImageFault.unknownFormat) { try processImage(Array(text.utf8), widths: widths) }
    }
    let film = bigEndian(20, 4) + Array("ftypisom\0\0\0\0mp41".utf8)
    #expect(throws: ImageFault.unknownFormat) { try processImage(film, widths: widths) }
    #expect(throws: ImageFault.unknownFormat) { try processImage(Sample.avif, widths: widths) }
    var disguised = Sample.avif
    disguised.replaceSubrange(8..<12, with: Array("mif1".utf8))
    #expect(throws: ImageFault.unreadable) { try processImage(disguised, widths: widths) }
  }

  @Test("CMYK and 16-bit colours become ordinary ones")
  func otherColors() throws {
    let ink = try processImage(
      Canvas([UInt8](repeating: 0, count: 16 * 16 * 4), 16, 16, 4).inCMYK().encoded("jpegsave_buffer"), widths: widths)
    let white = try DecodedImage(ink.full)
    #expect(white.bands == 3 && isNear(white.color(8, 8), [255, 255, 255]))
    let deep: [UInt16] = (0..<256).flatMap { _ -> [UInt16] in [65_535, 32_896, 0, 65_535] }
    let image = try processImage(Canvas(deep: deep, 16, 16, 4).encoded("pngsave_buffer"), widths: widths)
    #expect(try DecodedImage(image.full).color(3, 3) == [255, 128, 0, 255])
    #expect(image.smaller.allSatisfy { $0.format == .jpeg })
    let grey = try processImage(Sample.image(30, 20, bands: 1).encoded("jpegsave_buffer"), widths: widths)
    #expect(isNear(try DecodedImage(grey.full).color(29, 0), [255, 255, 255]))
    let veiled = try processImage(Sample.image(30, 20, bands: 2).encoded("pngsave_buffer"), widths: widths)
    #expect(veiled.full.width == 30)
  }
}
