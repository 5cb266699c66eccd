import APIKit
import Basics
package import Booths
package import Foundation
package import HTTP
import NativeAPI

/// The routes over a data folder as `fourcuts serve` assembles them with nothing set, but for the catalogue, which is
/// given: what benchmarks measure is what is served.
/// - Throws: `DomainError` of a folder or secret that cannot be used.
package func assembledRoutes(in directory: URL, serving catalogue: CatalogueHolder) async throws -> [Route] {
  let assembly = try await Assembly.open(directory: directory)
  let now: @Sendable () -> Timestamp = { .wallClock }
  let services = try await ServiceAssembly(assembly, ServiceSettings(), catalogue: catalogue, now: now)
  let conditions = ServiceConditions(clock: now) { _ in }
  let environment = APIEnvironment(services, publicAddress: nil, clock: now, conditions: conditions) {
    reference, fault in
    Console(environment: [:]).error("fourcuts: fault \(reference): \(fault)")
  }
  return [APISurface].own(services.services, NativeSettings(), mapKey: nil).allRoutes(in: environment)
}
