import Basics
import Crypto
import Foundation
import JSON
import MapTiles
import Payments

@testable import ObjectStorage
@testable import PortOne
@testable import SocialLogin
@testable import TileArchives

let adapterTargets = [
  FuzzTarget("pmtiles") { bytes in
    _ = PMTilesDirectory(bytes)
    // The marks that each archive has.
    let file = "PMTiles".utf8 + [3] + bytes.dropFirst(8)
    guard PMTilesHeader(Array(file.prefix(PMTilesHeader.count)), fileSize: UInt64(file.count)) != nil else { return }
    ScratchFile.with(file) { path in
      guard let archive = try? PMTilesArchive(path: path) else { return }
      waiting {
        for address in addresses { _ = try? await archive.tile(at: address) }
      }
    }
  },
  FuzzTarget("s3") { bytes in
    for name in ["Key", "NextContinuationToken", "Code", "Size"] {
      let texts = texts(of: name, in: bytes)
      require(text(of: name, in: bytes) == texts.first ?? nil, "the first text is another one")
    }
  },
  FuzzTarget("payments") { bytes in
    guard let value = try? JSONReader.value(of: bytes) else { return }
    for acceptsTests in [false, true] {
      let payments = [
        try? V1Payment.payment(value, acceptsTests: acceptsTests),
        try? V2Payment.payment(value, acceptsTests: acceptsTests),
      ]
      require(payments.allSatisfy { $0?.amount ?? 0 >= 0 }, "a negative amount")
    }
  },
  FuzzTarget("webhooks") { bytes in
    let instant = Timestamp(seconds: 1_790_000_000)
    _ = try? PortOneV1Webhooks().message(of: WebhookDelivery(headers: [:], body: bytes), at: instant)
    // Signed correctly, except for other words beside the signature.
    let key = [UInt8](repeating: 7, count: 24)
    let signature = Base64.encode(HMAC.sha256(of: Array("id.1790000000.".utf8) + bytes, key: key))
    let headers = [
      "webhook-id": "id", "webhook-timestamp": "1790000000",
      "webhook-signature": "\(bytes.prefix(9).text) v1,\(signature)",
    ]
    guard let webhooks = try? PortOneV2Webhooks(secrets: ["whsec_" + Base64.encode(key)]) else { return }
    _ = try? webhooks.message(of: WebhookDelivery(headers: headers, body: bytes), at: instant)
  },
  FuzzTarget("profiles") { bytes in
    guard let value = try? JSONReader.value(of: bytes) else { return }
    _ = try? Naver.identity(value, grant: nil)
    if let number = value["id"]?.integer { _ = try? Kakao.identity(number, value) }
  },
  FuzzTarget("mbtiles") { bytes in
    ScratchFile.with(bytes) { path in
      waiting {
        guard let archive = try? await MBTilesArchive(path: path) else { return }
        require(archive.information.zooms.lowerBound >= 0, "a negative zoom")
        for address in addresses { _ = try? await archive.tile(at: address) }
      }
      for ending in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }
  },
  FuzzTarget("cache-control") { bytes in
    require(KeyCache.seconds(cacheControl: bytes.text) > 0, "a lifetime of no time")
  },
]

private let addresses = (0..<4).flatMap { zoom in
  [0, (1 << zoom) - 1].compactMap { TileAddress(zoom: zoom, column: $0, row: 0) }
}
