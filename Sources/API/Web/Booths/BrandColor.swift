/// The colour of a chain, by its name: as `brand-colors.js` chooses it if no other chain has it.
struct BrandColor {
  let hex: String

  private static let colors = [
    "#c2255c", "#9c36b5", "#6741d9", "#3b5bdb", "#1864ab", "#0b7285", "#087f5b", "#2b8a3e", "#a61e4d", "#b5420a",
  ]

  init(of brand: String?) {
    guard let brand else {
      hex = "#5c5f66"
      return
    }
    var hash: UInt32 = 7
    for scalar in brand.unicodeScalars { hash = hash &* 31 &+ scalar.value }
    hex = Self.colors[Int(hash) % Self.colors.count]
  }
}
