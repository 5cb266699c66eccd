package import Basics

/// Why a file cannot serve as a segment. The segment is then rebuilt.
package enum SegmentFault: Error, CustomStringConvertible {
  /// The operating system refused it.
  case unreadable(FileFault)
  /// It is not a segment, or of another format, byte order or program.
  case foreign(String)
  /// It is a segment, but not as it was written.
  case damaged(String)

  package var description: String {
    switch self {
    case .unreadable(let fault): fault.description
    case .foreign(let reason), .damaged(let reason): reason
    }
  }
}
