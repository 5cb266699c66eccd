/// A number with what it counts: `1 booth`, `2 booths`.
/// - Parameter plural: Nil: the noun with an `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
