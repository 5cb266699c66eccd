import Basics
import Booths
import SQL

/// Edits a booth by hand.
enum BoothEdit {
  static func run(
    _ id: BoothID, at moment: Timestamp, _ change: (inout BoothAttributes) throws -> Set<BoothField>,
    on connection: any Connection
  ) throws -> Booth {
    guard let before = try BoothReader(connection).booth(id, on: connection) else {
      throw Refusal(.missing, "booth-unknown", "There is no booth \(id).", field: "id")
    }
    var after = before
    let named = try change(&after.attributes)
    let differing = Set(before.attributes.changes(to: after.attributes).map(\.field))
    let edited = EditedFields(named.union(differing).union(before.editedFields))
    guard !edited.fields.contains(.externalID) else {
      throw Refusal(
        .invalid, "field-fixed", "external_id is the source's own name for the booth and cannot be edited.",
        field: "external_id")
    }
    after.editedFields = edited.fields
    if after != before { try write(after, edited, at: moment, on: connection) }
    return after
  }

  private static func write(
    _ booth: Booth, _ edited: EditedFields, at moment: Timestamp, on connection: any Connection
  ) throws {
    let statement = try connection.prepare(
      "UPDATE booth SET \(BoothColumns.assignments(from: 4)), edited_fields = $2, edited_at = $3 WHERE id = $1")
    try statement.bind(1, booth.id.number)
    try statement.bind(2, edited.bits)
    try statement.bind(3, moment.milliseconds)
    try BoothColumns.bind(booth.attributes, to: statement, from: 4)
    try statement.run()
    try CatalogueVersion.advance(on: connection, booth: booth.id.number)
  }
}
