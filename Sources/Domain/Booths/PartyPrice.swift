/// What a group pays at a booth so that everybody gets a print.
package struct PartyPrice: Hashable, Sendable {
  package let people: Int
  package let prints: Int
  /// In KRW.
  package let amount: Int

  package static let sizes = 1...8

  /// The prices of groups of each size; empty unless price and number of prints are known.
  ///
  /// A session's lowest price buys the smallest number of prints that are sold: two if prints are sold only in even
  /// numbers, otherwise one. Groups that do not fit in are left out.
  package static func all(of booth: BoothRecord) -> [PartyPrice] {
    guard let price = booth.price, let isEven = booth.evenPrintsOnly, booth.status != .closed else { return [] }
    let step = isEven ? 2 : 1
    return sizes.prefix { $0 <= booth.capacity ?? .max }.map { people in
      let sessions = (people + step - 1) / step
      return PartyPrice(people: people, prints: sessions * step, amount: sessions * price)
    }
  }
}
