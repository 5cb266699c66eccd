/// A style sheet as it is served: without its comments and its indentation.
///
/// Strings of the sheet hold no `/*`.
func servedStyleSheet(_ source: [UInt8]) -> [UInt8] {
  let parts = String(decoding: source, as: UTF8.self).replacing(#//\*.*?\*//#.dotMatchesNewlines(), with: "")
  let lines = parts.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  return Array((lines.joined(separator: "\n") + "\n").utf8)
}
