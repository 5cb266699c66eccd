import Basics
import Foundation
import HTTP
import Support
import Testing
import Workload

/// A body like that of our own forms: texts, an empty text, files, an empty file.
private let sample = form([
  (#"form-data; name="content""#, "#부스추천 여기 어때?\r\n둘째 줄"),
  (#"form-data; name="content1""#, ""),
  (#"form-data; name="files"; filename="test.png""#, "\r\n--\r\n--almost\r\n\r\n\u{0}\u{1}\n--b\r-"),
  (#"form-data; name="files"; filename="empty.jpg""#, ""),
  (#"form-data; name="content""#, "again"),
])

/// A multipart body of the given parts with the boundary `b`.
private func form(_ parts: [(disposition: String, content: String)], lineBreak: String = "\r\n") -> String {
  parts.map {
    "--b\(lineBreak)Content-Disposition: \($0.disposition)\(lineBreak)\(lineBreak)\($0.content)\(lineBreak)"
  }.joined() + "--b--\(lineBreak)"
}

/// The received fields, with the contents of files.
private struct Received: Equatable {
  var texts: [String] = []
  var files: [String] = []
}

/// A directory for received files.
private struct UploadEndpoint {
  let directory = try? ScratchDirectory()
  var path: String { directory?.url.path ?? "/nowhere" }
  var limits = FormLimits(maxFileBytes: 1000, maxFiles: 3, maxTextBytes: 100, maxTexts: 4)

  var left: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? ["unreadable"] }

  func receive(
    _ chunks: [[UInt8]], type: String = "multipart/form-data; boundary=b", failing failure: (any Error)? = nil
  ) async throws -> Received {
    let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish(throwing: failure)
    }
    let request = Request(method: .post, path: "/", headers: Headers([("Content-Type", type)]), body: .stream(stream))
    let received = try await receiveForm(request, limits: limits, into: path)
    var seen = Received(texts: received.texts.map { "\($0.name)=\($0.value)" })
    for file in received.files {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
      #expect(bytes.count == file.size)
      seen.files.append("\(file.field)=\(String(decoding: bytes, as: UTF8.self))")
      try FileManager.default.removeItem(atPath: file.path)
    }
    return seen
  }

  func receive(_ body: String, type: String = "multipart/form-data; boundary=b") async throws -> Received {
    try await receive([Array(body.utf8)], type: type)
  }

  /// Kind, code and field of the error. Checks that no file is left.
  func domainError(_ body: String, type: String = "multipart/form-data; boundary=b") async throws -> String {
    do {
      return "received \(try await receive(body, type: type))"
    } catch let domainError as DomainError {
      #expect(left.isEmpty)
      return "\(domainError.kind) \(domainError.code) \(domainError.field ?? "-")"
    }
  }
}

@Suite("Receiving forms")
struct FormTests {
  private let upload = UploadEndpoint()

  @Test("Texts are kept in memory in order and files in the directory, and both may be empty or repeated")
  func takesAForm() async throws {
    let received = try await upload.receive(sample)
    #expect(received.texts == ["content=#부스추천 여기 어때?\r\n둘째 줄", "content1=", "content=again"])
    #expect(received.files == ["files=\r\n--\r\n--almost\r\n\r\n\u{0}\u{1}\n--b\r-", "files="])
  }

  @Test("A body may be cut at any byte")
  func anySplit() async throws {
    let bytes = Array(sample.utf8)
    let expected = try await upload.receive([bytes])
    for truncated in 0...bytes.count {
      #expect(try await upload.receive([Array(bytes[..<truncated]), Array(bytes[truncated...])]) == expected)
    }
    #expect(try await upload.receive(bytes.map { [$0] }) == expected)
  }

  @Test("A damaged body is received or refused, and a refusal leaves nothing behind")
  func anyDamage() async throws {
    var numbers = SeededNumbers(seed: 11)
    let whole = try await upload.receive(sample)
    for _ in 0..<400 {
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let coordinate = Int.random(in: bytes.indices, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: bytes.remove(at: coordinate)
        case 1: bytes[coordinate] = UInt8.random(in: 0...255, using: &numbers)
        default: bytes.insert(contentsOf: bytes[0..<Int.random(in: 0...40, using: &numbers)], at: coordinate)
        }
      }
      do {
        _ = try await upload.receive([bytes])
      } catch let domainError as DomainError {
        #expect(!domainError.code.isEmpty)
      }
      #expect(upload.left.isEmpty)
    }
    #expect(try await upload.receive(sample) == whole)
  }

  @Test("Lines may end with LF alone, and then a CR LF belongs to the content")
  func bareLineFeeds() async throws {
    let body = form(
      [(#"form-data; name="a""#, "x\r\n--b\r\n"), (#"form-data; name="f"; filename="g""#, "y")], lineBreak: "\n")
    #expect(
      try await upload.receive(body.replacingOccurrences(of: "x\r\n--b\r\n", with: "x\r"))
        == Received(texts: ["a=x\r"], files: ["f=y"]))
  }

  @Test("Bytes before the first boundary and behind the last are ignored")
  func preambleAndEpilogue() async throws {
    let body = "Some words --b\r\nx--b\r\n\r\n\(sample)and more\r\n--b\r\n"
    #expect(try await upload.receive(body) == upload.receive(sample))
    #expect(try await upload.receive("--b--") == Received())
  }

  @Test(
    "Blanks after a boundary, parts without content and unknown headers are accepted"
  )
  func odditiesOfParts() async throws {
    let body =
      "--b  \t\r\ncontent-type: text/plain\r\nX: y\r\nCONTENT-DISPOSITION:form-data;NAME=a\r\n\r\n1\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"e\"\r\n\r\n--b\r\n"
      + "Content-Disposition: form-data; name=\"c\"\r\nContent-Disposition: form-data; name=\"d\"; filename=\"d\"\r\n\r\n3\r\n--b--"
    #expect(try await upload.receive(body).texts == ["a=1", "e=", "c=3"])
  }

  @Test(
    "A file name may hold anything, and only makes its part a file",
    arguments: [
      #""x"y.png""#, #""""#, #"test"#, #""C:\temp\""#, "\"여기 어때? #부스추천\n\n둘째 줄.png\"",
      "\"line\r\n\r\nline.png\"", #""a\"b.png""#, #""x"; name="other""#, "\"--b\"", "\"x\u{7}\"",
      "\"x\"\nContent-Disposition: form-data; name=\"other\"",
    ])
  func fileNames(_ name: String) async throws {
    let body = form([("form-data; name=\"files\"; filename=\(name)", "bytes"), (#"form-data; name="t""#, "text")])
    #expect(try await upload.receive(body) == Received(texts: ["t=text"], files: ["files=bytes"]))
  }

  @Test("A file name in the extended notation makes a file, also before the field's name")
  func otherFileNames() async throws {
    let body = form([
      ("form-data; name=a; filename*=UTF-8''%EC%97%AC.png", "1"), (#"form-data; filename="x;y"; name="b""#, "2"),
      (#"form-data ; name = "c" ; filename"#, "3"),
    ])
    #expect(try await upload.receive(body).files == ["a=1", "b=2", "c=3"])
  }

  @Test(
    "A content type that is no form with a boundary is rejected",
    arguments: [
      "application/json", "", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=b",
      "multipart/form-data; boundary=b; boundary=c", "multipart/form-data; boundary=\"b \"",
      "multipart/form-data; boundary=\(String(repeating: "b", count: 71))", "multipart/form-data; boundary=부스",
    ])
  func noForm(_ type: String) async throws {
    #expect(try await upload.domainError(sample, type: type) == "invalid form-expected -")
  }

  @Test(
    "A boundary is read in every spelling",
    arguments: [
      "multipart/form-data; boundary=b", "Multipart/Form-Data;BOUNDARY=\"b\"",
      "multipart/form-data; charset=utf-8; boundary=b",
      "multipart/form-data ; boundary = b ;",
    ])
  func boundaries(_ type: String) async throws {
    #expect(try await upload.receive(sample, type: type).files.count == 2)
  }

  @Test("A boundary may have odd characters and the full length")
  func longBoundary() async throws {
    for boundary in [String(repeating: "-", count: 70), "'()+_,./:=? b"] {
      let body = sample.replacingOccurrences(of: "--almost", with: "").replacingOccurrences(of: "\n--b\r-", with: "")
        .replacingOccurrences(of: "--b", with: "--\(boundary)")
      #expect(try await upload.receive(body, type: "multipart/form-data; boundary=\"\(boundary)\"").files.count == 2)
    }
  }

  @Test(
    "A truncated form and a body that is no form are malformed",
    arguments: [
      "", "nothing", "--b", "--b\r\n", "--bx\r\n", "--b-\r\n", String(sample.dropLast(4)),
      "--b\r\n\r\nno head\r\n--b--\r\n", "--b\r\nX: y\r\n\r\n1\r\n--b--\r\n",
      form([("form-data", "1")]), form([(#"form-data; name="""#, "1")]), form([(#"attachment; name="a""#, "1")]),
      form([("form-data; name=\"a\u{7}\"", "1")]),
    ])
  func malformed(_ body: String) async throws {
    #expect(try await upload.domainError(body) == "invalid form-malformed -")
  }

  @Test("An endless line is malformed once it exceeds the limit of a part's header")
  func endless() async throws {
    let head = "--b\r\nContent-Disposition: form-data; name=\"a"
    let x = { (unit: String) in String(repeating: unit, count: 9000) }
    #expect(try await upload.domainError("--b " + x(" ")) == "invalid form-malformed -")
    #expect(try await upload.domainError(head + x("n") + "\"\r\n\r\n1\r\n--b--") == "invalid form-malformed -")
    #expect(try await upload.domainError(head + "\"; filename=\"" + x("\r\n\r\n")) == "invalid form-malformed -")
  }

  @Test("A field name that is not UTF-8 is malformed, and such a text is rejected with its field")
  func notUTF8() async throws {
    let head = Array("--b\r\nContent-Disposition: form-data; name=\"".utf8)
    let end = Array("\r\n--b--".utf8)
    let failure = await #expect(throws: DomainError.self) {
      try await upload.receive([head + [0xFF] + Array("\"\r\n\r\n1".utf8) + end])
    }
    #expect(failure?.code == "form-malformed")
    let second = await #expect(throws: DomainError.self) {
      try await upload.receive([head + Array("a\"\r\n\r\n".utf8) + [0xC3, 0x28] + end])
    }
    #expect(second?.code == "text-not-utf8" && second?.field == "a")
  }

  @Test("More than a hundred combining marks in a row are rejected in texts and field names")
  func marks() async throws {
    var upload = self.upload
    upload.limits.maxTextBytes = 65_536
    let run = String(repeating: "\u{301}", count: 100)
    let (name, text) = (#"form-data; name="a\#(run)""#, #"form-data; name="t""#)
    #expect(try await upload.receive(form([(name, ""), (text, run)])).texts == ["a\(run)=", "t=\(run)"])
    #expect(try await upload.domainError(form([(text, run + "\u{316}")])) == "invalid text-invalid t")
    #expect(
      try await upload.domainError(form([(text, String(repeating: "\u{301}\u{316}", count: 15_000))]))
        == "invalid text-invalid t")
    let long = #"form-data; name="a\#(run)\#("\u{316}")""#
    #expect(try await upload.domainError(form([(long, "")])) == "invalid form-malformed -")
  }

  @Test("A file name with thousands of empty lines is one name, also when it arrives byte by byte")
  func emptyLinesInFileName() async throws {
    for lineBreak in ["\r\n", "\n"] {
      let lines = String(repeating: lineBreak, count: 3000)
      let body = form(
        [("form-data; name=\"files\"; filename=\"\(lines)x\"", "bytes"), (#"form-data; name="t""#, "text")],
        lineBreak: lineBreak)
      let expected = Received(texts: ["t=text"], files: ["files=bytes"])
      #expect(try await upload.receive(body) == expected)
      #expect(try await upload.receive(body.utf8.map { [$0] }) == expected)
      let open = String(body.prefix { $0 != "x" })
      #expect(try await upload.domainError(open) == "invalid form-malformed -")
      #expect(try await upload.domainError(open + String(repeating: lineBreak, count: 3000)).hasSuffix("malformed -"))
    }
  }

  @Test("Any number of empty parameters is skipped")
  func emptyParameters() async throws {
    let semicolons = String(repeating: ";", count: 8000)
    #expect(try await upload.receive(form([("form-data\(semicolons)name=\"t\"", "text")])).texts == ["t=text"])
    #expect(
      try await upload.receive(form([("form-data; name=t", "1")]), type: "multipart/form-data\(semicolons)boundary=b")
        .texts == ["t=1"])
  }

  @Test("Files, texts and counts above a limit are rejected with their name, and those at the limit are accepted")
  func limits() async throws {
    let file = #"form-data; name="f"; filename="x""#
    let text = #"form-data; name="t""#
    let x = { String(repeating: "x", count: $0) }
    #expect(try await upload.receive(form([(file, x(1000)), (text, x(100))])).files.count == 1)
    #expect(try await upload.domainError(form([(file, "1"), (file, x(1001))])) == "tooLarge file-too-large f")
    #expect(try await upload.domainError(form([(file, "1"), (text, x(101))])) == "tooLarge text-too-large t")
    #expect(try await upload.receive(form(.init(repeating: (file, "1"), count: 3))).files.count == 3)
    #expect(
      try await upload.domainError(form(.init(repeating: (file, "1"), count: 4))) == "invalid form-too-many-files f")
    #expect(try await upload.receive(form(.init(repeating: (text, "1"), count: 4))).texts.count == 4)
    #expect(
      try await upload.domainError(form(.init(repeating: (text, "1"), count: 5))) == "invalid form-too-many-texts t")
  }

  @Test("A client that disconnects in the middle leaves no file behind")
  func clientGone() async throws {
    let body = Array(sample.utf8)
    for truncated in stride(from: 0, to: body.count, by: 9) {
      await #expect(throws: BodyFailure.clientGone) {
        try await upload.receive([Array(body[..<truncated])], failing: BodyFailure.clientGone)
      }
      #expect(upload.left.isEmpty)
    }
  }

  @Test("Files are readable by this user alone")
  func permissions() async throws {
    let request = Request(
      method: .post, path: "/", headers: Headers([("Content-Type", "multipart/form-data; boundary=b")]),
      body: .bytes(Array(sample.utf8)))
    let received = try await receiveForm(request, limits: upload.limits, into: upload.path)
    for file in received.files {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    #expect(received["content"] == "#부스추천 여기 어때?\r\n둘째 줄" && received["nothing"] == nil)
  }

  @Test("A directory that cannot be written to has its own error")
  func missingDirectory() async throws {
    let request = Request(
      method: .post, path: "/", headers: Headers([("Content-Type", "multipart/form-data; boundary=b")]),
      body: .bytes(Array(sample.utf8)))
    let failure = await #expect(throws: DomainError.self) {
      try await receiveForm(request, limits: upload.limits, into: upload.path + "/missing")
    }
    #expect(failure?.kind == .unavailable && failure?.code == "upload-unwritable")
  }
}
