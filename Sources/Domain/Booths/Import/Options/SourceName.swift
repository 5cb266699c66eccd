enum SourceName {
  /// A file name without its extension and without trailing dates, counters and copy marks: `서울시_박물관_20180821.csv` and
  /// `서울시_박물관_2019-01 (2).csv` both give `서울시_박물관`. A name that would become empty keeps them.
  static func from(fileName: String) -> String {
    let stem = fileName.lastIndex(of: ".").map { fileName[..<$0] } ?? fileName[...]
    var rest = stem
    while let shorter = withoutTrailingNumber(rest) { rest = shorter }
    let name = rest.isEmpty ? stem : rest
    let cleaned = PlainText.text(ArraySlice(Array(name.utf8))) ?? "import"
    return String(cleaned.prefix(100))
  }

  /// The text without its trailing group of digits and the separators before it; nil without a separated group (`cp949`
  /// keeps its digits).
  private static func withoutTrailingNumber(_ text: Substring) -> Substring? {
    let open = text.hasSuffix(")") ? text.dropLast() : text
    let digits = open.reversed().prefix { ("0"..."9").contains($0) }.count
    let before = open.dropLast(digits)
    guard digits > 0, let last = before.last, separators.contains(last) else { return nil }
    let stem = before.reversed().drop { separators.contains($0) }.count
    return before.prefix(stem)
  }

  private static let separators: Set<Character> = ["_", "-", ".", " ", "("]
}
