import Basics
import CommandLineKit
import Foundation
import SQL
import Support
import Synchronization
import Testing

@testable import App

/// The rules by which a running server takes over certificates, with a clock that the test moves.
@Suite("Renewing a certificate")
struct CertificateRenewalTests {
  private let written: CertificateFiles
  private let clock = ManualClock(.wallClock)
  private let conditions: ServiceConditions
  private let renewal: CertificateRenewal
  private let log = Lines()

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    func append(_ line: String) { all.withLock { $0.append(line) } }
    var count: Int { all.withLock { $0.count } }
  }

  init() throws {
    let (clock, log) = (clock, log)
    written = try CertificateFiles(try Program(engine: .sqlite))
    conditions = ServiceConditions(clock: { clock.now }, log: { _ in })
    let files = TLSFiles(certificatePath: written.certificatePath, keyPath: written.keyPath)
    renewal = CertificateRenewal(
      try LoadedCertificate(files, now: clock.now), conditions: conditions, now: { clock.now },
      log: { log.append($0) })
  }

  private var codes: [String] { conditions.active.map(\.code) }

  @Test("New files are used once they are unchanged between two checks")
  func waitsForWriters() async throws {
    await renewal.check()
    let renewed = written.made()
    try written.writeCertificate(renewed.chain)
    await renewal.check()
    try written.writeKey(renewed.keyText)
    await renewal.check()
    #expect(log.count == 0 && codes.isEmpty)
    await renewal.check()
    #expect(log.count == 1 && codes.isEmpty)
    await renewal.check()
    #expect(log.count == 1)
  }

  @Test("Unusable files are reported each minute until they are replaced or restored")
  func reports() async throws {
    let before = (try Data(contentsOf: URL(fileURLWithPath: written.certificatePath)))
    try written.writeCertificate("nonsense")
    for _ in 0..<3 { await renewal.check() }
    #expect(codes == ["certificate-unusable"] && conditions.active[0].count == 1)
    clock.advance(seconds: 60)
    await renewal.check()
    #expect(conditions.active[0].count == 2)
    #expect(conditions.active[0].condition.message.contains(written.certificatePath))
    try before.write(to: URL(fileURLWithPath: written.certificatePath))
    for _ in 0..<2 { await renewal.check() }
    #expect(codes.isEmpty)
  }

  @Test("Missing files are reported, too")
  func vanishes() async throws {
    try FileManager.default.removeItem(atPath: written.keyPath)
    for _ in 0..<2 { await renewal.check() }
    #expect(codes == ["certificate-unusable"])
    #expect(conditions.active[0].condition.message.contains("There is no file \(written.keyPath)"))
  }

  @Test("An expiring certificate is reported until it is replaced")
  func expires() async throws {
    await renewal.check()
    clock.advance(seconds: 86_400 * 30 - 60)
    await renewal.check()
    #expect(codes.isEmpty)
    clock.advance(seconds: 120)
    await renewal.check()
    #expect(codes == ["certificate-expired"])
    try written.write(written.made(to: 86_400 * 60))
    #expect(await renewal.reload().hasPrefix("The TLS certificate was read; it is valid until 20"))
    #expect(codes.isEmpty)
  }
}
