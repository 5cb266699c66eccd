import APIKit
import Basics
package import Booths
import CommandLineKit
package import Foundation
package import HTTP
import NativeAPI

/// The routes of `fourcuts serve` with default settings over a data directory and a given catalogue, so that benchmarks
/// measure the served code.
/// - Throws: `DomainError` of a directory or secret that cannot be used.
package func assembledRoutes(in directory: URL, serving catalogue: CatalogueHolder) async throws -> [Route] {
  let assembly = try await Assembly.open(directory: directory)
  let now: @Sendable () -> Timestamp = { .wallClock }
  let console = Console(environment: [:])
  let services = try await ServiceAssembly(
    assembly, ServiceSettings(), catalogue: catalogue,
    audit: assembly.audit(now: now) { console.error("fourcuts: \($0)") }, now: now)
  let conditions = ServiceConditions(clock: now) { _ in }
  let environment = APIEnvironment(services, publicAddress: nil, clock: now, conditions: conditions) {
    reference, fault in
    console.error("fourcuts: fault \(reference): \(fault)")
  }
  return [APISurface].own(services.services, NativeSettings()).allRoutes(in: environment)
}
