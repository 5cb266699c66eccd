import Backups
import Basics
import CommandLineKit

/// Checks the place of the backups that a server makes by itself.
struct BackupPlaceCheck: Sendable {
  let backups: BackupRepository

  func finding() async -> DoctorFinding {
    do {
      try await backups.checkAccess()
      guard let newest = try await backups.list().first else {
        return .ok("backups", "\(backups.place) can be read and written; there is no backup yet.")
      }
      if case .unreadable(_, let error) = newest { return .fail("backups", error.operatorMessage) }
      return .ok("backups", "\(backups.place) can be read and written; the newest backup is \(newest.id).")
    } catch {
      return .fail("backups", operatorMessage(of: error))
    }
  }
}
