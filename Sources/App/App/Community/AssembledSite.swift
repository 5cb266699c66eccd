package import API
import Basics
package import Booths
package import Foundation

/// A site over a data folder as `fourcuts serve` assembles it with nothing set, but for the catalogue, which is given:
/// what benchmarks measure is what is served.
/// - Throws: `Refusal` of a folder or secret that cannot be used.
package func assembledSite(in folder: URL, serving catalogue: LiveCatalogue) async throws -> Site {
  let assembly = try await Assembly.open(folder: folder)
  let now: @Sendable () -> Timestamp = { .wallClock }
  let community = try await CommunityAssembly(assembly, CommunitySettings(), catalogue: catalogue, now: now)
  return Site(
    catalogue: catalogue, store: assembly.store, community: community.community, version: version, clock: now
  ) { reference, fault in
    Console(environment: [:]).error("fourcuts: fault \(reference): \(fault)")
  }
}
