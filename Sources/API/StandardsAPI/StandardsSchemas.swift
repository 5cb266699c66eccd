import APIKit
import Contracts
import JSON

/// The schemas of answers. The page of features has the native schema.
extension Schemas {
  static let ofStandards = JSONValue.members([
    "LandingPage": landingPage, "Conformance": conformance, "Collections": collections, "Collection": collection,
    "Link": link, "KakaoAnswer": kakaoAnswer, "KakaoPlace": kakaoPlace, "KakaoFault": kakaoFault,
  ])

  // MARK: OGC

  private static let link = object(["href": text, "rel": text, "type": text, "title": text], optional: ["title"])
  private static let landingPage = object(["title": text, "description": text, "links": list(named("Link"))])
  private static let conformance = object(["conformsTo": list(text)])
  private static let collections = object(["links": list(named("Link")), "collections": list(named("Collection"))])
  /// A collection without booths has no extent.
  private static let collection = object(
    [
      "id": text, "title": text, "description": text, "links": list(named("Link")),
      "extent": .object(["type": "object"]), "itemType": text, "crs": list(text),
    ], optional: ["extent"])

  // MARK: Kakao

  private static let kakaoPlace = object([
    "id": text, "place_name": text, "category_name": text, "category_group_code": text, "category_group_name": text,
    "phone": text, "address_name": text, "road_address_name": text, "x": text, "y": text, "place_url": text,
    "distance": text,
  ])
  private static let kakaoAnswer = object([
    "meta": object([
      "same_name": .object([
        "oneOf": [object(["region": list(text), "keyword": text, "selected_region": text]), .object(["type": "null"])]
      ]), "pageable_count": integer, "total_count": integer, "is_end": boolean,
    ]), "documents": list(named("KakaoPlace")),
  ])
  private static let kakaoFault = object(["errorType": text, "message": text])
}
