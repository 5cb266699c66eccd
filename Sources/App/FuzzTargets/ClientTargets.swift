import Basics
import Crypto
import Foundation
import Geo

@testable import OfflineBooths

let clientTargets = [
  FuzzTarget("offline") { bytes in
    var file = SampleOfflineFile.bytes
    var input = InputReader(bytes)
    let isWhole = input.byte() & 1 == 0
    // Either 4 bytes at places of the sample, or everything behind the header.
    if isWhole {
      while !input.rest.isEmpty {
        let (offset, value) = (Int(input.number(UInt16.self)) % (file.count - 4), input.number(UInt32.self))
        withUnsafeBytes(of: value) { file.replaceSubrange(offset..<offset + 4, with: $0) }
      }
    } else {
      file = Array(file.prefix(Layout.headerLength) + input.rest)
    }
    SampleOfflineFile.sign(&file)
    guard let opened = try? OfflineFile(Data(file), key: SampleOfflineFile.key),
      let catalogue = try? OfflineCatalogue(opened, nil)
    else { return }
    try? catalogue.verify()
    let from = Coordinate(latitude: 37.5, longitude: 127)!
    _ = (catalogue.nearest(to: from, limit: 5), catalogue.nearest(to: from, limit: 5, radius: 900, brands: ["인생네컷"]))
    _ = catalogue.booths(in: Viewport(west: 126.9, south: 37.4, east: 127.1, north: 37.6)!, limit: 30)
    for index in 0..<min(opened.count, 50) { _ = catalogue.booth(opened.id(index)) }
    _ = opened.removed
  },
  FuzzTarget("geodesic") { bytes in
    var input = InputReader(bytes)
    func coordinate() -> Coordinate {
      Coordinate(
        StoredCoordinate(
          clamping: input.number(Int32.self) % 900_000_001, input.number(Int32.self) % 1_800_000_001))
    }
    let (from, to) = (coordinate(), coordinate())
    let ours = OfflineBooths.Geodesic.metres(from.latitude, from.longitude, to.latitude, to.longitude)
    let theirs = Geo.Geodesic.distance(from, to)
    require(abs(ours - theirs) < 2e-6, "\(from) to \(to): \(ours) m, PROJ says \(theirs)")
  },
]

private enum SampleOfflineFile {
  private static let signer = DetachedSigner(seed: [UInt8](repeating: 7, count: DetachedSigner.seedLength))
  static let key = CatalogueKey(signer.publicKey)!

  static let bytes: [UInt8] = {
    var writer = OfflineFileWriter()
    for number in 0..<20 {
      var booth = OfflineBooth(
        id: BoothID(Int64(number)), name: "하루필름 \(number)",
        coordinate: StoredCoordinate(clamping: 375_000_000 + Int32(number) * 7000, 1_270_000_000))
      booth.brand = number % 2 == 0 ? "인생네컷" : nil
      booth.openingHours = "Mo-Fr 10:00-22:00"
      booth.tags = ["props"]
      writer.append(booth)
    }
    return writer.finished(CatalogueVersion(number: 1, mark: "m")) { signer.signature(of: $0) }
  }()

  static func sign(_ file: inout [UInt8]) {
    let signature = signer.signature(of: Array(file.prefix(Layout.signedLength)))
    file.replaceSubrange(Layout.signedLength..<Layout.headerLength, with: signature)
  }
}
