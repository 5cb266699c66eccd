extension BinaryInteger {
  /// The number with its digits in groups of three, as people read it: `10,000`.
  package var grouped: String {
    let digits = Array(String(self))
    return digits.indices.map { index in
      let rest = digits.count - index
      let isFirst = index == 0 || digits[index - 1] == "-"
      return !isFirst && rest % 3 == 0 ? ",\(digits[index])" : String(digits[index])
    }.joined()
  }
}
