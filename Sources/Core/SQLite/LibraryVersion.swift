import CSQLite

/// The version of SQLite that is loaded.
package func sqliteVersion() -> String { String(cString: sqlite3_libversion()) }
