import Basics
import Foundation
import Photos
import SQL
import SQLite
import Stores

/// Checks the databases of a folder that nobody uses, such as a restored one.
struct RestoredDataCheck {
  struct Problem {
    let message: String
    /// Rows that break a rule were so in the installation, and are no reason not to restore them.
    let isDamage: Bool
  }

  let directory: URL
  let photos: Set<String>
  /// The number of recorded photo files that may be absent.
  let absentPhotos: Int
  /// Whether a log was replayed: a photo whose row it has may have been removed before its file could be shipped.
  var isReplayed = false

  /// - Returns: What is wrong; empty if everything is right.
  /// - Throws: `DomainError` `schema-newer` (conflict) for databases of a newer program.
  func problems() async throws -> [Problem] {
    let data = DataDirectory(url: directory)
    var problems: [Problem] = []
    for (path, kind) in [(data.servicePath, DatabaseKind.main), (data.cataloguePath, .catalogue)] {
      // Opening it would make files of a log.
      defer { for suffix in ["-wal", "-shm"] { unlink(path + suffix) } }
      do {
        let database = try await SQLiteDatabase(reading: path)
        problems += try await self.problems(of: database, kind).map {
          Problem(message: "\(path): \($0.message)", isDamage: $0.isDamage)
        }
        await database.close()
      } catch let error as DomainError where error.code != "schema-newer" {
        problems.append(Problem(message: error.operatorMessage, isDamage: true))
      } catch let error as DatabaseFailure {
        problems.append(Problem(message: "\(path) cannot be read: \(error).", isDamage: true))
      }
    }
    return problems
  }

  private func problems(of database: SQLiteDatabase, _ kind: DatabaseKind) async throws -> [Problem] {
    do {
      try await kind.check(database)
    } catch let error as DomainError where error.code == "schema-older" {
      // 'serve' migrates it. Its tables may be others.
      return try await database.integrityCheck().map {
        [Problem(message: "pages and indexes: \($0)", isDamage: true)]
      } ?? []
    }
    let found = try await DatabaseCheck(database, kind).run().problems
    let problems = found.map { Problem(message: "\($0.subject): \($0.message)", isDamage: !$0.breaksRule) }
    guard kind == .main, !found.contains(where: \.isUnreadable) else { return problems }
    return try await problems + photoProblems(of: database)
  }

  private func photoProblems(of database: SQLiteDatabase) async throws -> [Problem] {
    let register = try await SQLPhotoRegister(database)
    var (absent, last) = (0, PhotoName?.none)
    repeat {
      let page = try await register.recorded(after: last, limit: 1000)
      absent += page.reduce(0) { count, photo in
        count + photo.forms.count { $0.value.size > 0 && !photos.contains($0.key.description) }
      }
      last = page.last?.photo.name
    } while last != nil
    guard absent > absentPhotos else { return [] }
    return [
      Problem(
        message: "\(absent) recorded photo files are not there, but only \(absentPhotos) were missing before.",
        isDamage: !isReplayed)
    ]
  }
}
