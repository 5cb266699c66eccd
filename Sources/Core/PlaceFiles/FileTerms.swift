/// The terms of use in a file; nil for those that it does not state.
package struct FileTerms: Hashable, Sendable {
  package private(set) var licence: String?
  package private(set) var attribution: String?

  /// Notes what the file has under a key of its metadata. The first value counts; those of OpenStreetMap get the form that
  /// its licence asks for.
  mutating func add(_ key: String, _ text: String) {
    guard !text.isEmpty else { return }
    let folded = text.lowercased()
    let isOpenStreetMap = folded.contains("openstreetmap")
    if isOpenStreetMap { attribution = "© OpenStreetMap contributors" }
    if isOpenStreetMap || folded.contains("odbl") { licence = "ODbL-1.0" }
    switch key {
    case "license", "licence": licence = licence ?? text
    // All The Places says whether one is wanted, and has the name in another key.
    case "attribution" where ["required", "optional", "no"].contains(text): break
    case "attribution", "attribution:name", "copyright": attribution = attribution ?? text
    default: break
    }
  }
}
