/// The path of a value in a document that is being parsed.
struct JSONPath {
  private enum Step {
    case key(String)
    case index(Int)
  }

  private var steps: [Step] = []

  mutating func enter(_ key: String) { steps.append(.key(key)) }
  mutating func enter(_ index: Int) { steps.append(.index(index)) }
  mutating func leave() { steps.removeLast() }

  /// Such as `photos[2].name`; nil for the whole document. It ends before a key that must not be echoed.
  var description: String? { text(of: steps[...]) }

  /// The top-level field that contains the value.
  var outermost: String? { text(of: steps.prefix(1)) }

  var subject: String { description.map { "The field '\($0)'" } ?? "The document" }

  var reference: String { description.map { "the field '\($0)'" } ?? "the document" }

  private func text(of steps: ArraySlice<Step>) -> String? {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        guard FieldName.isPlain(key) else { return text.isEmpty ? nil : text }
        text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? nil : text
  }
}
