import Tabular

/// The columns of OpenStreetMap's `payment:` keys. What a booth accepts becomes tags of it.
struct PaymentColumns: Hashable, Sendable {
  private struct Method: Hashable {
    let column: Int
    let tag: String
    let onlyTag: String?
  }

  private var methods: [Method] = []

  /// The columns that are read.
  var columns: [Int] { methods.map(\.column) }

  /// Finds the columns by headers such as `payment:cash`.
  init(_ headers: [String], taken: Set<Int>) {
    for (column, header) in headers.enumerated() where !taken.contains(column) && header.hasPrefix("payment:") {
      guard let (_, tag, onlyTag) = PaymentTags.table.first(where: { $0.key == header }) else { continue }
      methods.append(Method(column: column, tag: tag, onlyTag: onlyTag))
    }
  }

  /// The tags of what a record says is accepted.
  func tags(_ batch: RecordBatch, _ record: Int) -> [String] {
    methods.compactMap { method in
      switch PlainText.text(batch.bytes(record, method.column)) {
      case "yes": method.tag
      case "only": method.onlyTag ?? method.tag
      default: nil
      }
    }
  }
}

/// Ways to pay as tags of booths and as keys of OpenStreetMap.
enum PaymentTags {
  /// Of several keys with the same tag, the first is written.
  static let table: [(key: String, tag: String, onlyTag: String?)] = [
    ("payment:cash", "현금결제", "현금전용"), ("payment:coins", "동전", nil), ("payment:notes", "지폐", nil),
    ("payment:cards", "카드결제", "카드전용"), ("payment:credit_cards", "카드결제", "카드전용"),
    ("payment:debit_cards", "카드결제", "카드전용"), ("payment:contactless", "비접촉결제", nil),
    ("payment:app", "간편결제", nil), ("payment:kakao_pay", "카카오페이", nil), ("payment:naver_pay", "네이버페이", nil),
    ("payment:samsung_pay", "삼성페이", nil), ("payment:apple_pay", "애플페이", nil), ("payment:google_pay", "구글페이", nil),
    ("payment:alipay", "알리페이", nil), ("payment:wechat", "위챗페이", nil),
  ]

  /// The keys of OpenStreetMap for tags, each once.
  static func all(of tags: [String]) -> [(key: String, text: String)] {
    var written: Set<String> = []
    return table.compactMap { key, tag, onlyTag in
      let isOnly = onlyTag.map(tags.contains) ?? false
      guard isOnly || tags.contains(tag), written.insert(tag).inserted else { return nil }
      return (key, isOnly ? "only" : "yes")
    }
  }
}
