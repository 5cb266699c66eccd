import Basics
import Crypto
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Cursors are valid for their list only, and unchanged")
struct CursorTests {
  private let cursors = Cursors(MessageAuthenticator(key: [UInt8](repeating: 7, count: 32)))
  private let key = PageKey(instant: Timestamp(milliseconds: 1_763_600_000_123), id: "0199c0ffee0123456789abcd")

  @Test("A cursor is decoded to its key")
  func roundTrip() throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<500 {
      let key = PageKey(
        instant: Timestamp(milliseconds: Int64.random(in: .min ... .max, using: &numbers)),
        id: String(UInt64.random(in: .min ... .max, using: &numbers), radix: 16))
      #expect(try cursors.key(cursors.text(key, of: "a"), of: "a") == key)
    }
  }

  @Test("A cursor is URL-safe and reveals nothing of the list")
  func opaque() {
    let text = cursors.text(key, of: "liked:somebody")
    #expect(
      text.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2D || $0 == 0x5F
      })
    #expect(text.utf8.count == cursors.text(key, of: "a").utf8.count && text.utf8.count < 100)
  }

  @Test("A cursor of another list, or of another service, is refused")
  func otherList() {
    let text = cursors.text(key, of: "posts:all::*")
    for list in ["posts:all:", "", "posts:all::*x", "blocks:1"] {
      #expect(throws: DomainError.self) { try cursors.key(text, of: list) }
    }
    let others = Cursors(MessageAuthenticator(key: [UInt8](repeating: 8, count: 32)))
    #expect(throws: DomainError.self) { try others.key(text, of: "posts:all::*") }
  }

  @Test("The parts of two cursors cannot be exchanged")
  func parts() {
    let text = cursors.text(PageKey(instant: key.instant, id: "ab"), of: "c")
    #expect(throws: DomainError.self) { try cursors.key(text, of: "bc") }
    #expect(text != cursors.text(PageKey(instant: key.instant, id: "a"), of: "bc"))
  }

  @Test("A change of any character is refused")
  func tampered() {
    let text = cursors.text(key, of: "a")
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=. ")
    var numbers = SeededNumbers(seed: 6)
    var spoilt = text.indices.map { index in
      var changed = text
      changed.replaceSubrange(
        index...index, with: [alphabet.filter { $0 != text[index] }.randomElement(using: &numbers)!])
      return changed
    }
    spoilt += [
      "", "A", String(text.dropLast()), String(text.dropFirst()), text + "A", text + "=", " " + text, text.lowercased(),
      text + text, String(repeating: "A", count: 199), String(repeating: "A", count: 1_000_000), "\u{0}", "가나다",
    ]
    for cursor in spoilt where cursor != text {
      do throws(DomainError) {
        _ = try cursors.key(cursor, of: "a")
        Issue.record("taken: \(cursor.prefix(120))")
      } catch {
        #expect(error.code == "cursor-invalid" && error.field == "cursor" && error.kind == .invalid)
      }
    }
  }
}
