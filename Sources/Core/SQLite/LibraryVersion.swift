import CSQLite

package func sqliteVersion() -> String { String(cString: sqlite3_libversion()) }
