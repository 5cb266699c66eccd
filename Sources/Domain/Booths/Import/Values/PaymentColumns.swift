import Tabular

/// The columns of OpenStreetMap's `payment:` keys. What a booth accepts, and what it does not, becomes tags of it.
struct PaymentColumns: Hashable, Sendable {
  private struct Method: Hashable {
    let column: Int
    let way: PaymentTags.Way
  }

  private var methods: [Method] = []

  var columns: [Int] { methods.map(\.column) }

  /// Finds the columns by headers such as `payment:cash`.
  init(_ headers: [String], taken: Set<Int>) {
    for (column, header) in headers.enumerated() where !taken.contains(column) && header.hasPrefix("payment:") {
      guard let way = PaymentTags.ways.first(where: { $0.key == header }) else { continue }
      methods.append(Method(column: column, way: way))
    }
  }

  /// The tags of what a record says. Nothing of single kinds of cards that are not accepted: others may be.
  func tags(_ batch: RecordBatch, _ record: Int) -> [String] {
    methods.compactMap { method in
      switch PlainText.text(batch.bytes(record, method.column)) {
      case "yes": method.way.tag
      case "only": method.way.onlyTag ?? method.way.tag
      case "no": method.way.noTag
      default: nil
      }
    }
  }
}

/// Ways to pay as tags of booths and as keys of OpenStreetMap.
enum PaymentTags {
  struct Way: Hashable, Sendable {
    let key: String
    let tag: String
    var onlyTag: String?
    var noTag: String?

    init(_ key: String, _ tag: String, only: String? = nil, no: String? = nil) {
      (self.key, self.tag, onlyTag, noTag) = ("payment:" + key, tag, only, no)
    }
  }

  /// Of several keys with the same tag, the first is written.
  static let ways = [
    Way("cash", "현금결제", only: "현금전용", no: "현금불가"), Way("coins", "동전", no: "동전불가"),
    Way("notes", "지폐", no: "지폐불가"), Way("cards", "카드결제", only: "카드전용", no: "카드불가"),
    Way("credit_cards", "카드결제", only: "카드전용"), Way("debit_cards", "카드결제", only: "카드전용"),
    Way("contactless", "비접촉결제", no: "비접촉결제불가"), Way("app", "간편결제", no: "간편결제불가"),
    Way("kakao_pay", "카카오페이", no: "카카오페이불가"), Way("naver_pay", "네이버페이", no: "네이버페이불가"),
    Way("samsung_pay", "삼성페이", no: "삼성페이불가"), Way("apple_pay", "애플페이", no: "애플페이불가"),
    Way("google_pay", "구글페이", no: "구글페이불가"), Way("alipay", "알리페이", no: "알리페이불가"),
    Way("wechat", "위챗페이", no: "위챗페이불가"),
  ]

  /// The keys of OpenStreetMap for tags, each once.
  static func all(of tags: [String]) -> [(key: String, text: String)] {
    var written: Set<String> = []
    return ways.compactMap { way in
      let texts = [(way.onlyTag, "only"), (way.tag, "yes"), (way.noTag, "no")]
      guard let text = texts.first(where: { $0.0.map(tags.contains) ?? false })?.1, written.insert(way.tag).inserted
      else { return nil }
      return (way.key, text)
    }
  }
}
