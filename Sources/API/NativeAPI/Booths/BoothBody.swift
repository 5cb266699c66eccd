import APIKit
import Basics
import Booths
import JSON

/// The fields of a booth in bodies: of proposals and of accepted corrections.
enum BoothBody {
  static let brand = BodyField<String?>(
    "brand", ValueKind.text(0...ProposalService.maxNameLength).orNull, "The chain.", example: "인생네컷")
  static let roadAddress = BodyField<String?>(
    "road_address", ValueKind.text(0...ProposalService.maxAddressLength).orNull, "The address by road name.",
    example: "서울특별시 마포구 동교로 245")
  static let openingHours = BodyField<String?>(
    "opening_hours", ValueKind.text(0...ProposalService.maxNameLength).orNull,
    "In the syntax of OpenStreetMap, or as a sign says it.", example: "Mo-Su 10:00-24:00")
  static let price = BodyField<Int?>(
    "price", ValueKind.integer(0...100_000_000).orNull, "The lowest price of a session, in the money of its country.",
    example: 4000)

  /// The fields that a body has, as text.
  static func texts(_ body: JSONBody) throws(DomainError) -> [BoothField: String] {
    var texts: [BoothField: String] = [:]
    texts[.brand] = try body.value(brand) ?? nil
    texts[.roadAddress] = try body.value(roadAddress) ?? nil
    texts[.openingHours] = try body.value(openingHours) ?? nil
    texts[.price] = (try body.value(price) ?? nil).map(String.init)
    return texts
  }
}
