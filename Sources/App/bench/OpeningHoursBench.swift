import Basics
import Booths

/// Answers lines of opening hours, a tab and instants in seconds with the state at each: `o`, `c` or `u`.
func answerOpeningHours() {
  while let line = readLine() {
    let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
    guard parts.count == 2, let hours = try? OpeningHours(parsing: parts[0]) else {
      print("refused")
      continue
    }
    let instants = parts[1].split(separator: " ").compactMap { Int64($0) }.map { Timestamp(seconds: $0) }
    print(instants.map { String(hours.state(at: $0).rawValue.prefix(1)) }.joined())
  }
}
