import Foundation
import SQL
import Support
import Testing
import Workload

/// Whole runs of the real program, as a person or a script sees them.
@Suite("The program")
struct ProgramTests {
  private static let sample = SharedData.root.appendingPathComponent("Data/booths.sample.csv").path

  private static let small = """
    external_id,name,brand,latitude,longitude,status,opening_hours,road_address
    A1,샘플네컷 강남점,샘플네컷,37.4979,127.0276,operating,24/7,서울특별시 강남구 강남대로 1
    A2,샘플네컷 역삼점,샘플네컷,37.5006,127.0364,operating,Mo-Su 10:00-22:00,서울특별시 강남구 테헤란로 1
    A3,예시포토 서울역점,예시포토,37.5547,126.9707,operating,,서울특별시 중구 한강대로 1

    """

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("The sample catalogue is imported completely, and again without a change")
  func sampleCatalogue() throws {
    let program = try Program()
    let first = try json(try program.run("import", Self.sample, "--format", "json").output)
    let counts = try #require(first["counts"] as? [String: Int])
    let read = try #require(counts["read"])
    #expect(read >= 400)
    #expect(counts["rejected"] == 0)
    #expect(counts["duplicate"] == 0)
    let again = try json(try program.run("import", Self.sample, "--format", "json").output)
    #expect((again["counts"] as? [String: Int])?["unchanged"] == read)
  }

  @Test("A file names its source wherever it lies, standard input does not")
  func sourceNames() throws {
    let program = try Program()
    let shared = URL(fileURLWithPath: "/dev/shm/fourcuts-\(UUID().uuidString.prefix(8)).csv")
    try Self.small.write(to: shared, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: shared) }
    func source(_ operand: String) throws -> String? {
      try json(try program.run("import", operand, "--format", "json", input: Self.small).output)["source"]
        as? String
    }
    #expect(try source(shared.path) == shared.deletingPathExtension().lastPathComponent)
    #expect(try source("-") == "standard-input")
    #expect(try source("/dev/stdin") == "standard-input")
  }

  @Test("A file with decomposed Hangul, also in its name, is the same file")
  func decomposedHangul() throws {
    let program = try Program()
    try program.run("import", try program.file("부스.csv", Self.small))
    let pieces = try program.file(
      "부스.csv".decomposedStringWithCanonicalMapping, Self.small.decomposedStringWithCanonicalMapping)
    let again = try json(try program.run("import", pieces, "--format", "json").output)
    #expect((again["counts"] as? [String: Int])?["unchanged"] == 3)
    let edit = "예시네컷".decomposedStringWithCanonicalMapping
    #expect(try program.run("booths", "edit", "3", "--brand", edit).code == 0)
    let forms = ["예시네컷", edit, "예시 네컷", "예시네\u{110F}\u{1165}\u{11BA}"]
    for brand in forms {
      let near = try json(
        try program.run("near", "37.5", "127", "--brand", brand, "--format", "json").output)
      #expect((near["booths"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [3], "\(brand)")
      let listed = try program.run("booths", "list", "--brand", brand, "--format", "csv").lines
      #expect(listed.count == 2 && listed[1].contains("예시포토 서울역점"), "\(brand)")
    }
    #expect(
      try program.run("booths", "export").output.utf8.elementsEqual(
        try program.run("booths", "export").output.precomposedStringWithCanonicalMapping.utf8))
  }

  @Test("Nearest booths are found by coordinate, by booth and by location state")
  func near() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    let found = try json(try program.run("near", "37.4979,127.0276", "--limit", "2", "--format", "json").output)
    let booths = try #require(found["booths"] as? [[String: Any]])
    #expect(booths.compactMap { $0["external_id"] as? String } == ["A1", "A2"])
    #expect(booths[0]["distance_m"] as? Double == 0)
    let table = try program.run("near", "--from-address-of", "3", "--limit", "1")
    #expect(table.output.contains("예시포토 서울역점"))
    let denied = try program.run("near", "--location-state", "denied", "--format", "csv")
    #expect(denied.lines.count == 4)
    #expect(denied.errors.contains("the default place is used. That is 37.358647,127.105207 ("), "\(denied.errors)")
    #expect(try program.run("near", "37.5", "127", "--radius", "10m").output == "No booth matches.\n")
  }

  @Test("An unknown chain is named, with the one that it may mean or the largest")
  func unknownBrands() throws {
    let program = try Program()
    let booths = "1,a,인생네컷,37.5,127\n2,b,인생네컷,37.5,127\n3,c,포토이즘,37.5,127\n"
    try program.run("import", try program.file("chains.csv", "external_id,name,brand,latitude,longitude\n" + booths))
    for (brand, part) in [
      ("인생내컷", "There is no chain '인생내컷'; did you mean '인생네컷'?"), ("Life4Cuts", "did you mean '인생네컷'?"),
      ("zzz", "There is no chain 'zzz'; the largest are 인생네컷, 포토이즘."),
    ] {
      let near = try program.run("near", "37.5", "127", "--brand", brand)
      #expect(near.code == 0 && near.output == "No booth matches.\n" && near.errors.contains(part), "\(near.errors)")
    }
    #expect(try program.run("near", "37.5", "127", "--brand", "인생네컷,포토이즘").errors.isEmpty)
    #expect(try program.run("in", "126", "37", "128", "38", "--brand", "인생네컷,zzz").errors.contains("no chain 'zzz'"))
  }

  @Test("A link or an overlong coordinate is refused with how to write it")
  func unreadableCoordinates() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    for (text, part) in [
      ("https://maps.google.com/?q=37.5,127", "A link can't be read"), ("37.5,127,15z", "write 37.4979,127.0276 or"),
      ("geo:0,0?q=37.5,127", "write 37.4979,127.0276 or"), ("nmap://place?lat=37.5&lng=127", "A link can't be read"),
    ] {
      let refused = try program.run("near", text)
      #expect(refused.code == 3 && refused.errors.contains(part), "\(refused.errors)")
      #expect(!refused.errors.contains("EPSG:5179"))
    }
  }

  @Test("A closed pipe ends a command like other programs, and a full disk is an error")
  func closedOutput() throws {
    let program = try Program()
    func run(_ script: String) throws -> Program.Result {
      try program.start(["version"], by: ["/bin/bash", "-c", script]).finish()
    }
    let unread = try run(#"{ sleep 0.5; "$0" "$@"; echo "code $?" >&2; } | true"#)
    #expect(unread.errors == "code 141\n")
    let full = try run(#""$0" "$@" >/dev/full"#)
    #expect(full.code == 1 && full.errors.contains("Standard output cannot be written"), "\(full.errors)")
  }

  @Test("Nearest booths are found by the name of a place, and unknown names are refused with advice")
  func nearNamedPlace() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    for words in [["gangnam", "station"], ["강남역".decomposedStringWithCanonicalMapping]] {
      let near = try program.start(["near"] + words + ["--limit", "1"]).finish()
      #expect(near.lines.first == "From 서울 강남역 (Gangnam Station).", "\(near.output)")
      #expect(near.output.contains("샘플네컷 강남점"))
    }
    for (place, part) in [("중구", "부산 중구"), ("아무도모르는이름", "fourcuts search")] {
      let refused = try program.start(["near", place]).finish()
      #expect(refused.code == 4 && refused.output.isEmpty && refused.errors.contains(part), "\(refused.errors)")
    }
    for numbers in [["37.5"], ["EPSG:5174", "x", "y"], ["91", "127"]] {
      #expect(try program.start(["near"] + numbers).finish().code != 0)
    }
  }

  @Test("Search finds places, chains and booths, as a table and as the API writes them")
  func search() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    let table = try program.run("search", "강남역", "근처")
    #expect(table.lines.count == 2 && table.lines[1].hasPrefix("station  강남역"), "\(table.output)")
    let found = try json(
      try program.run("search", "샘플네컷", "강남", "--from", "37.5,127", "--format", "json").output)
    let results = try #require(found["results"] as? [[String: Any]])
    let first = try #require(results.first)
    #expect(first["kind"] as? String == "booth")
    #expect(first["booth_id"] as? Int == 1)
    #expect(first["name_en"] as? String == "Sample Four Cuts Gangnam")
    let metres = try #require(first["distance_m"] as? Double)
    #expect(metres > 100)
    #expect(try program.run("search", "아무도모르는이름").output == "Nothing matches.\n")
    #expect(try program.start(["search"]).finish().code == 2)
  }

  @Test("A batch is answered line by line, in order")
  func batch() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    let questions = """
      {"id":"a","lat":37.4979,"lon":127.0276,"limit":1}
      {"id":2,"lat":37.4979,"lon":127.0276,"radius_m":1500}
      {"id":3.5,"bbox":[126.9,37.5,127.0,37.6]}
      nonsense
      {"id":4,"lat":95,"lon":0}
      """
    let result = try program.run("near", "--batch", "-", input: questions)
    #expect(result.code == 3)
    #expect(result.lines.count == 5)
    #expect(result.lines[0] == #"{"id":"a","booths":[{"id":1,"external_id":"A1","distance_m":0.0000}]}"#)
    #expect(result.lines[1].hasPrefix(#"{"id":2,"booths":[{"id":1,"external_id":"A1","distance_m":0.0000},{"id":2,"#))
    #expect(result.lines[2] == #"{"id":3.5,"booths":[{"id":3,"external_id":"A3","distance_m":null}]}"#)
    #expect(result.lines[3].hasPrefix(#"{"id":null,"error":""#))
    #expect(result.lines[4].hasPrefix(#"{"id":4,"error":""#))
  }

  @Test("An edit by hand survives a re-import, unless the import overwrites it")
  func edits() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    #expect(try program.run("booths", "edit", "1", "--price", "5000", "--name", "강남 샘플").code == 0)
    let verified = try program.run("booths", "edit", "1", "--last-verified", "2026-11-20T10:15:00+09:00")
    #expect(verified.output.contains("2026-11-20T01:15:00Z  (edited)"))
    #expect(try program.run("booths", "edit", "1", "--last-verified", "yesterday").code == 3)
    let changed = try program.file("small.csv", Self.small.replacingOccurrences(of: "강남점", with: "강남역점"))
    try program.run("import", changed)
    #expect(try program.run("booths", "show", "1").output.contains("강남 샘플"))
    try program.run("import", changed, "--overwrite-edits")
    #expect(try program.run("booths", "show", "1").output.contains("샘플네컷 강남역점"))
  }

  @Test("An import is rolled back")
  func rollback() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    let before = try program.run("booths", "export").output
    let changed =
      Self.small.replacingOccurrences(of: "역삼점,샘플네컷,37.5006", with: "역삼점,샘플네컷,37.6006")
      + "A4,새 부스,,37.5,127.0,operating,,\n"
    #expect(try program.run("import", try program.file("small.csv", changed)).output.contains("1 added, 1 changed"))
    #expect(try program.run("imports", "rollback", "2").code == 0)
    #expect(try program.run("booths", "export").output == before)
    #expect(try program.run("imports", "rollback", "2").code == 3)
    #expect(try program.run("imports", "rollback", "9").code == 4)
    #expect(try program.run("imports", "list").output.contains("rolled back"))
  }

  @Test("A dry run changes nothing, and a strict import accepts all rows or none")
  func dryAndStrict() throws {
    let program = try Program()
    let file = try program.file("bad.csv", Self.small + "A9,좌표 없음,,,,operating,,\n")
    let dry = try program.run("import", file, "--dry-run")
    #expect(dry.output.contains("3 would be added"))
    #expect(try program.run("booths", "list").code == 4)
    let strict = try program.run("import", file, "--strict")
    #expect(strict.code == 3)
    #expect(strict.errors.split(separator: "\n").count == 1)
    #expect(try program.run("imports", "list").output.hasPrefix("No imports yet"))
    #expect(try program.run("import", file).code == 0)
    let rejected = try String(contentsOfFile: file + ".rejected.csv", encoding: .utf8)
    #expect(rejected.contains("5,no-coordinate,"))
    #expect(rejected.contains("좌표 없음"))
  }

  @Test(
    "Commands that read report a missing catalogue with advice and make nothing",
    .enabled(if: TestDatabase.engine == .sqlite))
  func noCatalogue() throws {
    let program = try Program()
    for words in [
      ["near", "37.5", "127"], ["in", "126", "37", "127", "38"], ["booths", "show", "1"], ["booths", "list"],
      ["booths", "edit", "1", "--price", "1"], ["imports", "rollback", "1"], ["near", "--batch", "-"],
      ["search", "강남"], ["near", "강남"], ["reports", "list"], ["payments", "list"],
    ] {
      let result = try program.start(words).finish()
      #expect(result.code == 4, "\(words) \(result.errors)")
      #expect(result.errors.contains("no catalogue in") && result.errors.contains("--data-dir"), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: program.data.path))
    try program.run("import", try program.file("small.csv", Self.small))
    #expect(try program.start(["near", "1000", "0"]).finish().code == 3)
    #expect(try program.start(["near", "abc"]).finish().code == 4)
    #expect(try program.run("near", "37", "127", "--location-state", "denied").code == 2)
  }

  @Test("A dry run leaves no file, and the rejected rows of an earlier import stay")
  func rejectsFiles() throws {
    let program = try Program()
    let file = try program.file("bad.csv", Self.small + "A9,좌표 없음,,,,operating,,\n")
    let names = {
      try FileManager.default.contentsOfDirectory(atPath: program.directory.url.path).filter { $0.contains("bad") }
    }
    let dry = try program.run("import", file, "--dry-run")
    #expect(dry.code == 0 && dry.output.contains("1 rejected"))
    #expect(try names() == ["bad.csv"])
    #expect(try program.run("import", file).code == 0)
    #expect(try Set(names()) == ["bad.csv", "bad.csv.rejected.csv"])
    let rejected = try Data(contentsOf: URL(fileURLWithPath: file + ".rejected.csv"))
    _ = try program.file("bad.csv", Self.small)
    #expect(try program.run("import", file, "--dry-run").code == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file + ".rejected.csv")) == rejected)
    let both = try program.run("import", file + ".rejected.csv", file)
    #expect(both.code == 0 && both.errors.contains("bad.csv.rejected.csv is skipped: it holds the rejected rows"))
    #expect(both.output.contains("3 rows read") && !both.output.contains("4 rows read"))
    #expect(try names() == ["bad.csv"])
  }

  @Test("A pipe is imported like a file")
  func pipes() throws {
    let program = try Program()
    let piped = try program.run("import", "/dev/stdin", input: Self.small)
    #expect(piped.code == 0 && piped.output.contains("3 added"), "\(piped.errors)")
    let pipe = program.directory.url.appendingPathComponent("list.csv").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let reading = try program.start(["import", pipe, "--dry-run"])
    let writer = try #require(FileHandle(forWritingAtPath: pipe))
    try writer.write(contentsOf: Data(Self.small.utf8))
    try writer.close()
    let read = try reading.finish()
    #expect(read.code == 0 && read.output.contains("3 rows read"), "\(read.errors)")
  }

  @Test("Rejected rows are counted beyond those that are shown, and an import without any other fails")
  func manyRejected() throws {
    let program = try Program()
    let header = Self.small.prefix { $0 != "\n" } + "\n"
    let bad = String(repeating: "A9,좌표 없음,,,,operating,,\n", count: 300)
    let unnamed = String(repeating: "A9,,,37.5,127.0,operating,,\n", count: 300)
    let result = try program.run("import", try program.file("bad.csv", header + bad + unnamed))
    #expect(result.code == 3)
    #expect(result.errors.contains("Every row of") && result.errors.contains("was rejected"))
    #expect(
      result.output.contains("lines 2, 3, 4, 5, 6, 7 and 294 more: The row holds no coordinate"), "\(result.output)")
    #expect(result.output.contains("lines 302, 303, 304, 305, 306, 307 and 294 more: The row has no name"))
    let json = try program.run("import", try program.file("bad.csv", header + bad), "--dry-run", "--format", "json")
    #expect(json.output.contains(#""rejected_by_code":[{"code":"no-coordinate","count":300,"first_line":2}]"#))
  }

  @Test("No file is imported if one of several is not there")
  func missingFile() throws {
    let program = try Program()
    let result = try program.run("import", try program.file("small.csv", Self.small), "nothing.csv")
    #expect(result.code == 4 && result.errors.contains("nothing.csv"))
    #expect(try program.run("imports", "list").output.hasPrefix("No imports yet"))
  }

  @Test("A repeated identifier is distinguished from the same place under another one")
  func duplicates() throws {
    let program = try Program()
    let text = "id,name,lat,lon\n1,가,37.5572,126.9254\n1,나,37.5672,126.9354\n2,가,37.5572,126.9254\n"
    let result = try program.run("import", try program.file("twice.csv", text))
    #expect(result.output.contains("line 3: 나 (1) repeats the identifier of an earlier line, which is booth 1"))
    #expect(result.output.contains("line 4: 가 (2) is booth 1 already, 0 m away"))
    #expect(try program.run("imports", "show", "1").output.contains("나 (1) repeats the identifier"))
  }

  @Test("A rollback removes booths that were edited by hand only on request")
  func rollbackOfEdits() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    try program.run("booths", "edit", "2", "--price", "5000")
    let rejected = try program.run("imports", "rollback", "1")
    #expect(rejected.code == 3 && rejected.errors.contains("edited by hand since (2)"), "\(rejected.errors)")
    #expect(try program.run("imports", "rollback", "1", "--discard-edits").code == 0)
  }

  @Test("An import that fails after rejected rows leaves nothing of them")
  func failedImport() throws {
    let program = try Program()
    let bad = "A9,좌표 없음,,,,operating,,\n"
    let file = try program.file("bad.csv", Self.small + String(repeating: bad, count: 3000))
    try program.run("import", try program.file("small.csv", Self.small))
    // Its folder takes no file of that name, which shows only at the end.
    let target = program.directory.url.appendingPathComponent("taken")
    try FileManager.default.createDirectory(at: target.appendingPathComponent("x"), withIntermediateDirectories: true)
    let failed = try program.run("import", file, "--rejected", target.path)
    #expect(failed.code == 1, "\(failed.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: program.directory.url.path)
    #expect(!left.contains { $0.hasSuffix(".part") }, "\(left)")
    #expect(!left.contains("bad.csv.rejected.csv"))
  }

  @Test("Rows without a coordinate are kept on request, listed, and found once they have one")
  func withoutCoordinate() throws {
    let program = try Program()
    let rows = Self.small + "A8,자리 없음,,,,operating,,서울특별시 강남구 테헤란로 9\nA9,자리 미상,,0,0,operating,,\n,열쇠 없음,,,,,,\n"
    let file = try program.file("list.csv", rows)
    #expect(try program.run("import", file, "--dry-run").output.contains("3 rejected"))
    let kept = try program.run("import", file, "--keep-unplaced")
    #expect(kept.output.contains("5 added") && kept.output.contains("1 rejected"), "\(kept.output)\(kept.errors)")
    #expect(try program.run("booths", "list").output.contains("자리 없음"))
    let near = { try program.run("near", "37.5", "127.03", "--limit", "100", "--format", "csv").lines }
    #expect(try near().count == 4 && !near().joined().contains("자리"))
    #expect(try program.run("in", "124", "33", "132", "39", "--format", "csv").lines.count == 4)
    let shown = try json(try program.run("booths", "show", "4", "--format", "json").output)
    #expect(shown["latitude"] is NSNull && shown["name"] as? String == "자리 없음")
    #expect(try program.run("import", file, "--keep-unplaced").output.contains("5 unchanged"))
    #expect(try program.run("booths", "edit", "4", "--place", "37.5,127.03").code == 0)
    #expect(try near().joined().contains("자리 없음"))
    let later = try program.file("list.csv", Self.small + "A9,자리 미상,,37.51,127.04,operating,,\n")
    #expect(try program.run("import", later).output.contains("1 changed"))
    #expect(try near().count == 6)
    // The file that knows no place again leaves the booths where they are.
    let former = try program.file("list.csv", rows)
    #expect(try program.run("import", former, "--keep-unplaced").output.contains("5 unchanged"))
    #expect(try near().count == 6)
  }

  @Test("Texts of an import cannot run in the spreadsheet that opens an export, and come back as they were")
  func formulas() throws {
    let program = try Program()
    let header = "external_id,name,road_address,latitude,longitude,phone\n"
    let rows = "-x1,=HYPERLINK(0),@서울,37.5,127,+82-2-123-4567\n+x2,''=a,-c,37.6,127,\n"
    try program.run("import", try program.file("hostile.csv", header + rows), "--source", "s")
    let exported = try program.run("booths", "export").output
    for cell in ["'-x1", "'=HYPERLINK(0)", "'@서울", "+82-2-123-4567", "'+x2", "'-c", "37.5000000"] {
      #expect(exported.contains(",\(cell),"), "\(cell): \(exported)")
    }
    let again = try program.run("import", try program.file("again.csv", exported), "--source", "s")
    #expect(again.output.contains("2 unchanged"), "\(again.output) \(again.errors)")
    #expect(try program.run("booths", "show", "1", "--format", "json").output.contains(#""name":"=HYPERLINK(0)""#))
  }

  @Test("An export can be imported again without a change")
  func export() throws {
    let program = try Program()
    try program.run("import", Self.sample)
    let exported = try program.run("booths", "export").output
    let other = try Program()
    let result = try other.run("import", try other.file("export.csv", exported))
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains(" 0 rejected"), "\(result.output)")
    let columns = { (text: String) in text.split(separator: "\r\n").map { $0.split(separator: ",", maxSplits: 2).last }
    }
    #expect(columns(try other.run("booths", "export").output) == columns(exported))
    let geoJSON = try program.run("booths", "export", "--format", "geojson").output
    let count = exported.split(separator: "\r\n").count - 1
    #expect((try json(geoJSON)["features"] as? [Any])?.count == count)
    let source = try #require(exported.split(separator: "\r\n").last?.split(separator: ",").dropFirst().first)
    let again = try program.run(
      "import", try program.file("booths.geojson", geoJSON), "--source", String(source), "--format", "json")
    #expect((try json(again.output)["counts"] as? [String: Int])?["unchanged"] == count, "\(again.errors)")
    let fresh = try Program()
    try fresh.run("import", try fresh.file("booths.geojson", geoJSON), "--source", String(source))
    #expect(columns(try fresh.run("booths", "export").output) == columns(exported))
  }

  @Test(
    "An export for map programs can be imported again without a change", arguments: ["geojsonseq", "kml", "gpx", "osm"])
  func mapExport(format: String) throws {
    let program = try Program()
    try program.run("import", Self.sample, "--source", "s")
    let count = try program.run("booths", "export").output.split(separator: "\r\n").count - 1
    let exported = try program.run("booths", "export", "--format", format)
    #expect(exported.code == 0, "\(exported.errors)")
    let again = try program.run(
      "import", try program.file("booths." + format, exported.output), "--source", "s", "--format", "json")
    let counts = try json(again.output)["counts"] as? [String: Int]
    #expect(counts?["unchanged"] == count && counts?["read"] == count, "\(again.output.prefix(1000)) \(again.errors)")
  }

  @Test("The terms of a source are kept, exported, and read from the export again", arguments: ["csv", "gpx", "osm"])
  func terms(format: String) throws {
    let program = try Program()
    let list = try program.file("list.csv", "name,lat,lon,price\nShibuya,35.658,139.7016,500\n")
    let terms = ["--licence", "CC BY 4.0", "--attribution", "© Booths of \"Tokyo\" & Co"]
    let result = try program.start(["import", list, "--source", "tokyo"] + terms).finish()
    #expect(result.output.contains("The licence of the source is “CC BY 4.0”."), "\(result)")
    #expect(try program.run("import", list, "--source", "tokyo").output.contains("1 unchanged"))
    #expect(try program.run("booths", "show", "1").output.contains("500 JPY"))
    let other = try Program()
    let exported = try other.file("a." + format, try program.run("booths", "export", "--format", format).output)
    let again = try other.run("import", exported, "--source", "tokyo").output
    #expect(again.contains("“CC BY 4.0”") && again.contains("“© Booths of \"Tokyo\" & Co”"), "\(again)")
    let json = try other.run("booths", "export", "--format", "geojson").output
    #expect(json.contains(#""licence":"CC BY 4.0","attribution":"© Booths of \"Tokyo\" & Co""#), "\(json)")
  }

  @Test("Coordinates are converted with nine decimals")
  func convert() throws {
    let program = try Program()
    let one = try program.run("convert", "EPSG:5174", "325178.430998746", "234541.641901682")
    #expect(one.output.hasPrefix("35.60277784"))
    let many = try program.run("convert", "4326", input: "127.5 37.25\n\n126.0,35.0\n")
    #expect(many.output == "37.250000000 127.500000000\n35.000000000 126.000000000\n")
    #expect(try program.run("convert", "EPSG:1").code != 0)
    #expect(try program.run("convert", "KATEC", "x", "y").code == 2)
  }

  private static let wrong: [(words: String, code: Int32)] = [
    ("nonsense", 2), ("import", 2), ("import missing.csv", 4), ("import /", 3), ("booths show 9", 4),
    ("booths show x", 2), ("in 1 2", 2), ("serve --port 70000", 2), ("imports show 9", 4),
    ("near 37 127 --brandd x", 2), ("completions tcsh", 2),
  ]

  @Test("An error is one message on standard error, with its exit code", arguments: wrong)
  func domainErrors(words: String, code: Int32) throws {
    let program = try Program()
    try program.run("import", try program.file("one.csv", "external_id,name,latitude,longitude\nA,하나,37.5,127\n"))
    let result = try program.start(words.split(separator: " ").map(String.init)).finish()
    #expect(result.code == code, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("fourcuts: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("Help and completions are printed, and bash accepts the completions")
  func help() throws {
    let program = try Program()
    for words in [["--help"], ["near", "--help"], ["help", "booths", "edit"], ["booths"], ["--version"], []] {
      let result = try program.start(words).finish()
      #expect(result.code == 0)
      #expect(!result.output.isEmpty)
    }
    let completions = try program.file("completions", try program.run("completions", "bash").output)
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = [
      "-c", "source \"$1\"; COMP_WORDS=(fourcuts booths ed); COMP_CWORD=2; _fourcuts; echo \"${COMPREPLY[*]}\"", "-",
      completions,
    ]
    let pipe = Pipe()
    bash.standardOutput = pipe
    try bash.run()
    bash.waitUntilExit()
    #expect(String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self) == "edit\n")
  }

  @Test("A kill during an import leaves the catalogue as it was")
  func killed() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.small))
    let before = try program.run("booths", "export").output
    let rows = (0..<60_000).map { "B\($0),부스 \($0),,\(37 + Double($0) / 1e5),127.1,operating,,\n" }
    let large = try program.file(
      "small2.csv", "external_id,name,brand,latitude,longitude,status,opening_hours,road_address\n" + rows.joined())
    for delay in [0.15, 0.4, 0.8] {
      let running = try program.start(["import", large])
      Thread.sleep(forTimeInterval: delay)
      running.signal(SIGKILL)
      let result = try running.finish()
      // On a quick machine the last delay may be too long; then there is nothing to see.
      if result.code == 0 { return }
      #expect(try program.run("booths", "export").output == before)
    }
    #expect(try program.run("import", large).output.contains("60000 rows read"))
  }
}
