import Basics
package import JSON

/// A packet of Socket.IO, revision 5, the payload of an Engine.IO message.
struct SocketPacket: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case connect
    case disconnect
    case event
    case acknowledgement
    case connectError
    /// With the number of attachments to follow.
    case binaryEvent(Int)
    case binaryAcknowledgement(Int)
  }

  var kind: Kind
  /// Starts with a slash; `/` is the main namespace.
  var namespace = "/"
  /// The acknowledgement id.
  var number: Int?
  /// JSON; empty when absent.
  var data = ""

  /// The maximum length of a namespace, in bytes.
  static let maxNamespaceLength = 200
  /// The maximum number of attachments of an event.
  static let maxAttachments = 10

  /// Parses a packet; nil when it is malformed. `data` is not parsed.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let kind = Self.kind(of: &rest) else { return nil }
    self.kind = kind
    if rest.first == "/" {
      // Older clients append a query to the namespace; it is ignored.
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

  /// The number of attachments and the dash after it.
  private static func attachments(_ text: inout Substring) -> Int? {
    guard let dash = text.prefix(3).firstIndex(of: "-"), let count = Int(text[..<dash]),
      (1...maxAttachments).contains(count)
    else { return nil }
    text = text[text.index(after: dash)...]
    return count
  }

  /// The serialized packet; attachments follow it as packets of their own.
  var text: String {
    let type =
      switch kind {
      case .connect: "0"
      case .disconnect: "1"
      case .event: "2"
      case .acknowledgement: "3"
      case .connectError: "4"
      case .binaryEvent(let count): "5\(count)-"
      case .binaryAcknowledgement(let count): "6\(count)-"
      }
    let socket = namespace == "/" ? "" : namespace + ","
    return type + socket + (number.map(String.init) ?? "") + data
  }
}

/// An event from a client, to other clients of its namespace or to the server.
package struct SocketIOEvent: Hashable, Sendable {
  package let name: String
  /// The arguments after the name, without attachments.
  package let arguments: [JSONValue]

  /// Nil when the data is not an array that starts with a name, or the name is reserved by the protocol.
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
