import Basics
package import SQL

/// Checks the databases of an installation: the engine's structures, then the rules that rows follow.
///
/// Reads only, in short transactions, so that it may run beside a server. Complexity: O(rows).
package struct DatabaseCheck: Sendable {
  package struct Problem: Hashable, Sendable {
    package let subject: String
    /// What is wrong, with paths of files left out.
    package let message: String
    /// Whether `repair` can fix it without guessing.
    package let isRepairable: Bool
    /// Whether rows could not be read.
    package let isUnreadable: Bool
    /// Whether the file is sound, and its rows break a rule of this program.
    package let breaksRule: Bool

    fileprivate init(
      subject: String, message: String, isRepairable: Bool, isUnreadable: Bool = false, breaksRule: Bool = false
    ) {
      (self.subject, self.message) = (subject, message)
      (self.isRepairable, self.isUnreadable, self.breaksRule) = (isRepairable, isUnreadable, breaksRule)
    }
  }

  package struct Report: Sendable {
    package fileprivate(set) var problems: [Problem] = []
    package fileprivate(set) var sound: [String] = []
    fileprivate var repairs: [String] = []

    package var isRepairable: Bool { !repairs.isEmpty }
  }

  private let database: any Database
  private let kind: DatabaseKind

  /// How many findings of the engine are told.
  private static let maxFindings = 10

  /// - Parameter kind: what the database holds; on PostgreSQL `main` holds everything.
  package init(_ database: any Database, _ kind: DatabaseKind) {
    (self.database, self.kind) = (database, kind)
  }

  /// Checks everything.
  /// - Throws: `DomainError` if the database cannot be read at the moment. Damage is reported, not thrown.
  package func run() async throws -> Report {
    var report = Report()
    try await checkStructure(&report)
    for invariant in Invariant.all(in: kind, database.engine) { try await check(invariant, &report) }
    return report
  }

  /// Mends what a report found repairable, in one transaction.
  package func repair(_ report: Report) async throws {
    try await database.write { connection in
      for statement in report.repairs { try connection.run(statement) }
    }
  }

  // MARK: Structure

  private func checkStructure(_ report: inout Report) async throws {
    switch database.engine {
    case .sqlite:
      try await checkPages(&report)
      try await checkReferences(&report)
    case .postgresql: try await checkChecksums(&report)
    }
  }

  private func checkPages(_ report: inout Report) async throws {
    let found = try await texts("PRAGMA integrity_check(\(Self.maxFindings))", "pages and indexes", &report)
    guard let found else { return }
    guard found != ["ok"] else { return report.sound.append("Pages and indexes are intact.") }
    let isIndexOnly = found.allSatisfy(Self.isOfIndex)
    if isIndexOnly { report.repairs.append("REINDEX") }
    for message in found {
      report.problems.append(
        Problem(subject: "pages and indexes", message: Self.oneLine(message), isRepairable: isIndexOnly))
    }
  }

  /// Whether a message of `integrity_check` is about an index that differs from its table, which is whole.
  private static func isOfIndex(_ message: String) -> Bool {
    message.wholeMatch(
      of: /(row \d+ missing from index .+|wrong # of entries in index .+|row \d+ values differ from index .+)/) != nil
  }

  private static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }

  private func checkReferences(_ report: inout Report) async throws {
    let rows = try await reading("references", &report) { connection in
      var counts: [String: Int] = [:]
      try connection.each("SELECT \"table\", parent FROM pragma_foreign_key_check", []) { row in
        counts["\(row.text(0)) to \(row.text(1))", default: 0] += 1
      }
      return counts
    }
    guard let rows else { return }
    if rows.isEmpty { report.sound.append("References lead to rows.") }
    for (reference, count) in rows.sorted(by: { $0.key < $1.key }) {
      report.problems.append(
        Problem(subject: "references", message: "\(count) rows of \(reference) lead nowhere.", isRepairable: false))
    }
  }

  /// A server that was made with checksums finds damaged pages itself as it reads them.
  private func checkChecksums(_ report: inout Report) async throws {
    let failures = try await database.read { connection in
      try connection.first(
        "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()", []
      ) { $0.optionalInteger(0) } ?? nil
    }
    switch failures {
    case nil:
      report.sound.append("The server was made without checksums of pages: it cannot tell whether they are intact.")
    case 0: report.sound.append("The server has met no page with a wrong checksum.")
    case let count?:
      report.problems.append(
        Problem(
          subject: "pages", message: "The server has met \(count) pages with a wrong checksum: look into its log.",
          isRepairable: false))
    }
  }

  // MARK: Rules

  private func check(_ invariant: Invariant, _ report: inout Report) async throws {
    let violations = try await reading(invariant.subject, &report) { [try invariant.violations(on: $0)] }
    guard let violations else { return }
    guard let (count, example) = violations[0] else { return report.sound.append(invariant.rule) }
    let isRepairable = !invariant.repair.isEmpty
    report.problems.append(
      Problem(
        subject: invariant.subject,
        message: "\(count) \(count == 1 ? "exception" : "exceptions") to this rule, for example \(example.prefix(32)): "
          + invariant.rule,
        isRepairable: isRepairable, breaksRule: true))
    report.repairs += invariant.repair
  }

  private func texts(_ query: String, _ subject: String, _ report: inout Report) async throws -> [String]? {
    try await reading(subject, &report) { connection in
      var texts: [String] = []
      try connection.each(query, []) { texts.append($0.text(0)) }
      return texts
    }
  }

  /// Runs a read. Where it meets damage, that is reported, and the result is nil.
  private func reading<Result: Sendable>(
    _ subject: String, _ report: inout Report, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result? {
    do {
      return try await database.read(body)
    } catch let error as DomainError where error.condition?.subject == .storedData {
      report.problems.append(
        Problem(
          subject: subject, message: "Rows cannot be read: pages are damaged.", isRepairable: false, isUnreadable: true)
      )
      return nil
    }
  }
}
