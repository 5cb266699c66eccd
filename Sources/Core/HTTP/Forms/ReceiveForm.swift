import Basics
import Glibc

/// Streams a `multipart/form-data` body: texts into memory, files into new files of a directory. The files have
/// random names and are readable by this user only.
///
/// Memory is bounded by the limits of the texts plus one chunk. The caller must remove the received files; after an
/// error there are none. Complexity: O(bytes).
///
/// The parser is our own: Debian has no maintained C library that parses this format incrementally.
/// - Throws: `DomainError` `form-expected`, `form-malformed`, `form-too-many-files`, `form-too-many-texts`,
///   `text-not-utf8`, `text-invalid` (invalid), `file-too-large`, `text-too-large` (tooLarge), `upload-unwritable`
///   (unavailable), each with the name of the part as its field; and the errors of reading the body (`BodyFailure`).
package func receiveForm(_ request: Request, limits: FormLimits, into directory: String) async throws -> ReceivedForm {
  guard let boundary = FormBoundary.read(from: request.headers) else { throw DomainError.formExpected }
  var parser = MultipartParser(boundary: boundary)
  var sink = FormSink(limits, directory)
  switch request.body {
  case .none: break
  case .bytes(let bytes): try parser.feed(bytes) { event throws in try sink.handle(event) }
  case .stream(let chunks):
    for try await chunk in chunks {
      try parser.feed(chunk) { event throws in try sink.handle(event) }
    }
  }
  try parser.finish()
  return sink.keep()
}

enum FormBoundary {
  /// The boundary, 1 to 70 characters; nil when the type is not `multipart/form-data`, or there are several types.
  static func read(from headers: Headers) -> [UInt8]? {
    let types = headers.values(of: "Content-Type")
    guard types.count == 1 else { return nil }
    var reader = ParameterReader(Array(types[0].utf8)[...])
    guard reader.token().map({ matches($0, "multipart/form-data") }) == true else { return nil }
    var boundary: [UInt8]?
    while let (name, value) = reader.parameter() {
      guard matches(name, "boundary") else { continue }
      guard boundary == nil else { return nil }
      boundary = Array(value)
    }
    guard let boundary, (1...70).contains(boundary.count), boundary.last != 0x20,
      boundary.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return boundary
  }

  private static func matches(_ bytes: ArraySlice<UInt8>, _ lowercase: String) -> Bool {
    bytes.elementsEqual(lowercase.utf8) { lowered($0) == $1 }
  }
}

extension DomainError {
  static let formExpected = DomainError(
    .invalid, "form-expected", "Send a form: 'Content-Type: multipart/form-data' with a boundary of 1 to 70 characters."
  )

  static func formMalformed(_ what: String) -> DomainError {
    DomainError(.invalid, "form-malformed", "The form cannot be read: \(what).")
  }

  static func tooManyFiles(_ maxCount: Int, _ field: String) -> DomainError {
    DomainError(.invalid, "form-too-many-files", "Send at most \(maxCount) files at once.", field: field)
  }

  static func fileTooLarge(_ maxBytes: Int, _ field: String) -> DomainError {
    DomainError(.tooLarge, "file-too-large", "A file may have at most \(maxBytes) bytes.", field: field)
  }

  static func tooManyTexts(_ maxCount: Int, _ field: String) -> DomainError {
    DomainError(.invalid, "form-too-many-texts", "Send at most \(maxCount) texts at once.", field: field)
  }

  static func textTooLarge(_ maxBytes: Int, _ field: String) -> DomainError {
    DomainError(.tooLarge, "text-too-large", "A text of the form may have at most \(maxBytes) bytes.", field: field)
  }

  static func textNotUTF8(_ field: String) -> DomainError {
    DomainError(.invalid, "text-not-utf8", "Write the texts of the form in UTF-8.", field: field)
  }

  /// A file cannot be created or written; the reason is `errno`.
  static func uploadUnwritable(_ path: String) -> DomainError {
    let reason = String(cString: strerror(errno))
    return DomainError(
      .unavailable, "upload-unwritable",
      "The upload cannot be kept now: the disk is full or its folder cannot be written.",
      condition: ServiceCondition(
        .uploads, "The upload \(path) cannot be written (\(reason)): check the folder's rights and its room."))
  }
}
