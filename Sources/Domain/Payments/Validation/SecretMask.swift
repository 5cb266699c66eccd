/// Masks words that must not be kept wherever they turn up in what others tell.
struct SecretMask: Sendable {
  private let words: [[UInt8]]
  private static let mask = Array("***".utf8)

  /// A mask of some words, in each of the two ways in which JSON may write a slash.
  init(_ secrets: [String]) {
    let spellings = secrets.flatMap {
      [$0, $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")]
    }
    words = Set(spellings).map { Array($0.utf8) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// Whether a text holds one of the words.
  func covers(_ text: String) -> Bool { masked(text) != text }

  /// A text with each of the words replaced by three stars. It is compared byte by byte: a character that merges with
  /// the end of a word hides nothing. Complexity: O(length · words).
  func masked(_ text: String) -> String {
    guard !words.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if let word = words.first(where: { bytes[position...].starts(with: $0) }) {
        result += Self.mask
        position += word.count
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A payment as it may be kept.
  /// - Parameter keepsReference: the reference is one of ours, which other things are found by.
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
