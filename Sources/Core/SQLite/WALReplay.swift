import Basics
import Glibc

/// Writes frames of a log into a database file, as SQLite's checkpoint does. Nobody may have the file open, and it has no
/// log.
package struct WALReplay: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Writes frames, after each of them was compared with its checksum. The file is a database if the last one ends a
  /// commit.
  /// - Throws: `DomainError` `log-damaged` (conflict) before anything is written; `FileFault`.
  package func apply(_ frames: WALFrames) throws {
    let start = frames.start
    // Which of the two orders the log has is not known here; the frames have the checksums of one.
    let isIntact = [false, true].contains { bigEndian in
      WALFormat.end(of: frames.bytes, after: start, bigEndian: bigEndian) == frames.end
    }
    guard isIntact, let pages = Self.pages(frames) else {
      throw DomainError(.conflict, "log-damaged", "The frames behind \(start.frame) of the log are damaged.")
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(path) }
    defer { close(descriptor) }
    for page in pages { try write(page, of: frames, to: descriptor) }
  }

  private struct Page {
    /// The first is 1.
    let number: Int
    /// The size of the database in pages if the frame ends a commit; otherwise 0.
    let databaseSize: Int
    /// The offset of its content in the frames.
    let offset: Int
  }

  private static func pages(_ frames: WALFrames) -> [Page]? {
    let size = frames.start.frameSize
    return frames.bytes.withUnsafeBytes { bytes in
      let pages = stride(from: 0, to: bytes.count, by: size).map { offset in
        Page(
          number: Int(WALFormat.word(bytes, offset)), databaseSize: Int(WALFormat.word(bytes, offset + 4)),
          offset: offset + WALFormat.frameHeaderSize)
      }
      return pages.allSatisfy { $0.number > 0 } ? pages : nil
    }
  }

  private func write(_ page: Page, of frames: WALFrames, to descriptor: Int32) throws {
    let size = frames.start.pageSize
    let isWritten = frames.bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < size {
        let offset = off_t((page.number - 1) * size + done)
        let written = pwrite(descriptor, bytes.baseAddress! + page.offset + done, size - done, offset)
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { return false }
        done += written
      }
      return true
    }
    guard isWritten, page.databaseSize == 0 || ftruncate(descriptor, off_t(page.databaseSize * size)) == 0 else {
      throw FileFault(path)
    }
  }
}
