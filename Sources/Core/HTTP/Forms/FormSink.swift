import Basics
import Glibc

/// Stores the parts of a form as they arrive. Its deinit removes the files unless `keep` was called.
struct FormSink: ~Copyable {
  private let limits: FormLimits
  private let directory: String
  private var form = ReceivedForm()
  private var isKept = false
  private var part: PartHead?
  private var text: [UInt8] = []
  private var size = 0
  private var descriptor: Int32 = -1

  init(_ limits: FormLimits, _ directory: String) {
    self.limits = limits
    self.directory = directory
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isKept { for file in form.files { unlink(file.path) } }
  }

  /// The whole form; the caller now owns its files.
  consuming func keep() -> ReceivedForm {
    isKept = true
    return form
  }

  mutating func handle(_ event: MultipartParser.Event) throws(DomainError) {
    switch event {
    case .partBegins(let head): try begin(head)
    case .content(let bytes): try add(bytes)
    case .partEnds: try end()
    }
  }

  private mutating func begin(_ head: PartHead) throws(DomainError) {
    part = head
    size = 0
    text = []
    if head.isFile {
      guard form.files.count < limits.maxFiles else { throw .tooManyFiles(limits.maxFiles, head.name) }
      try openFile(for: head.name)
    } else {
      guard form.texts.count < limits.maxTexts else { throw .tooManyTexts(limits.maxTexts, head.name) }
    }
  }

  /// Records the file at once, so that it is removed on any later error.
  private mutating func openFile(for field: String) throws(DomainError) {
    var random = SystemRandomNumberGenerator()
    let name = String(random.next(), radix: 36) + String(random.next(), radix: 36)
    let path = "\(directory)/\(name).part"
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .uploadUnwritable(path) }
    form.files.append(ReceivedForm.File(field: field, path: path, size: 0))
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) throws(DomainError) {
    guard let part else { return }
    size += bytes.count
    if part.isFile {
      guard size <= limits.maxFileBytes else { throw .fileTooLarge(limits.maxFileBytes, part.name) }
      try write(bytes)
    } else {
      guard size <= limits.maxTextBytes else { throw .textTooLarge(limits.maxTextBytes, part.name) }
      text += bytes
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(DomainError) {
    guard writeAll(bytes, to: descriptor) else { throw .uploadUnwritable(form.files.last?.path ?? directory) }
  }

  private mutating func end() throws(DomainError) {
    guard let part else { return }
    self.part = nil
    if part.isFile {
      close(descriptor)
      descriptor = -1
      let file = form.files.removeLast()
      form.files.append(ReceivedForm.File(field: file.field, path: file.path, size: size))
    } else {
      guard let value = String(validating: text, as: UTF8.self) else { throw .textNotUTF8(part.name) }
      if CombiningMarks.areTooMany(in: value) { throw .tooManyMarks(field: part.name) }
      form.texts.append((name: part.name, value: value))
    }
  }
}
