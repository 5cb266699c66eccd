import APIKit
import Basics
import HTTP
import JSON

/// An operation on the documentation page: what it takes, what it answers, and recorded examples.
struct OperationSection {
  let endpoint: Endpoint
  let examples: [RecordedExample]
  let address: String
  let text: (String) -> String
  let title: (String) -> String

  var html: String {
    let id = OpenAPI.operationID(endpoint)
    return """
      <article class="docs-operation" id="\(id)" aria-labelledby="\(id)-title"\(canBeSent ? " data-send" : "")>
      <h4 id="\(id)-title"><a href="#\(id)">\(Self.method(endpoint)) <code>\(Markup.escaped(endpoint.path))</code></a></h4>
      <div class="docs-columns"><div>
      <p class="docs-summary">\(title(endpoint.summary))</p>\(details)
      \(credentials)\(parameters)\(body)\(answers)
      </div><div class="docs-examples">\(exampleSection)</div></div>
      </article>
      """
  }

  static func method(_ endpoint: Endpoint) -> String {
    let name = endpoint.method.rawValue
    return "<span class=\"docs-method is-\(name.lowercased())\">\(name)</span>"
  }

  /// Text of the table as HTML; backticks mark code.
  static func prose(_ text: String) -> String {
    let parts = Markup.escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }.joined()
  }

  /// Whether the page may send it: it changes nothing, and ends.
  private var canBeSent: Bool { endpoint.method == .get && endpoint.isSafe && !endpoint.isLongLived }

  private var details: String {
    endpoint.description.isEmpty ? "" : "<p lang=\"en\">\(Self.prose(endpoint.description))</p>"
  }

  private var credentials: String {
    let (all, areOptional) = Credential.all(of: endpoint)
    if all.isEmpty { return "" }
    let fields = all.map { credential in
      """
      <code data-header="\(credential.header)" data-prefix="\(Markup.escaped(credential.prefix))">\
      \(Markup.escaped(credential.headerField))</code>
      """
    }
    return "<p class=\"docs-needs\">\(text(areOptional ? "takes" : "needs")) \(fields.joined(separator: ", "))</p>\n"
  }

  // MARK: Tables

  private var parameters: String {
    let segments = endpoint.pathParameters.map { row($0, in: "path", isRequired: true) }
    let query = endpoint.query.map { row($0, in: "query", isRequired: $0.isRequired) }
    let headers = endpoint.headers.map { row($0, in: "header", isRequired: $0.isRequired) }
    return table(text("parameters"), segments + query + headers)
  }

  private func row(_ parameter: any DescribedParameter, in location: String, isRequired: Bool) -> String {
    let value = parameter.example.map { " data-value=\"\(Markup.escaped($0))\"" } ?? ""
    return row(
      parameter.name, "data-in=\"\(location)\" data-name=\"\(Markup.escaped(parameter.name))\"\(value)", isRequired,
      parameter.schema, parameter.summary, parameter.example)
  }

  private var body: String {
    guard let body = endpoint.body else { return "" }
    let rows =
      body.fields.map { fields in
        fields.map { row($0.name, "", $0.isRequired, $0.schema, $0.summary, $0.example?.indented()) }
      } ?? body.schema.map { SchemaTable.rows(of: $0) } ?? []
    return """
      <h5>\(text("body"))</h5>
      <p><code>\(Markup.escaped(body.type))</code> <span lang="en">\(Self.prose(body.summary))</span></p>
      \(table(nil, rows))
      """
  }

  private func row(
    _ name: String, _ attributes: String, _ isRequired: Bool, _ schema: JSONValue, _ summary: String, _ example: String?
  ) -> String {
    let sample = example.map { value in
      " <span class=\"docs-sample\">\(text("sample")) <code>\(Markup.escaped(value))</code></span>"
    }
    return """
      <tr\(attributes.isEmpty ? "" : " \(attributes)")><th scope="row"><code>\(Markup.escaped(name))\
      \(isRequired ? "" : "?")</code></th><td><span class="docs-type">\(SchemaTable.type(schema))</span> \
      <span lang="en">\(Self.prose(summary))</span>\(sample ?? "")</td></tr>
      """
  }

  private func table(_ title: String?, _ rows: [String]) -> String {
    guard !rows.isEmpty else { return "" }
    let heading = title.map { "<h5>\($0)</h5>\n" } ?? ""
    return "\(heading)<table class=\"docs-fields\">\(rows.joined(separator: "\n"))</table>\n"
  }

  private var answers: String {
    let problem = ResponseDescription(0, "", [("application/problem+json", "Problem")])
    let described = endpoint.answers + (endpoint.errorFormat.isStrict ? [problem] : [])
    let rows = described.map { answer in
      let forms = answer.content.map { type, schema in
        let link = schema.map { " <a href=\"#schema-\(Markup.escaped($0))\">\(Markup.escaped($0))</a>" } ?? ""
        return "<span class=\"docs-type\"><code>\(Markup.escaped(type))</code>\(link)</span>"
      }
      let status = answer.status == 0 ? text("otherwise") : String(answer.status)
      return """
        <tr><th scope="row">\(status)</th><td><span lang="en">\(Self.prose(answer.summary))</span> \
        \(forms.joined(separator: " "))</td></tr>
        """
    }
    return table(text("answers"), rows)
  }

  // MARK: Examples

  private var exampleSection: String {
    if examples.isEmpty {
      return command(CurlCommand(endpoint, credentials: Credential.all(of: endpoint).credentials))
    }
    return examples.map { example in
      let type = example.type.map { " <code>\(Markup.escaped($0))</code>" } ?? ""
      let content = example.answer.map { $0.string ?? $0.indented() }
      return """
        \(command(CurlCommand(example, of: endpoint), target: example.target))\
        <p class="docs-status"><span class="docs-code is-\(example.status / 100)">\(example.status)</span>\(type)</p>
        \(content.map { "<pre class=\"docs-answer\" tabindex=\"0\"><code>\(Markup.escaped($0))</code></pre>" } ?? "")
        """
    }.joined(separator: "\n")
  }

  private func command(_ command: CurlCommand, target: String? = nil) -> String {
    let marked = Markup.escaped(command.text(address: address))
      .replacing(Markup.escaped(address), with: "<span class=\"docs-address\">\(Markup.escaped(address))</span>")
    let attribute = target.map { " data-target=\"\(Markup.escaped($0))\"" } ?? ""
    return "<pre class=\"docs-command\" tabindex=\"0\"\(attribute)><code>\(marked)</code></pre>\n"
  }
}
