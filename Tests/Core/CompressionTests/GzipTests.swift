import Compression
import Glibc
import Testing

@Suite("Expanding gzip")
struct GzipTests {
  /// `printf 'four cuts four cuts' | gzip -n9`
  private static let member: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0xCB, 0x2F, 0x2D,
    0x52, 0x48, 0x2E, 0x2D, 0x29, 0x56, 0x48, 0x83, 0xB1, 0x00, 0xF6, 0x0E, 0x7C, 0xC3,
    0x13, 0x00, 0x00, 0x00,
  ]

  @Test("A gzip file expands to its bytes, up to a limit")
  func expands() {
    let text = Array("four cuts four cuts".utf8)
    #expect(Gzip.expanded(Self.member, maxCount: text.count) == text)
    #expect(Gzip.expanded(Self.member, maxCount: text.count - 1) == nil)
  }

  @Test("A gzip file of several members expands to all of their bytes")
  func pieces() throws {
    let (source, target) = (try #require(tmpfile()), try #require(tmpfile()))
    defer {
      fclose(source)
      fclose(target)
    }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    #expect(fwrite(bytes, 1, bytes.count, source) == bytes.count && fflush(source) == 0)
    #expect(Gzip.compress(file: fileno(source), to: fileno(target)))
    var compressed = [UInt8](repeating: 0, count: bytes.count)
    compressed.removeLast(compressed.count - pread(fileno(target), &compressed, compressed.count, 0))
    #expect(Gzip.expanded(compressed, maxCount: bytes.count) == bytes)
    #expect(Gzip.expanded(compressed, maxCount: bytes.count - 1) == nil)
  }

  @Test("A gzip file that is truncated, changed or followed by more is refused")
  func refuses() {
    for count in 0..<Self.member.count {
      #expect(Gzip.expanded(Array(Self.member.prefix(count)), maxCount: 1000) == nil)
    }
    #expect(Gzip.expanded(Self.member + [0], maxCount: 1000) == nil)
    var changed = Self.member
    changed[changed.count - 8] ^= 1
    #expect(Gzip.expanded(changed, maxCount: 1000) == nil)
  }
}
