/// The interpretation of the parts of a search text.
package struct Interpretation: Sendable {
  package struct Part: Hashable, Sendable {
    /// As typed.
    package let text: String
    package let meaning: Meaning
    /// For text that is not understood: the name that comes closest to it.
    package var suggestion: Suggestion?
  }

  /// A place or a chain that text may mean.
  package struct Suggestion: Hashable, Sendable {
    package let kind: SearchResult.Kind
    package let name: String
    package let englishName: String?
  }

  package enum Meaning: Hashable, Sendable {
    /// A region, a station or another place, by its name.
    case place(SearchResult.Kind, name: String)
    case line(String)
    case chain(String)
    case wish(BoothWish)
    /// Words of the names and addresses of booths.
    case words
    /// Words that say nothing: 근처, photo booth, 10번 출구.
    case filler
    case unknown

    /// The values of `kind`.
    package static let kinds = [
      "region", "station", "place", "line", "brand", "filter", "words", "filler", "unknown",
    ]

    package var kind: String {
      switch self {
      case .place(let kind, _): kind.rawValue
      case .line: "line"
      case .chain: "brand"
      case .wish: "filter"
      case .words: "words"
      case .filler: "filler"
      case .unknown: "unknown"
      }
    }
  }

  package let parts: [Part]
}

/// A text as a search reads it: taken apart once, whatever is asked about it.
package struct SearchQuery: Sendable {
  let phrase: SearchPhrase
  let reading: Reading

  package var followsClock: Bool { reading.wishes.contains(.openNow) }
}

/// The results of a search, and the interpretation of its text.
package struct SearchAnswer: Sendable {
  package let results: [SearchResult]
  package let interpretation: Interpretation

  package init(results: [SearchResult], interpretation: Interpretation) {
    self.results = results
    self.interpretation = interpretation
  }
}
