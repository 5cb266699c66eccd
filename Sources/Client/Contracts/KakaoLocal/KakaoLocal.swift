package import JSON

/// A place in Kakao Local's search results: every value is a string, empty when unknown.
package struct KakaoPlace: Hashable, Sendable {
  package var id: String
  package var placeName: String
  /// The category path, separated by ` > `.
  package var categoryName: String
  package var phone: String
  /// The address by lot number.
  package var addressName: String
  package var roadAddressName: String
  /// Longitude in degrees.
  package var x: String
  /// Latitude in degrees.
  package var y: String
  /// The details page.
  package var placeURL: String
  /// Whole metres from the requested position; empty without one.
  package var distance: String

  package init(
    id: String, placeName: String, categoryName: String, phone: String, addressName: String, roadAddressName: String,
    x: String, y: String, placeURL: String, distance: String
  ) {
    self.id = id
    self.placeName = placeName
    self.categoryName = categoryName
    self.phone = phone
    self.addressName = addressName
    self.roadAddressName = roadAddressName
    self.x = x
    self.y = y
    self.placeURL = placeURL
    self.distance = distance
  }

  /// The document. Photo booths belong to none of Kakao's category groups, so those two fields are empty.
  package var json: JSONValue {
    .object([
      "id": .string(id), "place_name": .string(placeName), "category_name": .string(categoryName),
      "category_group_code": "", "category_group_name": "", "phone": .string(phone),
      "address_name": .string(addressName), "road_address_name": .string(roadAddressName), "x": .string(x),
      "y": .string(y), "place_url": .string(placeURL), "distance": .string(distance),
    ])
  }
}

/// The response of Kakao Local's keyword and category searches.
package struct KakaoAnswer: Hashable, Sendable {
  /// The keyword as understood; nil for a search by category.
  package var keyword: String?
  package var totalCount: Int
  /// The number of matches that pages can reach.
  package var pageableCount: Int
  package var isEnd: Bool
  package var documents: [KakaoPlace]

  package init(keyword: String?, totalCount: Int, pageableCount: Int, isEnd: Bool, documents: [KakaoPlace]) {
    self.keyword = keyword
    self.totalCount = totalCount
    self.pageableCount = pageableCount
    self.isEnd = isEnd
    self.documents = documents
  }

  package var json: JSONValue {
    let sameName = keyword.map { JSONValue.object(["region": [], "keyword": .string($0), "selected_region": ""]) }
    return .object([
      "meta": .object([
        "same_name": sameName ?? .null, "pageable_count": .integer(pageableCount),
        "total_count": .integer(totalCount), "is_end": .bool(isEnd),
      ]),
      "documents": .array(documents.map(\.json)),
    ])
  }
}

package struct KakaoFault: Hashable, Sendable {
  package var status: Int
  /// `AccessDeniedError`, `MissingParameter`, `InvalidArgument`, …
  package var errorType: String
  package var message: String

  package init(status: Int, errorType: String, message: String) {
    self.status = status
    self.errorType = errorType
    self.message = message
  }

  package var json: JSONValue {
    .object(["errorType": .string(errorType), "message": .string(message)])
  }
}
