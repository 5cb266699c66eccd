import APIKit
import Basics
import Contracts
import Geo
import NativeAPI

/// The parameters of Kakao Local's searches, with Kakao's ranges and defaults.
enum KakaoParameters {
  static let query = Parameter<String>(
    "query", .text(maxCount: 200),
    "The text to find. Common words for photo booths (근처 즉석사진, 포토부스, 네컷) match all of them.",
    isRequired: true, example: "근처 즉석사진")
  static let x = Parameter<Double>("x", .number(-180...180), "The longitude of the centre.", example: "127.105207")
  static let y = Parameter<Double>("y", .number(-90...90), "The latitude of the centre.", example: "37.358647")
  static let radius = Parameter<Int>("radius", .integer(0...20_000), "The radius around the centre in metres.")
  static let rect = Parameter<Viewport>("rect", .viewport(), "West, south, east, north.")
  static let category = Parameter<String>(
    "category_group_code", .enumeration(categories),
    "One of Kakao's groups. Photo booths belong to none, and nothing else is served: it filters nothing.")
  static let requiredCategory = Parameter<String>(
    "category_group_code", category.kind, category.summary, isRequired: true, example: "CT1")
  static let page = Parameter<Int>("page", .integer(1...45, default: 1), "The number of the page.")
  static let size = Parameter<Int>("size", .integer(1...15, default: 15), "The number of places in a page.")
  static let sort = Parameter<String>(
    "sort", .enumeration(["accuracy", "distance"]), "The order; `accuracy` by default.")

  static let shared: [any DescribedParameter] = [x, y, radius, rect, page, size, sort]

  private static let categories = [
    "MT1", "CS2", "PS3", "SC4", "AC5", "PK6", "OL7", "SW8", "BK9", "CT1", "AG2", "PO3", "AT4", "AD5", "FD6", "CE7",
    "HP8", "PM9",
  ]
}

extension ErrorFormat {
  /// The error format of Kakao Local; unknown parameters are ignored.
  static let kakao = ErrorFormat(
    isStrict: false, errorResponse: { KakaoFault($0).response },
    internalErrorResponse: {
      KakaoFault(status: 500, errorType: "InternalServerError", message: "reference \($0)").response
    })
}

extension KakaoFault {
  /// Maps a domain error to Kakao's format. The messages `query parameter required` and `page is more than max` are
  /// Kakao's own.
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
