/// Masks secrets in everything that gateways and operators send.
struct SecretMask: Sendable {
  private let values: [[UInt8]]
  private static let mask = Array("***".utf8)

  /// Creates a mask; each secret is also masked with JSON's escaped slashes.
  init(_ secrets: [String]) {
    let spellings = secrets.flatMap {
      [$0, $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")]
    }
    values = Set(spellings).map { Array($0.utf8) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// Whether a text contains a secret.
  func containsSecret(_ text: String) -> Bool { masked(text) != text }

  /// The text with each secret replaced by three stars. The comparison is bytewise, so that a combining character after
  /// a secret does not hide it. Complexity: O(length · secrets).
  func masked(_ text: String) -> String {
    guard !values.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if let word = values.first(where: { bytes[position...].starts(with: $0) }) {
        result += Self.mask
        position += word.count
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A payment with its secrets masked.
  /// - Parameter keepsReference: whether the reference is one of ours, which is needed for lookups.
  func masked(_ payment: GatewayPayment, keepsReference: Bool) -> GatewayPayment {
    var payment = payment
    if !keepsReference { payment.reference = masked(payment.reference) }
    payment.provider = payment.provider.map(masked)
    payment.method = payment.method.map(masked)
    payment.store = payment.store.map(masked)
    if case .unknown(let word) = payment.status { payment.status = .unknown(masked(word)) }
    payment.evidence = masked(payment.evidence)
    return payment
  }
}
