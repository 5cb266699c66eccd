package import Basics

/// A document of the contract.
package protocol PartyQuestDocument: Sendable {
  /// Writes the document at the place where the writer is.
  func write(to writer: inout JSONWriter)
}

/// What every answer with a body is wrapped in: when it was given, the name of its status, and `data`.
///
/// `data` is always an array, for what the client reads is its first element: one document, or one list of them.
package struct PartyQuestAnswer: Sendable {
  /// The statuses that are wrapped, by the names under which the contract tells them: a number breaks the client.
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

  /// When it is given.
  package var time: Timestamp
  /// Of the HTTP answer, too.
  package var status: Status
  private let writeElement: @Sendable (inout JSONWriter) -> Void

  /// An answer of one document.
  package init(_ document: some PartyQuestDocument, _ status: Status = .ok, at time: Timestamp) {
    self.time = time
    self.status = status
    writeElement = { document.write(to: &$0) }
  }

  /// An answer of a list, which is one element of `data`.
  package init(list documents: [some PartyQuestDocument], at time: Timestamp) {
    self.time = time
    status = .ok
    writeElement = { writer in
      writer.beginArray()
      for document in documents { document.write(to: &writer) }
      writer.endArray()
    }
  }

  /// The answer as UTF-8 bytes.
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
