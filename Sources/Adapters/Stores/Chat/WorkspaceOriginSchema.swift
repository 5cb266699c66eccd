import SQL

/// By which clients workspaces were made.
enum WorkspaceOriginSchema {
  /// Of those that there were before nothing is known: they count as native, of which the least is told.
  static let migration = Migration(
    12, "origins of workspaces", ["ALTER TABLE workspace ADD COLUMN origin TEXT NOT NULL DEFAULT 'native'"])
}
