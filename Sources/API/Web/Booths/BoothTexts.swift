import Basics
import Booths

/// The texts about a booth on pages, as the app's scripts write them.
extension Texts {
  /// The next opening or closing of a booth.
  func opening(_ facts: BoothFacts) -> String {
    filled(
      "open_state.\(facts.outlook.kind.rawValue)",
      [
        "time": facts.outlook.changeTime ?? "",
        "day": facts.outlook.changeWeekday.map { filled(OpeningHours.dayNames[$0]) } ?? "",
      ])
  }

  /// Nil when the price is unknown.
  func price(_ facts: BoothFacts) -> String? {
    facts.attributes.price.map { filled("price", ["amount": amount($0, facts.region.currency)]) }
  }

  /// An amount in won, or in other money with its code.
  func amount(_ amount: Int, _ currency: String?) -> String {
    guard let currency, currency != "KRW" else { return won(amount) }
    return "\(currency) \(amount.grouped)"
  }

  func won(_ amount: Int) -> String { filled("won", ["amount": amount.grouped]) }

  /// A distance, rounded to what a walker needs.
  func distance(_ metres: Double) -> String {
    if metres < 995 { return filled("metres", ["count": String(max(10, Int((metres / 10).rounded()) * 10))]) }
    if metres >= 9950 { return filled("kilometres", ["count": Int((metres / 1000).rounded()).grouped]) }
    let tenths = Int((metres / 100).rounded())
    let count = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return filled("kilometres", ["count": count])
  }
}
