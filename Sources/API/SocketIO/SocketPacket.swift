import Basics
package import JSON

/// A packet of Socket.IO, revision 5, as it stands in a message of Engine.IO.
struct SocketPacket: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case connect
    case disconnect
    case event
    case acknowledgement
    case connectError
    /// With so many attachments to follow.
    case binaryEvent(Int)
    case binaryAcknowledgement(Int)
  }

  var kind: Kind
  /// With its slash; `/` is the main one.
  var namespace = "/"
  /// The number under which an acknowledgement is asked for or given.
  var number: Int?
  /// JSON; empty where there is none.
  var data = ""

  /// The longest name of a namespace, in bytes.
  static let maxNamespaceLength = 200
  /// No event has more attachments.
  static let maxAttachments = 10

  /// A packet; nil where the text is none. What stands in `data` is not looked at.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let kind = Self.kind(of: &rest) else { return nil }
    self.kind = kind
    if rest.first == "/" {
      // The query that older clients write behind the name is none of it.
      let end = rest.firstIndex(of: ",") ?? rest.endIndex
      namespace = String(rest[..<end].prefix { $0 != "?" })
      rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
      guard namespace.utf8.count <= Self.maxNamespaceLength else { return nil }
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      guard let number = Int(digits) else { return nil }
      self.number = number
    }
    data = String(rest[digits.endIndex...])
    guard data.isEmpty || ["{", "["].contains(data.first) else { return nil }
  }

  init(_ kind: Kind, _ namespace: String, number: Int? = nil, data: String = "") {
    self.kind = kind
    self.namespace = namespace
    self.number = number
    self.data = data
  }

  private static func kind(of text: inout Substring) -> Kind? {
    switch text.popFirst() {
    case "0": return .connect
    case "1": return .disconnect
    case "2": return .event
    case "3": return .acknowledgement
    case "4": return .connectError
    case "5": return attachments(&text).map(Kind.binaryEvent)
    case "6": return attachments(&text).map(Kind.binaryAcknowledgement)
    default: return nil
    }
  }

  /// A number of attachments and its dash.
  private static func attachments(_ text: inout Substring) -> Int? {
    guard let dash = text.prefix(3).firstIndex(of: "-"), let count = Int(text[..<dash]),
      (1...maxAttachments).contains(count)
    else { return nil }
    text = text[text.index(after: dash)...]
    return count
  }

  /// As a text. Packets with attachments are received only.
  var text: String {
    let digit =
      switch kind {
      case .connect: "0"
      case .disconnect: "1"
      case .event: "2"
      case .acknowledgement: "3"
      case .connectError: "4"
      case .binaryEvent, .binaryAcknowledgement: preconditionFailure("attachments are only received")
      }
    let socket = namespace == "/" ? "" : namespace + ","
    return digit + socket + (number.map(String.init) ?? "") + data
  }
}

/// What a client says to others of its namespace, or to the server.
package struct SocketIOEvent: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// What stands behind the name. Attachments are not among it.
  package let arguments: [JSONValue]

  /// An event; nil where the data is no list that begins with a name, or its name is one of the protocol's own.
  init?(_ packet: SocketPacket) {
    guard case .array(let items)? = try? JSONReader.value(of: Array(packet.data.utf8)),
      case .string(let name)? = items.first, !Self.reserved.contains(name)
    else { return nil }
    self.name = name
    arguments = Array(items.dropFirst())
  }

  private static let reserved: Set = [
    "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener",
  ]
}
