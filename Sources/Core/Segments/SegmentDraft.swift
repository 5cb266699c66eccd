package import Basics
import Glibc

/// The sections of a segment before it is a file.
package struct SegmentDraft {
  private var parts: [(section: SegmentSection, pieces: [PackedArray<UInt8>])] = []
  private var prefix = ""

  package init() {}

  /// Adds the sections of a part, whose names begin with `prefix`.
  package mutating func add(part prefix: String, _ body: (inout SegmentDraft) -> Void) {
    let before = self.prefix
    self.prefix += prefix + "."
    body(&self)
    self.prefix = before
  }

  /// Adds a section. The name, with those of its parts, is unique and has at most 40 bytes.
  package mutating func add<Element>(_ name: String, _ elements: PackedArray<Element>) {
    add(name, pieces: [elements])
  }

  /// Adds a section whose elements lie in several arrays.
  package mutating func add<Element>(_ name: String, pieces: [PackedArray<Element>]) {
    precondition((prefix + name).utf8.count <= SegmentHeader.maxNameLength, "The name of a section is too long.")
    let count = pieces.reduce(0) { $0 + $1.count }
    let section = SegmentSection(name: prefix + name, stride: MemoryLayout<Element>.stride, count: count)
    parts.append((section, pieces.map(\.bytes)))
  }

  /// Writes the segment, perhaps over an older one: readers find the old or the new one, also after a crash.
  ///
  /// The draft beside it has the process's number, so that two processes do not meet. Complexity: O(bytes).
  package func write(_ origin: SegmentOrigin, to path: String) throws(FileFault) {
    let draft = "\(path).\(getpid()).part"
    var header = SegmentHeader(origin: origin, sections: parts.map(\.section))
    for index in parts.indices {
      header.sections[index].digest = SegmentDigest.of { update in
        for piece in parts[index].pieces { piece.withUnsafeBytes { update($0) } }
      }
    }
    header.layOut()
    unlink(draft)
    do throws(FileFault) {
      try write(header, to: draft)
      try replaceFile(path, withFile: draft)
      try syncDirectory(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
    } catch {
      unlink(draft)
      throw error
    }
  }

  private func write(_ header: SegmentHeader, to path: String) throws(FileFault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFault(path) }
    defer { close(descriptor) }
    // The gaps between sections are holes, and the whole length is there before the rename.
    guard ftruncate(descriptor, off_t(header.fileSize)) == 0 else { throw FileFault(path) }
    guard writeAll(header.bytes[...], to: descriptor) else { throw FileFault(path) }
    for (part, section) in zip(parts, header.sections) {
      guard lseek(descriptor, off_t(section.offset), SEEK_SET) >= 0 else { throw FileFault(path) }
      guard Self.write(part.pieces, to: descriptor) else { throw FileFault(path) }
    }
    guard fsync(descriptor) == 0 else { throw FileFault(path) }
  }

  /// Writes pieces one after the other, small ones together. False if that fails.
  private static func write(_ pieces: [PackedArray<UInt8>], to descriptor: Int32) -> Bool {
    var gathered: [UInt8] = []
    gathered.reserveCapacity(1 << 20)
    for piece in pieces {
      if gathered.count + piece.count > 1 << 20 {
        guard writeAll(gathered[...], to: descriptor) else { return false }
        gathered.removeAll(keepingCapacity: true)
      }
      if piece.count > 1 << 16 {
        guard gathered.isEmpty || writeAll(gathered[...], to: descriptor) else { return false }
        gathered.removeAll(keepingCapacity: true)
        guard piece.withUnsafeBytes({ writeAll($0, to: descriptor) }) else { return false }
      } else {
        piece.withUnsafeBytes { gathered.append(contentsOf: $0) }
      }
    }
    return writeAll(gathered[...], to: descriptor)
  }
}

extension PackedArray {
  fileprivate var bytes: PackedArray<UInt8> {
    PackedArray<UInt8>(
      base: UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self), count: byteCount, owner: owner)
  }
}
