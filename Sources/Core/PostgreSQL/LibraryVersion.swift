import CPQ

package func libpqVersion() -> String { "\(PQlibVersion() / 10_000).\(PQlibVersion() % 10_000)" }
