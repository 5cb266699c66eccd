import Foundation
import Testing

@testable import HTTP

@Suite("Messages that wait to be read from a WebSocket", .timeLimit(.minutes(1)))
struct MessagePipeTests {
  /// The resident memory of this process, in bytes.
  private var resident: Int {
    get throws {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
    }
  }

  @Test("The memory of messages that were read is freed while others wait")
  func lettingGo() async throws {
    let pipe = MessagePipe(capacity: 1_048_576) {}
    _ = pipe.push(.binary([]))
    let before = try resident
    var next: UInt8 = 0
    for number in 0..<40_000 {
      _ = pipe.push(.binary([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 8_192)))
      guard case .binary(let bytes)? = await pipe.next() else { break }
      if let first = bytes.first {
        #expect(first == next)
        next &+= 1
      }
    }
    // All messages would be 320 MB.
    #expect(try resident - before < 60_000_000)
    pipe.finish()
    #expect(await pipe.next() != nil)
    #expect(await pipe.next() == nil)
  }
}
