/// A language that this service speaks; the first is the default.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case korean = "ko"
  case english = "en"
}
