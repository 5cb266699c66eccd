/// A packet of Socket.IO, revision 5, the payload of an Engine.IO message.
struct SocketPacket: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case connect
    case disconnect
    case event
    case connectError
    /// Acknowledgements and events with bytes, which no contract has. The rest of the packet is not read.
    case unused
  }

  var kind: Kind
  /// Starts with a slash; `/` is the main namespace.
  var namespace = "/"
  /// JSON; empty when absent.
  var data = ""

  /// The maximum length of a namespace, in bytes.
  static let maxNamespaceLength = 200

  /// Parses a packet; nil when it is malformed. `data` is not parsed.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let kind = Self.kind(of: rest.popFirst()) else { return nil }
    self.kind = kind
    if kind == .unused { return }
    if rest.first == "/" {
      // Older clients append a query to the namespace; it is ignored.
      let end = rest.firstIndex(of: ",") ?? rest.endIndex
      namespace = String(rest[..<end].prefix { $0 != "?" })
      rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
      guard namespace.utf8.count <= Self.maxNamespaceLength else { return nil }
    }
    // The number of an acknowledgement comes first: the server sends none.
    data = String(rest.drop { $0.isASCII && $0.isNumber })
    guard data.isEmpty || ["{", "["].contains(data.first) else { return nil }
  }

  init(_ kind: Kind, _ namespace: String, data: String = "") {
    self.kind = kind
    self.namespace = namespace
    self.data = data
  }

  private static func kind(of type: Character?) -> Kind? {
    switch type {
    case "0": .connect
    case "1": .disconnect
    case "2": .event
    case "4": .connectError
    case "3", "5", "6": .unused
    default: nil
    }
  }

  var text: String {
    let type =
      switch kind {
      case .connect: "0"
      case .disconnect: "1"
      case .event: "2"
      case .connectError: "4"
      case .unused: "3"
      }
    let socket = namespace == "/" ? "" : namespace + ","
    return type + socket + data
  }
}
