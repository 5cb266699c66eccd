import CPQ

/// The version of libpq that is loaded.
package func libpqVersion() -> String { "\(PQlibVersion() / 10_000).\(PQlibVersion() % 10_000)" }
