/// A text of the catalogue for pages of others, such as a messenger's preview: one line without control characters,
/// bidirectional controls and other invisible format characters, which could reverse the text beside it.
func displayText(_ text: String, maxLength: Int = 300) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    guard result.count < maxLength else { break }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
    case .format, .surrogate, .unassigned, .privateUse: continue
    default: result.append(scalar)
    }
  }
  let words = String(result).split(separator: " ")
  return words.joined(separator: " ")
}
