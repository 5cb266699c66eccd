import Basics
import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A connection by TLS")
struct TLSTests {
  private let server: PostgreSQLServer
  /// One of this machine's own addresses, on the usual port.
  private let address = "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254)).\(Int.random(in: 2...254))"

  /// A server with a certificate that it has signed itself.
  init() throws {
    server = try PostgreSQLServer()
    // The server runs it in its data folder.
    try server.psql(
      """
      COPY (SELECT 1) TO PROGRAM 'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
      -keyout server.key -out server.crt -subj /CN=db.example -addext subjectAltName=DNS:db.example 2>/dev/null'
      """)
    try server.psql("ALTER SYSTEM SET listen_addresses = '\(address)'")
    try server.psql("ALTER SYSTEM SET ssl = on")
    try server.restart()
  }

  private func database(host: String = "db.example", _ options: String) throws -> PostgreSQLDatabase {
    let connection = "host=\(host) hostaddr=\(address) user=\(PostgreSQLServer.user) dbname=postgres"
    var settings = PostgreSQLOptions()
    settings.waitMilliseconds = 300
    return try PostgreSQLDatabase("\(connection) \(options)", options: settings)
  }

  private var certificate: String { server.directory.appendingPathComponent("data/server.crt").path }

  private func usesTLS(_ database: PostgreSQLDatabase) async throws -> Bool {
    try await database.read {
      try $0.integer("SELECT CAST(ssl AS INTEGER) FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == 1
    }
  }

  @Test("An unknown certificate is accepted if only encryption is required")
  func encrypted() async throws {
    #expect(try await usesTLS(try database("sslmode=require")))
    #expect(try await !usesTLS(try database("sslmode=disable")))
  }

  @Test("The expected certificate for the host's name is accepted")
  func verified() async throws {
    #expect(try await usesTLS(try database("sslmode=verify-full sslrootcert=\(certificate)")))
  }

  @Test("The certificate of another host is refused")
  func otherHost() async throws {
    let other = try database(host: "other.example", "sslmode=verify-full sslrootcert=\(certificate)")
    let refused = try await domainError { try await usesTLS(other) }
    #expect((refused.kind, refused.code) == (.unavailable, "database-not-opened"))
    #expect(refused.operatorMessage.contains("other.example"))
    #expect(!refused.message.contains("example"))
  }

  @Test("Another issuer and a missing expected certificate are refused")
  func otherCertificate() async throws {
    let other = try TLSTests()
    for path in [other.certificate, "/nowhere/root.crt"] {
      let database = try database("sslmode=verify-full sslrootcert=\(path)")
      let refused = try await domainError { try await usesTLS(database) }
      #expect((refused.kind, refused.code) == (.unavailable, "database-not-opened"))
      #expect(refused.operatorMessage.contains("certificate"))
    }
  }
}
