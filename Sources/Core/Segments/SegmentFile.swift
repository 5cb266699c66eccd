import Basics
import Glibc

/// A segment file, mapped into memory: opening it reads its header only, whatever its size.
///
/// Safe to share (`@unchecked Sendable`): all state is set in `init`, and the mapping is read-only. A file that another
/// program shortens or overwrites while it is mapped is not guarded against; segments are replaced by renaming.
package final class SegmentFile: MemoryOwner, @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  private let descriptor: Int32
  private let sections: [String: SegmentSection]
  package let origin: SegmentOrigin

  /// Maps a file and checks its header: format, length, digest, and that all sections lie inside.
  /// - Throws: `SegmentFault`, also for a file that another `producer` wrote.
  package init(_ path: String, producer: String) throws(SegmentFault) {
    let (bytes, descriptor) = try Self.map(path)
    do throws(SegmentFault) {
      let header = try SegmentHeader(parsing: bytes, fileSize: bytes.count)
      guard header.origin.producer == producer else {
        throw SegmentFault.foreign("The segment was made by \(header.origin.producer), not by \(producer).")
      }
      (self.bytes, self.descriptor, origin) = (bytes, descriptor, header.origin)
      sections = Dictionary(uniqueKeysWithValues: header.sections.map { ($0.name, $0) })
    } catch {
      Self.unmap(bytes, descriptor)
      throw error
    }
    super.init()
  }

  deinit { Self.unmap(bytes, descriptor) }

  private static func unmap(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
  }

  private static func map(_ path: String) throws(SegmentFault) -> (UnsafeRawBufferPointer, Int32) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(FileFault(path)) }
    do throws(SegmentFault) {
      return (try map(descriptor, path), descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func map(_ descriptor: Int32, _ path: String) throws(SegmentFault) -> UnsafeRawBufferPointer {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(FileFault(path)) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { throw .foreign("The file is no segment.") }
    let mapping = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0)
    guard let mapping, mapping != MAP_FAILED else { throw .unreadable(FileFault(path)) }
    return UnsafeRawBufferPointer(start: mapping, count: Int(status.st_size))
  }

  /// The size in bytes.
  package var byteCount: Int { bytes.count }

  package var contents: SegmentPart { SegmentPart(file: self, prefix: "") }

  /// Reads everything and compares it with its digests, which also brings it into the system's cache. It does not use
  /// the mapping, in which a disk error would end the process. Complexity: O(bytes).
  /// - Throws: `SegmentFault.damaged`.
  package func verify() throws(SegmentFault) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    for section in sections.values.sorted(by: { $0.offset < $1.offset }) {
      let digest = SegmentDigest.of { update in read(section, by: buffer, update) }
      guard digest == section.digest else {
        throw .damaged("The section \(section.name) of the segment is damaged.")
      }
    }
  }

  /// Passes on the bytes of a section, up to the first that cannot be read.
  private func read(
    _ section: SegmentSection, by buffer: UnsafeMutableRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var position = section.offset
    let end = section.offset + section.stride * section.count
    while position < end {
      let count = pread(descriptor, buffer.baseAddress, min(buffer.count, end - position), off_t(position))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += count
    }
  }

  fileprivate func elements<Element: BitwiseCopyable>(
    _ name: String, _ type: Element.Type
  ) throws(SegmentFault) -> PackedArray<Element> {
    guard let section = sections[name] else { throw .damaged("The segment has no section \(name).") }
    guard section.stride == MemoryLayout<Element>.stride else {
      throw .damaged("The section \(name) of the segment has elements of another size.")
    }
    // Header and alignment make sure that the elements lie inside the mapping and are aligned.
    let start = bytes.baseAddress.unsafelyUnwrapped + section.offset
    return PackedArray(base: start.assumingMemoryBound(to: type), count: section.count, owner: self)
  }
}

/// The sections of a segment file whose names begin alike. It keeps the file mapped.
package struct SegmentPart: Sendable {
  private let file: SegmentFile
  private let prefix: String

  fileprivate init(file: SegmentFile, prefix: String) {
    self.file = file
    self.prefix = prefix
  }

  package func part(_ name: String) -> SegmentPart { SegmentPart(file: file, prefix: "\(prefix)\(name).") }

  /// Compares the whole file with its digests: see `SegmentFile.verify`.
  package func verifyFile() throws(SegmentFault) { try file.verify() }

  /// The elements of a section. Their values may be any: a reader checks those that it uses as indices.
  /// - Throws: `SegmentFault.damaged` without such a section of such elements.
  package func elements<Element: BitwiseCopyable>(
    _ name: String, of type: Element.Type = Element.self
  ) throws(SegmentFault) -> PackedArray<Element> {
    try file.elements(prefix + name, type)
  }

  /// The same, of a number that follows from other sections.
  package func elements<Element: BitwiseCopyable>(
    _ name: String, count: Int, of type: Element.Type = Element.self
  ) throws(SegmentFault) -> PackedArray<Element> {
    let elements = try elements(name, of: type)
    guard elements.count == count else {
      throw .damaged("The section \(prefix)\(name) of the segment has \(elements.count) elements, not \(count).")
    }
    return elements
  }
}
