import APIKit
import Basics
import Contracts
import Geo
import NativeAPI

/// The parameters of Kakao Local's searches, with Kakao's ranges and defaults.
enum KakaoParameters {
  static let query = Parameter<String>(
    "query", .text(maxCount: 200), "What to find. Words for photo booths as such (근처 즉석사진, 포토부스, 네컷) find them all.",
    isRequired: true, example: "근처 즉석사진")
  static let x = Parameter<Double>("x", .number(-180...180), "Longitude of the middle.", example: "127.105207")
  static let y = Parameter<Double>("y", .number(-90...90), "Latitude of the middle.", example: "37.358647")
  static let radius = Parameter<Int>("radius", .integer(0...20_000), "Metres around the middle.")
  static let rect = Parameter<Viewport>("rect", .viewport(), "West, south, east, north.")
  static let category = Parameter<String>(
    "category_group_code", .word(categories),
    "One of Kakao's groups. Photo booths belong to none; as they are all that is served here, it narrows nothing.")
  static let neededCategory = Parameter<String>(
    "category_group_code", category.kind, category.summary, isRequired: true, example: "CT1")
  static let page = Parameter<Int>("page", .integer(1...45, default: 1), "Which page.")
  static let size = Parameter<Int>("size", .integer(1...15, default: 15), "How many places a page has.")
  static let sort = Parameter<String>("sort", .word(["accuracy", "distance"]), "The order; `accuracy` by default.")

  static let shared: [any DescribedParameter] = [x, y, radius, rect, page, size, sort]

  private static let categories = [
    "MT1", "CS2", "PS3", "SC4", "AC5", "PK6", "OL7", "SW8", "BK9", "CT1", "AG2", "PO3", "AT4", "AD5", "FD6", "CE7",
    "HP8", "PM9",
  ]
}

extension ErrorFormat {
  /// That of Kakao Local: unknown parameters are passed over, errors have its shape.
  static let kakao = ErrorFormat(
    isStrict: false, refuse: { KakaoFault($0).response },
    fault: { KakaoFault(status: 500, errorType: "InternalServerError", message: "reference \($0)").response })
}

extension KakaoFault {
  /// The error that a refusal is to clients of this shape. `query parameter required` and `page is more than max` are
  /// Kakao's own words.
  init(_ domainError: DomainError) {
    let name = domainError.field ?? "query"
    switch (domainError.kind, domainError.code) {
    case (.unauthenticated, _):
      self.init(status: 401, errorType: "AccessDeniedError", message: domainError.message)
    case (.invalid, "parameter-missing"):
      self.init(status: 400, errorType: "MissingParameter", message: "\(name) parameter required")
    case (.invalid, "parameter-above-range"):
      self.init(status: 400, errorType: "InvalidArgument", message: "\(name) is more than max")
    case (.invalid, "parameter-below-range"):
      self.init(status: 400, errorType: "InvalidArgument", message: "\(name) is less than min")
    case (.invalid, _):
      self.init(status: 400, errorType: "InvalidArgument", message: "\(name) is not valid")
    default:
      self.init(status: domainError.kind.status, errorType: "InvalidArgument", message: domainError.message)
    }
  }
}
