import Basics
import Booths
import CommandLineKit
import Foundation
import Geo
import JSON

/// One line of `near --batch`.
private struct BatchQuery: Decodable {
  /// Any JSON string or number, echoed in the answer.
  enum Identifier: Decodable {
    case text(String)
    case integer(Int64)
    case number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let integer = try? container.decode(Int64.self) {
        self = .integer(integer)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  var id: Identifier?
  var lat: Double?
  var lon: Double?
  var limit: Int?
  var radius: Double?
  var bbox: [Double]?

  enum CodingKeys: String, CodingKey {
    case id, lat, lon, limit, bbox
    case radius = "radius_m"
  }
}

/// Answers each line of a file, in order. A line is answered as soon as it is read, so that another program can wait
/// for each answer.
/// - Throws: `DomainError` `batch-line-refused` at the end when lines could not be answered. The answer to each such
///   line holds the reason.
func runBatch(
  _ file: String, _ command: ParsedCommand, _ filter: BoothFilter, standardLimit: Int, _ context: CommandContext
) async throws {
  let input = try openedForReading(file)
  defer { if input != STDIN_FILENO { close(input) } }
  let batch = Batch(
    catalogue: try await Assembly.open(command, for: .read).catalogueForLookup(), filter: filter,
    standardLimit: standardLimit)
  var pending: [UInt8] = []
  var rejectedLines = 0
  while let chunk = try nextChunk(input) {
    pending += chunk
    guard let end = pending.lastIndex(of: 0x0A) else { continue }
    rejectedLines += try answer(pending[...end], batch, context)
    pending.removeSubrange(...end)
  }
  rejectedLines += try answer(pending[...], batch, context)
  if rejectedLines > 0 {
    throw DomainError(
      .invalid, "batch-line-refused",
      "\(counted(rejectedLines, "line")) could not be answered; the output says why.")
  }
}

/// Answers complete lines and returns the number of invalid ones.
private func answer(_ lines: ArraySlice<UInt8>, _ batch: Batch, _ context: CommandContext) throws -> Int {
  var answers: [UInt8] = []
  var rejectedLines = 0
  for line in lines.split(separator: 0x0A) where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
    var writer = JSONWriter()
    if !batch.answer(line, &writer) { rejectedLines += 1 }
    answers += writer.finish()
    answers.append(0x0A)
  }
  try context.console.out(answers)
  return rejectedLines
}

private func openedForReading(_ file: String) throws(DomainError) -> Int32 {
  if file == "-" { return STDIN_FILENO }
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw DomainError(
      .notFound, "file-unreadable", "\(file) cannot be read: \(String(cString: strerror(errno))).", field: "batch")
  }
  return descriptor
}

private func nextChunk(_ descriptor: Int32) throws(DomainError) -> [UInt8]? {
  while true {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 262_144) { buffer, initialized in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      initialized = max(count, 0)
    }
    if count > 0 { return chunk }
    if count == 0 { return nil }
    guard errno == EINTR else {
      throw DomainError(
        .unavailable, "file-unreadable", "Reading failed: \(String(cString: strerror(errno))).", field: "batch")
    }
  }
}

/// Lookups in one snapshot of the catalogue.
private struct Batch {
  let catalogue: Catalogue
  let filter: BoothFilter
  let standardLimit: Int

  /// Writes the answer to one line. Returns false when the line is invalid.
  func answer(_ line: ArraySlice<UInt8>, _ writer: inout JSONWriter) -> Bool {
    guard let question = try? JSONDecoder().decode(BatchQuery.self, from: Data(line)) else {
      writeError(nil, "The line is not a JSON object as described by 'fourcuts near --help'.", &writer)
      return false
    }
    do throws(DomainError) {
      let found = try find(question)
      writer.beginObject()
      write(question.id, &writer)
      writer.key("booths")
      writer.beginArray()
      for neighbor in found { write(neighbor, &writer) }
      writer.endArray()
      writer.endObject()
      return true
    } catch {
      writeError(question.id, error.message, &writer)
      return false
    }
  }

  private func find(_ question: BatchQuery) throws(DomainError) -> [(ordinal: UInt32, metres: Double?)] {
    if let limit = question.limit, limit < 1 {
      throw DomainError(.invalid, "limit", "limit must be a whole number from 1 on.", field: "limit")
    }
    if let edges = question.bbox {
      guard edges.count == 4, let viewport = Viewport(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
      else { throw DomainError(.invalid, "bbox", "bbox must be [west, south, east, north] in degrees.", field: "bbox") }
      return catalogue.inside(viewport, limit: question.limit ?? .max, filter).map { ($0, nil) }
    }
    guard let latitude = question.lat, let longitude = question.lon else {
      throw DomainError(.invalid, "place", "The line needs lat and lon, or bbox.", field: "lat")
    }
    let coordinate = try Coordinate.checked(latitude: latitude, longitude: longitude)
    guard let radius = question.radius else {
      return catalogue.near(coordinate, limit: question.limit ?? standardLimit, filter).map { ($0.ordinal, $0.metres) }
    }
    guard radius >= 0 else {
      throw DomainError(.invalid, "radius", "radius_m must not be negative.", field: "radius_m")
    }
    return catalogue.near(coordinate, limit: question.limit ?? .max, within: radius, filter).map {
      ($0.ordinal, $0.metres)
    }
  }

  private func write(_ found: (ordinal: UInt32, metres: Double?), _ writer: inout JSONWriter) {
    let record = catalogue.record(found.ordinal)
    writer.beginObject()
    writer.key("id")
    writer.integer(record.id.number)
    writer.key("external_id")
    record.withText(.externalID) { writer.string($0) }
    writer.key("distance_m")
    if let metres = found.metres { writer.decimal(metres, places: 4) } else { writer.null() }
    writer.endObject()
  }

  private func write(_ id: BatchQuery.Identifier?, _ writer: inout JSONWriter) {
    writer.key("id")
    switch id {
    case .text(let text): writer.string(text)
    case .integer(let integer): writer.integer(integer)
    case .number(let number): writer.number(number)
    case nil: writer.null()
    }
  }

  private func writeError(_ id: BatchQuery.Identifier?, _ message: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    write(id, &writer)
    writer.key("error")
    writer.string(message)
    writer.endObject()
  }
}
