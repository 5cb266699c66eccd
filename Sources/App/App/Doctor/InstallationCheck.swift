import Basics
import Foundation
import PhotoStorage
import Photos
import SQL
import SQLite
import Stores

/// Checks what an installation has stored: databases, secrets and photos.
struct InstallationCheck: Sendable {
  struct Report: Sendable {
    fileprivate(set) var findings: [DoctorFinding] = []
    fileprivate var databases: [DatabaseCheck.Report] = []
    fileprivate var orphans: [PhotoKey] = []

    /// Whether `repair` has something to do.
    var isRepairable: Bool { databases.contains(where: \.isRepairable) || !orphans.isEmpty }

    fileprivate init() {}

    /// For a database that could not even be opened.
    init(unreadable error: DomainError) {
      findings = [.fail("database", error.operatorMessage)]
    }
  }

  private let databases: [(name: String, database: any Database, check: DatabaseCheck)]
  private let photos: (any PhotoStore)?
  private let register: SQLPhotoRegister
  private let secrets: KeyRing?

  /// - Parameters:
  ///   - databases: the main one first, then, of SQLite, the catalogue's. Their schema must be this program's.
  ///   - photos: nil if none was ever stored.
  ///   - secrets: nil: they are not checked.
  init(_ databases: [any Database], photos: (any PhotoStore)?, secrets: KeyRing?) {
    self.databases = zip(databases, [DatabaseKind.main, .catalogue]).map { database, kind in
      let file = kind == .main ? "fourcuts.sqlite" : "booths.sqlite"
      return (database.engine == .sqlite ? file : "database", database, DatabaseCheck(database, kind))
    }
    register = SQLPhotoRegister(prepared: databases[0])
    (self.photos, self.secrets) = (photos, secrets)
  }

  /// - Parameter photos: where photos are stored; nil for the data directory.
  init(_ assembly: Assembly, photos: PhotoLocation?) throws {
    self.init(
      assembly.databases, photos: try Self.store(photos, assembly.directory), secrets: assembly.keyRing)
  }

  /// Nil if no photo was ever stored: opening a directory would make it.
  private static func store(_ photos: PhotoLocation?, _ directory: URL) throws -> (any PhotoStore)? {
    if let photos { return try photos.store(temporary: nil) }
    let path = directory.appendingPathComponent("photos").path
    return FileManager.default.fileExists(atPath: "\(path)/kept") ? PhotoDirectory(existing: path) : nil
  }

  /// Checks everything, and changes nothing.
  /// - Throws: `DomainError` if something cannot be read at the moment.
  func run() async throws -> Report {
    var report = Report()
    for (name, _, check) in databases {
      let found = try await check.run()
      report.databases.append(found)
      report.findings += found.findings(name)
    }
    for (place, error) in await secrets?.check() ?? [] {
      let fault = error.map { $0.message.contains(place) ? $0.message : "\(place): \($0.message)" }
      report.findings.append(fault.map { .fail("secrets", $0) } ?? .ok("secrets", "\(place) can be decoded."))
    }
    // Damaged tables say nothing about photos.
    if report.isReadable { try await checkPhotos(&report) }
    return report
  }

  private func checkPhotos(_ report: inout Report) async throws {
    guard let photos else {
      let count = try await register.count()
      report.findings.append(
        count == 0
          ? .ok("photos", "There are none.")
          : .fail(
            "photos",
            "\(counted(count, "photo is", "photos are")) recorded, and there is no folder of photos: restore it from a backup."
          )
      )
      return
    }
    let found = try await PhotoCheck(register, in: photos).run()
    report.orphans = found.orphans ?? []
    report.findings += found.doctorFindings
  }

  // MARK: Repair

  /// Mends what a report found repairable. Databases in files are copied before.
  /// - Parameter directory: where the copies go.
  /// - Returns: What was done.
  func repair(_ report: Report, copiesIn directory: URL, at instant: Timestamp) async throws -> [DoctorFinding] {
    var done: [DoctorFinding] = []
    for ((name, database, check), found) in zip(databases, report.databases) where found.isRepairable {
      if let file = database as? SQLiteDatabase {
        let time = instant.rfc3339.filter(\.isNumber).prefix(14)
        let copy = "\(name.dropLast(".sqlite".count)).before-repair-\(time).sqlite"
        done.append(try await Self.copy(file, to: directory.appendingPathComponent(copy).path))
      }
      try await check.repair(found)
      done += found.problems.filter(\.isRepairable).map {
        .ok("repair", "\(name), \($0.subject): repaired \($0.message)")
      }
    }
    if !report.orphans.isEmpty, let store = photos as? any ListedPhotoStore {
      let place = try await store.setAside(report.orphans)
      done.append(.ok("repair", "\(counted(report.orphans.count, "file")) of no photo moved to \(place)."))
    }
    return done
  }

  private static func copy(_ database: SQLiteDatabase, to path: String) async throws -> DoctorFinding {
    do {
      try await SQLiteDatabase.copyPages(of: [(database.path, path)])
    } catch {
      unlink(path)
      throw error
    }
    return .ok("repair", "\(path) is a copy of the database as it was.")
  }
}

extension InstallationCheck.Report {
  /// Whether the rows of all databases could be read.
  fileprivate var isReadable: Bool { databases.allSatisfy { $0.problems.allSatisfy { !$0.isUnreadable } } }
}

extension DatabaseCheck.Report {
  fileprivate func findings(_ name: String) -> [DoctorFinding] {
    let sound = "\(counted(self.sound.count, "check holds", "checks hold")); the schema is this program's."
    return [.ok(name, sound)]
      + problems.map { problem in
        let advice = problem.isRepairable ? "'fourcuts check --repair' repairs it." : "Restore it from a backup."
        return .fail(name, "\(problem.subject): \(problem.message) \(advice)")
      }
  }
}

extension PhotoCheck.Report {
  fileprivate var doctorFindings: [DoctorFinding] {
    var findings: [DoctorFinding] = [.ok("photos", "\(counted(photos, "photo")) compared with the recorded hashes.")]
    if !damaged.isEmpty {
      findings.append(
        .fail("photos", "Damaged, and not served: \(Self.files(damaged)). Restore from a backup."))
    }
    if !missing.isEmpty {
      findings.append(.fail("photos", "Missing: \(Self.files(missing)). Restore from a backup."))
    }
    if unfinished > 0 {
      findings.append(
        .warn(
          "photos", "Uploads that were broken off: \(unfinished). Nothing shows them, and the clean-up removes them."))
    }
    if let orphans, !orphans.isEmpty {
      findings.append(
        .warn("photos", "Of no photo: \(Self.files(orphans)). 'fourcuts check --repair' moves them aside."))
    }
    if foreign > 0 {
      findings.append(
        .warn("photos", "Files among the photos that are none of this program's: \(foreign). Move them away."))
    }
    return findings
  }

  /// Contains only the beginning of a name: names are practically secret.
  private static func files(_ keys: [PhotoKey]) -> String {
    "\(counted(keys.count, "file")) (such as \(keys[0].description.prefix(16))…)"
  }
}
