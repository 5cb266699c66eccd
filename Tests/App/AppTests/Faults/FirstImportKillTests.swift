import Foundation
import SQL
import SQLite
import Support
import Testing

/// An import that fills an empty catalogue, in a process that is killed at any moment.
@Suite("A kill during the first import")
struct FirstImportKillTests {
  private static let rows = 40_000

  private static let file: String = {
    var text = "external_id,name,latitude,longitude\n"
    for row in 1...rows { text += "\(row),네컷 \(row)호점,37.\(100_000 + row),127.\(100_000 + row * 7 % 800_000)\n" }
    return text
  }()

  @Test(
    "After a killed first import readers see nothing or everything, and it can be repeated",
    arguments: [200_000, 500_000, 1_000_000, 2_000_000])
  func killed(_ bytes: Int) async throws {
    let program = try Program(engine: .sqlite)
    let file = try program.file("booths.csv", Self.file)
    let importing = try program.start(["import", file, "--quiet"])
    let catalogue = program.data.appendingPathComponent("booths.sqlite").path
    while importing.isRunning, size(catalogue) <= bytes { usleep(500) }
    importing.signal(SIGKILL)
    _ = try importing.finish()
    let journal = size(catalogue + "-journal")

    let check = try program.run("check")
    #expect(check.code == 0, "\(check.output) \(check.errors)")
    let (booths, runs) = try await content(of: program)
    #expect(booths == 0 && runs == 0 && journal > 0 || booths == Self.rows && runs == 1, "\(booths) \(runs) \(journal)")
    #expect(try program.run("import", file, "--quiet").code == 0)
    let near = try program.run("near", "37.12,127.12", "--limit", "1")
    #expect(near.code == 0 && near.output.contains("호점"), "\(near.output) \(near.errors)")
    #expect(try program.run("check").code == 0)
  }

  private func content(of program: Program) async throws -> (booths: Int, runs: Int) {
    let catalogue = try await program.catalogue()
    let counts = try await catalogue.read { connection in
      try ["booth", "import_run"].map { Int(try connection.integer("SELECT COUNT(*) FROM \($0)") ?? -1) }
    }
    await (catalogue as? SQLiteDatabase)?.close()
    return (counts[0], counts[1])
  }

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }
}
