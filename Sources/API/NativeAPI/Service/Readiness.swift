package import APIKit
import Basics
package import Booths

/// Whether a load balancer should send requests to this server, and why not.
package struct Readiness: Sendable {
  /// How long the catalogue may go unconfirmed, in seconds, until the server is not ready: longer than a database takes to
  /// change its primary.
  static let maxUnconfirmed: Int64 = 60

  /// For people; empty if it is ready.
  package let reasons: [String]
  /// Seconds since the catalogue was last compared with the database's.
  package let catalogueAge: Int64

  package init(of catalogue: CatalogueHolder, in environment: APIEnvironment) {
    let age = catalogue.confirmedAt.map { $0.duration(to: .now).components.seconds } ?? 0
    let conditions = environment.conditions.active
    let isReplaced = conditions.contains { $0.code == "schema-newer" }
    let isDamaged = conditions.contains { $0.condition.subject == .storedData }
    catalogueAge = age
    reasons = [
      age > Self.maxUnconfirmed
        ? "The catalogue was last compared with the database's \(age) seconds ago: it may be out of date." : nil,
      isReplaced ? "A newer program has migrated the database: start that one here." : nil,
      isDamaged ? "The stored data is damaged: 'fourcuts check' says where." : nil,
      environment.isStopping ? "The server stops." : nil,
    ].compactMap(\.self)
  }

  package var isReady: Bool { reasons.isEmpty }
}
