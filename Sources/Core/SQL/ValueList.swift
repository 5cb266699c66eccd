/// The values of an `IN` list. Lists are padded to a few lengths, so that few statements have to be prepared.
package enum ValueList {
  /// The maximum number of values in one statement: the caller splits longer lists.
  package static let maxCount = 512

  /// The placeholders `$first` and so on, separated by commas.
  package static func placeholders(from first: Int, count: Int) -> String {
    (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
  }

  /// The values, of which the last one is repeated until their number is a power of two. An empty list stays empty.
  package static func padded(_ values: [Value]) -> [Value] {
    guard let last = values.last else { return [] }
    var length = 1
    while length < values.count { length *= 2 }
    return values + [Value](repeating: last, count: length - values.count)
  }
}
