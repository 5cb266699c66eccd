import APIKit
import Accounts
import Basics
import Booths
import Contracts
import HTTP
import JSON

struct ImportEndpoints: Sendable {
  /// Runs imports; nil: imports over HTTP are disabled.
  let runner: (any ImportService)?
  let access: OperatorAccess

  var all: [Endpoint] { [run] }

  private var run: Endpoint {
    Endpoint(
      method: .post, path: "/api/imports", group: .imports, summary: "Import a file of booths", cost: .upload,
      details: """
        The body is the file, of any size. Without `commit=true` it is a dry run: the answer reports what the import \
        would do. With it, an operator session needs a recent code: `code-needed`.
        """,
      query: ImportParameters.all, caller: .role(.operator), action: "import",
      body: BodyDescription(
        type: "text/csv",
        summary:
          "Delimited text with a header line, GeoJSON, Overpass JSON, OSM XML, KML, KMZ, GPX, GeoPackage, .xlsx or .ods: "
          + "the format is detected from the content.", limit: .max),
      answers: [
        ResponseDescription(200, "The report of the import or dry run.", [(MediaType.json, "ImportReport")]),
        ResponseDescription(409, "Another import is running.", [(Problem.mediaType, "Problem")]),
        ResponseDescription(415, "The body is a form or an archive.", [(Problem.mediaType, "Problem")]),
      ],
      allowsCrossOrigin: false,
      // Files of a million rows take minutes.
      deadline: .seconds(900),
      handler: .streaming { context in
        guard let runner else {
          throw DomainError(.forbidden, "imports-not-offered", "Imports over HTTP are disabled.")
        }
        let query = context.query
        let options = try ImportOptions(
          query, fileName: try query.value(ImportParameters.file) ?? "upload.csv",
          isDryRun: !(try query.required(ImportParameters.commit)))
        if !options.isDryRun { try access.checkDangerous(context) }
        guard case .stream(let file) = context.request.body else {
          throw DomainError(.invalid, "file-missing", "Send the file as the body of the request.")
        }
        try checkType(context.request.headers["Content-Type"])
        var report = try await inWordsOfHTTP {
          try await runner.run(options, file: file, by: context.roleCaller?.account)
        }
        report.plan.decisions = report.plan.decisions.map(inWordsOfHTTP)
        return Response(
          status: 200, headers: .operatorOnly, body: .bytes(report.json(isDryRun: options.isDryRun).bytes))
      })
  }

  /// Rejects bodies that hold the file within something else. Any other type is accepted, also that which `curl` sends by
  /// default: the content decides.
  private func checkType(_ type: String?) throws {
    let name = type?.prefix { $0 != ";" }.lowercased() ?? ""
    let wrapped = ["multipart/", "application/zip", "application/gzip", "application/vnd.ms-excel"]
    if wrapped.contains(where: name.hasPrefix) {
      throw UnsupportedMediaType(
        advice: "Send the file itself as the body, with curl by --data-binary @FILE; a form or an archive is not read.")
    }
  }

  /// Replaces options of the command line in a text by parameters.
  private func inWordsOfHTTP(_ text: String) -> String {
    ImportParameters.options.reduce(text) { text, parameter in
      let option = "--" + parameter.name.replacing("_", with: "-")
      if parameter.schema["type"] == "boolean" { return text.replacing(option, with: parameter.name + "=true") }
      return text.replacing(option + " ", with: parameter.name + "=").replacing(option, with: parameter.name)
    }
  }

  private func inWordsOfHTTP<Report>(_ body: () async throws -> Report) async throws -> Report {
    do {
      return try await body()
    } catch let error as DomainError {
      throw DomainError(
        error.kind, error.code, inWordsOfHTTP(error.message), field: error.field, condition: error.condition,
        retryAfter: error.retryAfter)
    }
  }
}
