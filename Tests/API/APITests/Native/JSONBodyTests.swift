import Basics
import Contracts
import HTTP
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The fields of a body")
struct JSONBodyTests {
  private enum Color: String, CaseIterable { case red, blue }

  private let name = BodyField<String>("name", .text(1...5), "A name.", isRequired: true)
  private let note = BodyField<String?>("note", ValueKind.text(0...5).orNull, "A note.")
  private let count = BodyField<Int>("count", .integer(0...9), "A count.")
  private let color = BodyField<Color>("color", .enumeration(), "A color.")
  private let photos = BodyField<[PhotoName]>("photos", .list(of: .photo(), maxCount: 2), "Photos.")
  private let post = BodyField<PostID>("post", .identifier(), "A post.")
  private let booth = BodyField<BoothID>("booth", .booth(), "A booth.")

  private var fields: [any DescribedField] { [name, note, count, color, photos, post, booth] }

  private func body(_ json: String, isStrict: Bool = true) throws(DomainError) -> JSONBody {
    try JSONBody(Array(json.utf8), knowing: fields, isStrict: isStrict)
  }

  private func domainError<Value>(_ json: String, _ read: (JSONBody) throws(DomainError) -> Value) -> String {
    do throws(DomainError) {
      return "read as \(try read(try body(json)))"
    } catch {
      return "\(error.code) \(error.field ?? "-")"
    }
  }

  @Test("Values of every kind are read")
  func values() throws {
    let photo = String(repeating: "0a", count: 32) + ".jpg"
    let body = try body(
      #"{"name":"n","note":null,"count":3.0,"color":"blue","photos":["\#(photo)"],"post":"0199c0ffee0123456789abcd","#
        + #""booth":7}"#)
    #expect(try body.required(name) == "n")
    #expect(try body.value(note) == nil && body.has(note))
    #expect(try body.value(count) == 3)
    #expect(try body.value(color) == .blue)
    #expect(try body.value(photos)?.map(\.description) == [photo])
    #expect(try body.value(post)?.description == "0199c0ffee0123456789abcd")
    #expect(try body.value(booth) == BoothID(7))
  }

  @Test("An absent field is nil, unless it is required")
  func absent() throws {
    #expect(try body("{}").value(count) == nil)
    #expect(try !body("{}").has(count))
    #expect(domainError("{}") { body throws(DomainError) in try body.required(name) } == "field-missing name")
  }

  @Test(
    "An invalid text is refused by its field",
    arguments: [
      #""name":null"#, #""name":1"#, #""name":"""#, #""name":["n"]"#, #""name":{}"#, #""name":true"#,
    ])
  func wrongText(_ member: String) {
    #expect(domainError("{\(member)}") { body throws(DomainError) in try body.required(name) } == "field-invalid name")
  }

  @Test("A value of another type is refused")
  func wrongValues() {
    for json in [#""3""#, "3.5", "null", "1e30", "true", "[3]"] {
      #expect(
        domainError(#"{"count":\#(json)}"#) { body throws(DomainError) in try body.value(count) }
          == "field-invalid count")
    }
    for json in [#""green""#, "1", "null", #""Red""#] {
      #expect(
        domainError(#"{"color":\#(json)}"#) { body throws(DomainError) in try body.value(color) }
          == "field-invalid color")
    }
    for json in [#""0199C0FFEE0123456789ABCD""#, "7", #""""#] {
      #expect(
        domainError(#"{"post":\#(json)}"#) { body throws(DomainError) in try body.value(post) } == "field-invalid post")
    }
    for json in ["0", "-1", "1.5", #""1""#] {
      #expect(
        domainError(#"{"booth":\#(json)}"#) { body throws(DomainError) in try body.value(booth) }
          == "field-invalid booth")
    }
    #expect(
      domainError(#"{"photos":"x"}"#) { body throws(DomainError) in try body.value(photos) } == "field-invalid photos")
    #expect(
      domainError(#"{"photos":["../etc/passwd"]}"#) { body throws(DomainError) in try body.value(photos) }
        == "field-invalid photos[0]")
  }

  @Test("Unknown fields are refused by name, or without a name that is unsafe to quote")
  func unknown() {
    #expect(domainError(#"{"nam":1}"#) { body in body.has(name) } == "field-unknown nam")
    #expect(domainError(#"{"<b>":1}"#) { body in body.has(name) } == "field-unknown -")
    #expect(domainError("[]") { body in body.has(name) } == "body-not-object -")
    #expect(domainError("") { body in body.has(name) } == "json-malformed -")
  }

  @Test("In a lenient contract unknown fields are ignored, and null counts as absent")
  func lenient() throws {
    let body = try body(#"{"name":null,"other":1,"count":2}"#, isStrict: false)
    #expect(!body.has(name))
    #expect(try body.value(name) == nil)
    #expect(try body.value(count) == 2)
  }
}

@Suite("A body is never read beyond its limit")
struct WholeBodyTests {
  /// A body in chunks, and how many of them were read.
  private final class Chunks: Sendable {
    let stream: AsyncThrowingStream<[UInt8], any Error>

    init(_ chunks: [[UInt8]], failure: BodyFailure? = nil) {
      stream = AsyncThrowingStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish(throwing: failure)
      }
    }
  }

  private func domainError(_ body: RequestBody, maxCount limit: Int) async -> String {
    do {
      return "\(try await body.whole(maxCount: limit).count) bytes"
    } catch let domainError as DomainError {
      return "\(domainError.kind) \(domainError.code) \(domainError.field ?? "-")"
    } catch {
      return "\(error)"
    }
  }

  private let large = Array(#"{"kind":"pose","text":"\#(String(repeating: "가", count: 100_000))"}"#.utf8)

  @Test("A body within the limit is read completely, in one piece or in many")
  func fits() async {
    #expect(await domainError(.none, maxCount: 10) == "0 bytes")
    #expect(await domainError(.bytes([1, 2, 3]), maxCount: 3) == "3 bytes")
    #expect(await domainError(.stream(Chunks([[1], [2, 3]]).stream), maxCount: 3) == "3 bytes")
  }

  @Test("A body above the limit is refused with the field at which the limit lies")
  func tooLarge() async {
    #expect(await domainError(.bytes(large), maxCount: 65_536) == "tooLarge body-too-large text")
    let chunks = stride(from: 0, to: large.count, by: 1000).map { Array(large[$0..<min($0 + 1000, large.count)]) }
    #expect(await domainError(.stream(Chunks(chunks).stream), maxCount: 65_536) == "tooLarge body-too-large text")
    #expect(
      await domainError(.bytes([UInt8](repeating: 0x5B, count: 100)), maxCount: 50) == "tooLarge body-too-large -")
  }

  @Test("A client that disconnects is no internal error")
  func broken() async {
    #expect(await domainError(.stream(Chunks([[1]], failure: .clientGone).stream), maxCount: 3) == "clientGone")
    #expect(DomainError(.clientGone).code == "body-incomplete" && DomainError(.tooLarge).kind == .tooLarge)
  }
}
