import Basics
import CommandLineKit
import Foundation
import Nodes
import PostgreSQL
import SQL

/// Checks of the data folder and the databases. Nothing is written.
struct DataChecks: Sendable {
  let command: ParsedCommand
  let directory: URL
  let now: @Sendable () -> Timestamp

  func all() async -> [DoctorFinding] { [folder] + secrets + (await database()) }

  // MARK: Files

  private var folder: DoctorFinding {
    var status = stat()
    guard stat(directory.path, &status) == 0 else {
      return .warn("data folder", "There is no \(directory.path) yet: 'serve' and 'import' make it.")
    }
    guard status.st_uid == geteuid() else {
      return .warn(
        "data folder", "\(directory.path) belongs to another user: run 'fourcuts doctor' as the user of the service.")
    }
    guard status.st_mode & 0o077 == 0 else {
      return .warn("data folder", "\(directory.path) is open to others: 'chmod 700', which 'serve' does, too.")
    }
    guard access(directory.path, R_OK | W_OK | X_OK) == 0 else {
      return .fail("data folder", "\(directory.path) is not writable: check its permissions.")
    }
    return .ok("data folder", "\(directory.path) is its owner's alone.")
  }

  /// The files that hold secrets, if there are any.
  private var secrets: [DoctorFinding] {
    let own = SecretName.allCases.map { directory.appendingPathComponent($0.rawValue).path }
    let key = command["key-file"] ?? directory.appendingPathComponent("secrets.key").path
    return (own + [key]).compactMap { path in
      do throws(DomainError) {
        guard try SecretFile(path: path).contents() != nil else { return nil }
        return .ok("secrets", "\(path) is its owner's alone.")
      } catch {
        return .fail("secrets", error.message)
      }
    }
  }

  // MARK: Databases

  private func database() async -> [DoctorFinding] {
    do {
      let assembly = try await Assembly.open(command, for: .read)
      let results = await results(assembly)
      await assembly.close()
      return results
    } catch let error as DomainError where error.code == "data-missing" {
      return [.warn("database", error.operatorMessage)]
    } catch {
      return [.fail("database", operatorMessage(of: error))]
    }
  }

  private func results(_ assembly: Assembly) async -> [DoctorFinding] {
    do {
      switch assembly.location {
      case .files(let files):
        if let damage = try await assembly.damage() {
          return [.fail("database", "\(damage): restore it from a backup.")]
        }
        return files.map { .ok("database", "\($0.path) has this program's schema and is intact.") }
      case .server(let database): return try await server(database)
      }
    } catch {
      return [.fail("database", operatorMessage(of: error))]
    }
  }

  private func server(_ database: PostgreSQLDatabase) async throws -> [DoctorFinding] {
    let version = try await database.text("SELECT current_setting('server_version')")
    var results: [DoctorFinding] = [
      .ok("database", "PostgreSQL \(version) has this program's schema, and settings that suit it.")
    ]
    if try await database.text("SELECT CAST(pg_is_in_recovery() AS TEXT)") == "true" {
      results.append(
        .fail("replication", "The database is a replica, which cannot be written: name the primary with --database."))
    } else {
      results.append(try await replication(database))
    }
    results.append(try await clock(database))
    return results
  }

  private func replication(_ database: PostgreSQLDatabase) async throws -> DoctorFinding {
    let count = try await database.text("SELECT CAST(count(*) AS TEXT) FROM pg_stat_replication")
    let names = try await database.text("SELECT current_setting('synchronous_standby_names')")
    if count == "0" {
      return names.isEmpty
        ? .ok("replication", "No replica is connected, and none is waited for.")
        : .fail("replication", "No replica is connected, and commits wait for \(names): start it, or Patroni there.")
    }
    return .ok(
      "replication", "\(count) replicas are connected; commits \(names.isEmpty ? "do not wait" : "wait") for one.")
  }

  /// Leases and expiries are told by the server's clock; one that is far off confuses people who compare logs.
  private func clock(_ database: PostgreSQLDatabase) async throws -> DoctorFinding {
    let server = try await DatabaseClock(database, now).now
    let seconds = abs(server.milliseconds - now().milliseconds) / 1000
    return seconds <= 2
      ? .ok("database clock", "It agrees with the machine's clock.")
      : .warn("database clock", "It differs from the machine's clock by \(seconds) seconds: synchronise both.")
  }
}

extension PostgreSQLDatabase {
  fileprivate func text(_ query: String) async throws -> String {
    try await read { try $0.first(query, []) { $0.text(0) } ?? "" }
  }
}
