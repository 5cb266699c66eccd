package import Basics
package import JSON

package protocol PartyQuestDocument: Sendable {
  func write(to writer: inout JSONWriter)
}

/// The envelope of every response with a body: its time, the name of its status, and `data`.
///
/// `data` is always an array, since the client reads its first element: one document, or one list.
package struct PartyQuestAnswer: Sendable {
  /// The statuses with an envelope, which are written by name: a number breaks the client.
  package enum Status: Int, Hashable, Sendable {
    case ok = 200
    case created = 201
    case unauthorized = 401

    var name: String {
      switch self {
      case .ok: "OK"
      case .created: "CREATED"
      case .unauthorized: "UNAUTHORIZED"
      }
    }
  }

  package var time: Timestamp
  package var status: Status
  private let writeElement: @Sendable (inout JSONWriter) -> Void

  package init(_ document: some PartyQuestDocument, _ status: Status = .ok, at time: Timestamp) {
    self.time = time
    self.status = status
    writeElement = { document.write(to: &$0) }
  }

  /// A response with a list as the one element of `data`.
  package init(list documents: [some PartyQuestDocument], at time: Timestamp) {
    self.time = time
    status = .ok
    writeElement = { writer in
      writer.beginArray()
      for document in documents { document.write(to: &writer) }
      writer.endArray()
    }
  }

  /// The response as UTF-8 bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.beginObject()
    writer.text("time", PartyQuestTime.text(time))
    writer.text("httpStatus", status.name)
    writer.key("data")
    writer.beginArray()
    writeElement(&writer)
    writer.endArray()
    writer.endObject()
    return writer.finish()
  }
}
