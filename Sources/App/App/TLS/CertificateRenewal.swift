import Basics
import Concurrency
import HTTP

/// The TLS of a server with the files that it was made from.
struct LoadedCertificate: Sendable {
  let files: TLSFiles
  let version: [FileVersion]
  let tls: ServerTLS
  let notAfter: Timestamp
  /// Why clients reject the certificate now. Nil if it has none.
  let problem: String?

  /// - Throws: `DomainError` of files that cannot be used.
  init(_ files: TLSFiles, now: Timestamp) throws(DomainError) {
    // Before they are read: what changes meanwhile is read again.
    version = files.version
    let certificate = try files.certificate()
    tls = try ServerTLS(certificate)
    (self.files, notAfter, problem) = (files, certificate.notAfter, certificate.timeProblem(at: now))
  }
}

/// Takes over a certificate that was renewed while the server runs, and reports one that cannot be used or has expired.
///
/// It reads files on a separate thread.
actor CertificateRenewal {
  /// The seconds after which a lasting problem is reported again.
  private static let reportInterval: Int64 = 60
  /// The maximum seconds between readings of the files, which also replace the key of session tickets.
  private static let maxAge: Int64 = 86_400

  private let files: TLSFiles
  private let tls: ServerTLS
  private let conditions: ServiceConditions
  private let now: @Sendable () -> Timestamp
  private let log: @Sendable (String) -> Void
  private let executor = SerialQueueExecutor(label: "TLS certificate")
  /// The files in use, when they were read, and when their certificate expires.
  private var loaded: (version: [FileVersion], at: Timestamp, notAfter: Timestamp)
  private var seen: [FileVersion]
  /// Files that cannot be used.
  private var failure: (version: [FileVersion], error: DomainError)?
  private var reported: (code: String, at: Timestamp)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter log: Receives lines for the operator.
  init(
    _ certificate: LoadedCertificate, conditions: ServiceConditions, now: @escaping @Sendable () -> Timestamp,
    log: @escaping @Sendable (String) -> Void
  ) {
    (files, tls, seen) = (certificate.files, certificate.tls, certificate.version)
    loaded = (certificate.version, now(), certificate.notAfter)
    (self.conditions, self.now, self.log) = (conditions, now, log)
  }

  /// Checks each second until the task is cancelled.
  nonisolated func run() async {
    await repeating(every: .seconds(1)) { await check() }
  }

  /// Takes over files that have changed before the last check and not since: writing both takes a moment.
  func check() {
    let version = files.version
    defer { seen = version }
    if version == loaded.version { failure = nil }
    if version == seen, version != loaded.version, version != failure?.version {
      load(version)
      if failure == nil { log("The TLS certificate was renewed; it is valid until \(loaded.notAfter.rfc3339).") }
    } else if failure == nil, now() >= loaded.at.advanced(seconds: Self.maxAge) {
      load(version)
    }
    report()
  }

  /// Takes over the files as they are.
  /// - Returns: For the operator: what has become of them.
  func reload() -> String {
    seen = files.version
    load(seen)
    report()
    if let failure { return "The TLS certificate stays as it is: \(failure.error.operatorMessage)" }
    return "The TLS certificate was read; it is valid until \(loaded.notAfter.rfc3339)."
  }

  private func load(_ version: [FileVersion]) {
    do throws(DomainError) {
      let certificate = try files.certificate()
      try tls.replace(with: certificate)
      loaded = (version, now(), certificate.notAfter)
      failure = nil
    } catch {
      failure = (version, error)
    }
  }

  /// Reports what is wrong, when it begins and each minute while it lasts.
  private func report() {
    guard let (code, message) = problem else {
      if reported != nil { conditions.end(.certificate) }
      reported = nil
      return
    }
    if let reported, reported.code == code, now() < reported.at.advanced(seconds: Self.reportInterval) { return }
    if let reported, reported.code != code { conditions.end(.certificate) }
    conditions.report(code, ServiceCondition(.certificate, message))
    reported = (code, now())
  }

  private var problem: (code: String, message: String)? {
    if let failure {
      return ("certificate-unusable", "The TLS certificate stays as it is: \(failure.error.operatorMessage)")
    }
    guard now() >= loaded.notAfter else { return nil }
    return ("certificate-expired", "The TLS certificate has expired at \(loaded.notAfter.rfc3339): renew it.")
  }
}
