/// An IPv4 or IPv6 address. IPv4 addresses are stored IPv4-mapped (RFC 4291, 2.5.5.2), so that they are equal on
/// sockets of both families.
public struct IPAddress: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// An IPv6 address from its 128 bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An IPv4 address, most significant byte first: `0x7F00_0001` is 127.0.0.1.
  public init(v4: UInt32) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(v4))
  }

  /// The 32 bits of an IPv4 address; nil for IPv6.
  public var v4: UInt32? { high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil }

  /// Whether it is a loopback address: 127.0.0.0/8 or ::1.
  public var isLoopback: Bool { v4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1) }

  fileprivate var bytes: [UInt8] {
    [high, low].flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
  }

  /// The network that counts as one client for rate limits.
  public var network: ClientNetwork { ClientNetwork(self, prefix: high, isWhole: v4 != nil || high == 0) }
}

/// The unit of rate limits by address: an IPv4 address, or the /64 of an IPv6 address, which one household or server
/// has as a whole.
public struct ClientNetwork: Hashable, Sendable {
  /// The prefix of a /64, or a whole address.
  private let address: IPAddress?

  fileprivate init(_ address: IPAddress, prefix: UInt64, isWhole: Bool) {
    self.address = isWhole ? address : IPAddress(high: prefix, low: 0)
  }

  private init() { address = nil }

  /// Input for keyed hashes: equal for equal networks.
  public var bytes: [UInt8] { address?.bytes ?? [] }

  /// All clients without an address: those of Unix sockets, and this process itself.
  public static let local = ClientNetwork()
}
