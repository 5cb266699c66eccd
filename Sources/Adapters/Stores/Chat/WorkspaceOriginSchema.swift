import SQL

/// The clients by which workspaces were created.
enum WorkspaceOriginSchema {
  /// Unknown for existing workspaces: they count as native, which reveals the least.
  static let migration = Migration(
    12, "origins of workspaces", ["ALTER TABLE workspace ADD COLUMN origin TEXT NOT NULL DEFAULT 'native'"])
}
