import Basics
import Booths
import Crypto
import Foundation
import Geo
import NativeAPI
import OfflineBooths
import Workload

/// Measures the file with which devices search without a network: making it, its size as it is and on the wire, opening
/// it, and searches in it beside the server's.
func benchOffline(count: Int) async throws {
  let catalogue = try seededCatalogue(count)
  let directory = try ScratchDirectory()
  let signer = DetachedSigner(seed: systemRandom(DetachedSigner.seedLength))
  let files = OfflineFiles(
    catalogue: CatalogueHolder(catalogue), changes: { _, _ in nil }, sources: { [] }, signer: signer,
    directory: directory.url.path)
  let start = ContinuousClock.now
  let snapshot = try await files.currentSnapshot()
  let making = start.duration(to: .now) / .seconds(1)
  let bytes = FileHandle(fileDescriptor: snapshot.plain.descriptor, closeOnDealloc: false)
  try bytes.seek(toOffset: 0)
  guard let key = CatalogueKey(signer.publicKey), let data = try bytes.readToEnd() else { return }
  let folder = OfflineDirectory(directory.url, key: key)
  _ = try folder.replaceSnapshot(with: data)
  var opened: OfflineCatalogue?
  let opening = Stopwatch.seconds { opened = try? folder.catalogue() }
  guard let offline = opened else { return }
  print("Offline, \(count) booths")
  print(
    String(
      format: "  made in %.2f s; %.1f bytes a booth, %.1f in gzip; opened in %.0f ms", making,
      Double(snapshot.plain.size) / Double(count), Double(snapshot.compressed.size) / Double(count), opening * 1000))
  for (name, origins) in [("near data", nearOrigins(catalogue)), ("anywhere", farOrigins())] {
    let times = Percentiles(
      origins.map { origin in Stopwatch.processorSeconds { _ = offline.nearest(to: origin, limit: 10) } * 1e6 })
    print(String(format: "  nearest(10) %@: p50 %.0f, p99 %.0f us", name, times(0.5), times(0.99)))
  }
  let differences = nearOrigins(catalogue).prefix(100) + farOrigins().prefix(100)
  let wrong = differences.count { origin in
    let served = catalogue.near(origin, limit: 10)
    let found = offline.nearest(to: origin, limit: 10)
    return served.map { catalogue.record($0.ordinal).id } != found.map(\.booth.id)
      || zip(served, found).contains { abs($0.metres - $1.metres) > 1e-4 }
  }
  print("  \(wrong) of \(differences.count) answers differ from the server's")
}

private func seededCatalogue(_ count: Int) throws -> Catalogue {
  var booths = SeededBooths(count: count)
  var builder = Catalogue.Builder()
  var id: Int64 = 0
  while let batch = try booths.next() {
    for row in batch.rows {
      id += 1
      builder.append(Booth(id: BoothID(id), source: "bench", attributes: row.attributes))
    }
  }
  return builder.finish(version: 1, mark: "bench")
}

private func nearOrigins(_ catalogue: Catalogue) -> [Coordinate] {
  var random = SeededNumbers(seed: 20)
  return (0..<500).compactMap { _ in
    let booth = Coordinate(catalogue.record(UInt32(random.next() % UInt64(catalogue.count))).coordinate)
    return Coordinate(
      latitude: booth.latitude + random.normal() * 0.002, longitude: booth.longitude + random.normal() * 0.002)
  }
}

private func farOrigins() -> [Coordinate] {
  var random = SeededNumbers(seed: 21)
  return (0..<200).compactMap { _ in
    Coordinate(latitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180)
  }
}
