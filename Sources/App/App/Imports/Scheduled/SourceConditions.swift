import Basics
import Booths
import CommandLineKit
import Concurrency

/// Keeps the sources that need an operator as conditions of the service: `source-waiting` and `source-failed`.
struct SourceConditions: Sendable {
  let conditions: ServiceConditions
  /// The messages by code, so that a condition is reported when it changes and not each minute.
  private let reported = Locked<[String: String]>([:])

  /// How many sources a message names.
  private static let maxNamed = 3

  init(_ conditions: ServiceConditions) { self.conditions = conditions }

  /// Reports what is new, and ends what is over.
  /// - Parameter sources: All sources on a schedule, also those that other processes have checked.
  func update(_ sources: [ScheduledSource]) {
    let messages = Dictionary(grouping: sources.filter(\.needsOperator)) { "source-\($0.state.rawValue)" }
      .mapValues(Self.message)
    let isChanged = reported.withLock { reported in
      defer { reported = messages }
      return reported != messages
    }
    guard isChanged else { return }
    conditions.end(.sources)
    for (code, message) in messages.sorted(by: { $0.key < $1.key }) {
      conditions.report(code, ServiceCondition(.sources, message))
    }
  }

  private static func message(_ sources: [ScheduledSource]) -> String {
    let named = sources.prefix(maxNamed).map { source in
      let advice = source.state == .failed ? " 'fourcuts sources run \(source.name)' tries it again." : ""
      return "The source '\(source.name)' \(source.state == .failed ? "failed" : "waits"): \(source.message)\(advice)"
    }
    let others = sources.count - named.count
    return withoutControls(
      (named + (others > 0 ? ["\(counted(others, "other source")): see 'fourcuts sources list'."] : []))
        .joined(separator: " "))
  }
}
