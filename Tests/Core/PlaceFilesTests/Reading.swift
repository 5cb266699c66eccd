import Basics
import Tabular

@testable import PlaceFiles

/// A file as it is read: the headers, and the cells of each record by header without the empty ones.
struct ReadFile: Equatable {
  var headers: [String] = []
  var records: [[String: String]] = []
  var lines: [Int] = []

  init(_ open: () throws -> any ByteSource) throws {
    let options = PlaceFile.Options { ["lat", "lon", "latitude", "longitude"].contains($0) }
    var table = try PlaceFile.table(options, open: open)
    while let batch = try table.next() {
      for record in 0..<batch.count {
        let cells = batch.texts(record)
        guard !headers.isEmpty else {
          headers = cells
          continue
        }
        let named = zip(headers, cells).filter { !$1.isEmpty }
        records.append(Dictionary(named.map { ($0, $1) }) { _, last in last })
        lines.append(batch.line(record))
      }
    }
  }

  init(_ text: String) throws { try self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) throws { try self.init { MemorySource(bytes) } }
}

/// The error of a file that is not read.
func domainError(of bytes: [UInt8]) -> DomainError? {
  do {
    _ = try ReadFile(bytes)
    return nil
  } catch {
    return error as? DomainError
  }
}

/// Bytes in pieces of one size.
struct PiecesSource: ByteSource {
  let bytes: [UInt8]
  let size: Int
  var position = 0

  mutating func read(upTo count: Int) -> [UInt8]? {
    guard position < bytes.count else { return nil }
    defer { position += min(size, count) }
    return Array(bytes[position..<min(bytes.count, position + min(size, count))])
  }
}
