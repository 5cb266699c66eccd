import Basics
import Geo
import PlaceFiles
import Tabular

extension ImportPlan {
  /// Plans an import from the file's sample and the options.
  /// - Throws: `DomainError` with the option to pass, see `CRSDetection`.
  init(_ sample: ImportSample, _ options: ImportOptions) throws(DomainError) {
    let header = sample.header
    let evidence = CRSEvidence(
      degrees: sample.degrees, metres: sample.metres, provinces: sample.provinces, headers: header.headers,
      hintedSystems: header.hintedSystems, isPermitData: header.isPermitData)
    let detection = try CRSDetection(evidence, explicit: options.referenceSystem, fixesSwapped: options.fixesSwapped)
    source = options.source ?? SourceName.from(fileName: options.fileName)
    terms = SourceTerms(
      licence: options.terms.licence ?? sample.terms.licence,
      attribution: options.terms.attribution ?? sample.terms.attribution)
    dialect = sample.dialect ?? Dialect(encoding: .utf8, delimiter: 0x2C)
    headerLine = sample.headerLine
    headers = header.headers
    columns = header.columns
    completion = header.completion
    fileColumnCount = header.fileHeaders.count
    hours = header.hours
    payments = header.payments
    filter = sample.filter
    ignored = header.ignored
    coordinates = detection.coordinates
    fallback = detection.fallback
    expectsKorea = detection.expectsKorea
    sampled = sample.rows
    isStrict = options.isStrict
    keepsWithoutCoordinate = options.keepsWithoutCoordinate
    decisions = []
    decisions = introduction(sample) + header.decisions + detection.decisions + conclusion(options)
  }

  private func introduction(_ sample: ImportSample) -> [String] {
    var decisions = [
      sample.format.map { "The file is \($0.rawValue); a line here is the number of \($0.unit)." }
        ?? "The text is \(dialect.encoding.rawValue), separated by \(ImportPlan.name(of: dialect.delimiter))."
    ]
    if let title = sample.titles.first {
      let others = sample.titles.count > 1 ? " and \(sample.titles.count - 1) more" : ""
      decisions.append("The header is on line \(headerLine), below “\(title.prefix(60))”\(others).")
    }
    let found = ImportField.allCases.compactMap { field in
      columns[field].map { "\(field.rawValue) from “\(headers[$0])”" }
    }
    decisions.append("Read: \(found.joined(separator: ", ")).")
    if !hours.isEmpty {
      let names = HeaderColumns.list(hours.columns.sorted().map { headers[$0] })
      decisions.append("Opening hours are assembled from \(names).")
    }
    if !payments.columns.isEmpty {
      decisions.append("\(HeaderColumns.list(payments.columns.map { headers[$0] })) become tags.")
    }
    if columns[.branch] != nil, let name = columns[.name] {
      decisions.append("The name is made of “\(headers[name])” and “\(headers[columns[.branch] ?? name])”.")
    }
    if !ignored.isEmpty { decisions.append("Not read: \(HeaderColumns.list(ignored.map { headers[$0] })).") }
    return decisions
  }

  private func conclusion(_ options: ImportOptions) -> [String] {
    var decisions = options.only.map { "Only rows with “\($0.value)” in “\($0.header)” are read, as specified." }
    if columns[.externalID] == nil { decisions.append("Without a key column, name and address identify a row.") }
    if keepsWithoutCoordinate { decisions.append("Rows without a coordinate are kept, as specified.") }
    if let licence = terms.licence { decisions.append("The licence of the source is “\(licence)”.") }
    if let attribution = terms.attribution { decisions.append("Its attribution is “\(attribution)”.") }
    if options.source == nil { decisions.append("The source is “\(source)”, after the file; set it with --source.") }
    return decisions
  }

  private static func name(of delimiter: UInt8) -> String {
    switch delimiter {
    case 0x2C: "commas"
    case 0x09: "tabs"
    case 0x3B: "semicolons"
    case 0x7C: "vertical bars"
    default: "“\(Unicode.Scalar(delimiter))”"
    }
  }
}
