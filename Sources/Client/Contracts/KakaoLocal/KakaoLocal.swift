/// One place as Kakao Local's searches answer it: every value is a text, empty where nothing is known.
package struct KakaoPlace: Hashable, Sendable {
  /// The place's identifier.
  package var id: String
  /// What the sign says.
  package var placeName: String
  /// The path of categories, with ` > ` between them.
  package var categoryName: String
  /// The telephone number.
  package var phone: String
  /// The address by lot number.
  package var addressName: String
  /// The address by road name.
  package var roadAddressName: String
  /// Longitude in degrees.
  package var x: String
  /// Latitude in degrees.
  package var y: String
  /// Where more is told of the place.
  package var placeURL: String
  /// Whole metres from the place that was sent, empty where none was.
  package var distance: String

  /// A place; see the properties.
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

/// The answer of Kakao Local's keyword and category searches.
package struct KakaoAnswer: Hashable, Sendable {
  /// What was taken for the keyword; nil for a search by category, which has none.
  package var keyword: String?
  /// How many places were found.
  package var totalCount: Int
  /// How many of them can be paged to.
  package var pageableCount: Int
  /// Whether this page is the last.
  package var isEnd: Bool
  /// The places of this page.
  package var documents: [KakaoPlace]

  /// An answer; see the properties.
  package init(keyword: String?, totalCount: Int, pageableCount: Int, isEnd: Bool, documents: [KakaoPlace]) {
    self.keyword = keyword
    self.totalCount = totalCount
    self.pageableCount = pageableCount
    self.isEnd = isEnd
    self.documents = documents
  }

  /// The document.
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

/// An error as Kakao Local answers it.
package struct KakaoFault: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// `AccessDeniedError`, `MissingParameter`, `InvalidArgument`, …
  package var errorType: String
  /// What is wrong, for developers.
  package var message: String

  /// An error; see the properties.
  package init(status: Int, errorType: String, message: String) {
    self.status = status
    self.errorType = errorType
    self.message = message
  }

  /// The document.
  package var json: JSONValue {
    .object(["errorType": .string(errorType), "message": .string(message)])
  }
}
