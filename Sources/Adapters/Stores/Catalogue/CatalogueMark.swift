/// A mark of the catalogue's version that no other history of the catalogue has: after a restore from a backup the same
/// version may come again with other booths.
enum CatalogueMark {
  static func new() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
