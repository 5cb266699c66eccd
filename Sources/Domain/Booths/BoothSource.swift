package struct BoothSource: Hashable, Sendable {
  package var name: String
  package var terms: SourceTerms

  package init(name: String, terms: SourceTerms) {
    self.name = name
    self.terms = terms
  }
}

extension Sequence<BoothSource> {
  /// The names of those whose booths may not be published again.
  package var unpublished: Set<String> { Set(lazy.filter { !$0.terms.allowsRepublishing }.map(\.name)) }
}

/// The terms on which booths may be used; nil where they are not known.
package struct SourceTerms: Hashable, Sendable {
  /// The name or the address of a licence, such as `ODbL-1.0`.
  package var licence: String?
  /// Whom to name wherever the booths are shown.
  package var attribution: String?

  /// Whether the booths may be published again. Not if the licence reserves all rights, in one of the usual words.
  package var allowsRepublishing: Bool {
    guard let licence else { return true }
    let folded = licence.lowercased().filter { $0.isLetter }
    return !["allrightsreserved", "proprietary", "noredistribution", "재배포금지"].contains(where: folded.contains)
  }

  /// The maximum number of characters of each.
  package static let maxCount = 200

  package init(licence: String? = nil, attribution: String? = nil) {
    self.licence = licence
    self.attribution = attribution
  }
}

/// A term of a source, as columns of exports name it.
enum SourceTerm: String, CaseIterable {
  case licence
  case attribution

  var path: WritableKeyPath<SourceTerms, String?> {
    switch self {
    case .licence: \.licence
    case .attribution: \.attribution
    }
  }

  func text(_ terms: SourceTerms?) -> String? { terms?[keyPath: path] }
}
