/// One place as Kakao Local's searches answer it: every value is a text, empty where nothing is known.
public struct KakaoPlace: Hashable, Sendable {
  /// The place's identifier.
  public var id: String
  /// What the sign says.
  public var placeName: String
  /// The path of categories, with ` > ` between them.
  public var categoryName: String
  /// The telephone number.
  public var phone: String
  /// The address by lot number.
  public var addressName: String
  /// The address by road name.
  public var roadAddressName: String
  /// Longitude in degrees.
  public var x: String
  /// Latitude in degrees.
  public var y: String
  /// Where more is told of the place.
  public var placeURL: String
  /// Whole metres from the place that was sent, empty where none was.
  public var distance: String

  /// A place; see the properties.
  public init(
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
  public var json: JSONValue {
    .object([
      "id": .string(id), "place_name": .string(placeName), "category_name": .string(categoryName),
      "category_group_code": "", "category_group_name": "", "phone": .string(phone),
      "address_name": .string(addressName), "road_address_name": .string(roadAddressName), "x": .string(x),
      "y": .string(y), "place_url": .string(placeURL), "distance": .string(distance),
    ])
  }
}

/// The answer of Kakao Local's keyword and category searches.
public struct KakaoAnswer: Hashable, Sendable {
  /// What was taken for the keyword; nil for a search by category, which has none.
  public var keyword: String?
  /// How many places were found.
  public var totalCount: Int
  /// How many of them can be paged to.
  public var pageableCount: Int
  /// Whether this page is the last.
  public var isEnd: Bool
  /// The places of this page.
  public var documents: [KakaoPlace]

  /// An answer; see the properties.
  public init(keyword: String?, totalCount: Int, pageableCount: Int, isEnd: Bool, documents: [KakaoPlace]) {
    self.keyword = keyword
    self.totalCount = totalCount
    self.pageableCount = pageableCount
    self.isEnd = isEnd
    self.documents = documents
  }

  /// The document.
  public var json: JSONValue {
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
public struct KakaoFault: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// `AccessDeniedError`, `MissingParameter`, `InvalidArgument`, …
  public var errorType: String
  /// What is wrong, for developers.
  public var message: String

  /// An error; see the properties.
  public init(status: Int, errorType: String, message: String) {
    self.status = status
    self.errorType = errorType
    self.message = message
  }

  /// The document.
  public var json: JSONValue {
    .object(["errorType": .string(errorType), "message": .string(message)])
  }
}
