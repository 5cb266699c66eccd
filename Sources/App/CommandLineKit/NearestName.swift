/// The name that is most like a mistyped one, else the only one that has it among its words: `services-off` for `off`.
/// Nil if none is similar.
package func nearestName(to word: String, among names: some Sequence<String>) -> String? {
  let limit = max(1, word.count / 3)
  let names = Array(names)
  let mistyped = names.map { (name: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= limit && $0.distance < $0.name.count }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  let containing = names.filter { $0.split(separator: "-").contains(word[...]) }
  return mistyped ?? (containing.count == 1 ? containing[0] : nil)
}

/// The end of an error message, which proposes a name; empty if none is similar.
package func proposal(for word: String, among names: some Sequence<String>, prefix: String = "") -> String {
  nearestName(to: word, among: names).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
}

/// How many characters have to be added, removed, replaced or exchanged with their neighbour.
private func editDistance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first), Array(second))
  guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
  var before: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
      var least = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        least = min(least, before[column - 1] + 1)
      }
      current.append(least)
    }
    (before, last) = (last, current)
  }
  return last[second.count]
}
