import Crypto
import Testing
import Workload

@Suite("Encrypted streams")
struct SecretStreamTests {
  private let stream = SecretStream(key: [UInt8](0..<32))
  private static let frame = 65_536

  private func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

  @Test(
    "A text of any length is decrypted with its key and label only",
    arguments: [0, 1, frame - 1, frame, frame + 1, 3 * frame])
  func roundTrip(count: Int) {
    let closed = stream.encrypt(text(count), label: "a")
    #expect(stream.decrypt(closed, label: "a") == text(count))
    #expect(stream.decrypt(closed, label: "b") == nil)
    #expect(SecretStream(key: [UInt8](1...32)).decrypt(closed, label: "a") == nil)
    #expect(stream.encrypt(text(count), label: "a") != closed)
  }

  @Test("A truncated text is refused, also when it ends between frames")
  func truncated() {
    let closed = stream.encrypt(text(3 * Self.frame), label: "a")
    let sealed = Self.frame + 17
    for count in [0, 10, 24, 24 + 17, 24 + sealed, 24 + 2 * sealed, closed.count - 1] {
      #expect(stream.decrypt(Array(closed.prefix(count)), label: "a") == nil, "\(count)")
    }
    #expect(stream.decrypt(closed + [0], label: "a") == nil)
    #expect(stream.decrypt(closed + closed.dropFirst(24), label: "a") == nil)
  }

  @Test("A changed byte and frames in another order are refused")
  func changed() {
    let closed = stream.encrypt(text(3 * Self.frame), label: "a")
    for position in stride(from: 0, to: closed.count, by: 9973) {
      var changed = closed
      changed[position] ^= 1
      #expect(stream.decrypt(changed, label: "a") == nil)
    }
    let sealed = Self.frame + 17
    var exchanged = Array(closed.prefix(24))
    exchanged += closed[(24 + sealed)..<(24 + 2 * sealed)]
    exchanged += closed[24..<(24 + sealed)]
    exchanged += closed[(24 + 2 * sealed)...]
    #expect(exchanged.count == closed.count)
    #expect(stream.decrypt(exchanged, label: "a") == nil)
  }
}
