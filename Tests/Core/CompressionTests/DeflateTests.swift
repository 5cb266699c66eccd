import Compression
import Support
import Testing

@Suite("Compression")
struct DeflateTests {
  @Test("Compressed bytes expand to the original, and damaged bytes or another size do not expand")
  func roundTrip() throws {
    let text = [UInt8](repeating: 7, count: 100_000) + (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    let compressed = try #require(Deflate.compressed(text))
    #expect(compressed.count < 2000)
    #expect(Deflate.expanded(compressed, count: text.count) == text)
    for count in [0, text.count - 1, text.count + 1] { #expect(Deflate.expanded(compressed, count: count) == nil) }
    #expect(Deflate.expanded(Array(compressed.dropLast()), count: text.count) == nil)
    #expect(Deflate.expanded(compressed + [0], count: text.count) == nil)
    // In the checksum; elsewhere some bits mean nothing.
    var changed = compressed
    changed[changed.count - 1] ^= 1
    #expect(Deflate.expanded(changed, count: text.count) == nil)
  }

  @Test("Bytes that would not get smaller are not compressed", arguments: [[], [1], [1, 2, 3]] as [[UInt8]])
  func incompressible(bytes: [UInt8]) { #expect(Deflate.compressed(bytes) == nil) }
}
