package import APIKit
package import Booths
import Contracts
import HTTP
import JSON
import NativeAPI

extension APISurface {
  /// Standard APIs: OGC API – Features, and the searches of Kakao Local.
  /// - Parameter mapKey: the API key that Kakao Local clients must send now; nil: any key is accepted.
  package static func standards(
    _ catalogue: CatalogueHolder, _ gazetteer: Gazetteer, _ searches: FruitlessSearches,
    mapKey: @escaping @Sendable () -> String?
  ) -> APISurface {
    var surface = APISurface(
      endpoints: OGCEndpoints(catalogue: catalogue).all
        + KakaoEndpoints(catalogue: catalogue, gazetteer: gazetteer, searches: searches, mapKey: mapKey).all,
      schemas: Schemas.ofStandards)
    surface.securitySchemes = [
      JSONMember(
        key: "mapKey",
        value: .object([
          "type": "apiKey", "in": "header", "name": "Authorization", "description": "`KakaoAK` and a key.",
        ]))
    ]
    surface.faultAnswer = { context in
      guard context.fault.status == 429, context.request?.path.hasPrefix("/v2/local/") == true else { return nil }
      return KakaoFault(status: 429, errorType: "RequestThrottled", message: context.fault.message).response
    }
    return surface
  }
}

extension EndpointGroup {
  static let ogc = EndpointGroup("OGC API – Features", part: .standards)
  static let kakao = EndpointGroup("Kakao Local", part: .standards)
}
