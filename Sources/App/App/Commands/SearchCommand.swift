import Basics
import Booths
import CommandLineKit
import Geo
import NativeAPI

extension Command {
  static let search = Command(
    specification: CommandSpecification(
      path: ["search"], summary: "Find places, stations, chains, booths and addresses by name", operands: "QUERY",
      options: [
        .parameter(SearchParameters.limit, "N"),
        .value("from", "LAT,LON", "Show distances from here, and prefer near results"),
        .format("table", "json"), ChainTable.option,
      ],
      discussion: """
        QUERY is Korean, English or romanised, initial consonants, or the beginning of any of these; best match first.
        Places, chains, addresses and words of names may stand together in any order, with conditions such as 24시간, 영업중,
        5명 or 5000원 이하. A word that is not understood is named, and the rest is searched for.
          fourcuts search 강남역
          fourcuts search gangnam
          fourcuts search ㄱㄴㅇ
          fourcuts search 인생네컷 홍대
          fourcuts search photo booth near hongdae
          fourcuts search 서울 마포구 인생네컷 24시간
        """)
  ) { command, context in
    guard !command.operands.isEmpty else {
      throw DomainError.usage("operands", "Name what to find, e.g. 'fourcuts search 강남역'.")
    }
    let position = try command["from"].map { text throws(DomainError) in try CoordinateText.parse(text).resolved() }
    let text = try ParsedCommand.operand(
      command.operands.joined(separator: " "), "QUERY", SearchParameters.text)
    let limit = try command.required(SearchParameters.limit)
    let format = try command.choice("format", SearchFormat.self) ?? .table
    let gazetteer = try Gazetteer.ofThisProgram()
    let catalogue = try await Assembly.open(command, for: .read).catalogue()
    let search = PlaceSearch(gazetteer, catalogue, from: position, now: context.now())
    let read = search.read(text)
    let interpretation = search.interpretation(of: read)
    let list = try await LimitedList(limit) { search.results(for: read, limit: $0) }
    defer { list.hint(context.console) }
    switch format {
    case .table:
      try context.console.out(table(list.items, context.console.style))
      let unknown = interpretation.parts.filter { $0.meaning == .unknown }
      if !unknown.isEmpty {
        let names = unknown.map { part in
          "'\(part.text)'" + (part.suggestion.map { " (did you mean \($0.name)?)" } ?? "")
        }
        context.console.error(
          "Nothing is known of \(names.joined(separator: ", "))"
            + (list.items.isEmpty ? "." : ": these are the results of the rest."))
      }
    case .json:
      let answer = SearchAnswer(results: list.items, interpretation: interpretation)
      try context.console.out(json: answer.document)
    }
  }
}

private enum SearchFormat: String, CaseIterable { case table, json }

private func table(_ results: [SearchResult], _ style: TextStyle) -> String {
  if results.isEmpty { return "Nothing matches.\n" }
  let hasDistance = results.contains { $0.metres != nil }
  var table = TextTable(columns: [("KIND", .left), ("NAME", .text), ("ENGLISH", .text), ("WHERE", .text)])
  if hasDistance { table.columns.append(("DISTANCE", .right)) }
  table.columns += [("LATITUDE", .right), ("LONGITUDE", .right), ("BOOTH", .right)]
  table.leftOut = [["LATITUDE", "LONGITUDE"], ["ENGLISH"]]
  table.rows = results.map { result in
    [result.kind.rawValue, result.name, result.englishName ?? "", result.area ?? ""]
      + (hasDistance ? [result.metres.map(distanceText) ?? ""] : [])
      + [
        fixed(result.coordinate.latitude, decimals: 5), fixed(result.coordinate.longitude, decimals: 5),
        result.booth?.description ?? "",
      ]
  }
  return table.rendered(style)
}

// MARK: Places as operands

/// The place that words name instead of coordinates.
/// - Parameter unreadable: Why they are no coordinates.
/// - Throws: `DomainError` `place-ambiguous` or `place-unknown`, or `unreadable` if the words look like coordinates.
func namedPlace(_ words: [String], unreadable: DomainError) throws -> SearchResult {
  let text = words.joined(separator: " ")
  guard text.contains(where: \.isLetter) else { throw unreadable }
  // No booth is searched for, so the time does not matter.
  let search = PlaceSearch(try Gazetteer.ofThisProgram(), .empty, now: Timestamp(seconds: 0))
  switch search.origin(named: text) {
  case .place(let place): return place
  case .choices(let places):
    let names = places.prefix(5).map(\.fullName).joined(separator: ", ")
    throw DomainError(.notFound, "place-ambiguous", "'\(text)' may mean \(names): name one of them.", field: "PLACE")
  case .unknown:
    // A system such as EPSG:5174 with numbers that cannot be read, a link, or a coordinate with more than it needs.
    if text.contains(":") || text.first?.isNumber == true { throw unreadable }
    throw DomainError(
      .notFound, "place-unknown",
      "No place is called '\(text)'; 'fourcuts search' knows regions, stations, universities and sights.",
      field: "PLACE")
  }
}

extension SearchResult {
  /// With the region that tells it from others of this name.
  var fullName: String { area.map { "\($0) \(name)" } ?? name }
}
