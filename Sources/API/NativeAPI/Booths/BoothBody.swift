import APIKit
import Basics
import Booths
import JSON

/// The fields of a booth in bodies: of proposals, and of changes by operators.
enum BoothBody {
  private static let name = BodyField<String>(
    "name", .text(1...ProposalService.maxNameLength), "The name on the sign.", example: "인생네컷 연남점")
  private static let latitude = BodyField<Double>(
    "latitude", .number(-90...90), "Degrees north; only with `longitude`.", example: .number(37.5621))
  private static let longitude = BodyField<Double>(
    "longitude", .number(-180...180), "Degrees east; only with `latitude`.", example: .number(126.9251))
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

  /// What an operator may change.
  static let changes: [any DescribedField] = [name, latitude, longitude, brand, roadAddress, openingHours, price]

  /// The changes that a body has.
  static func edit(_ body: JSONBody) throws(DomainError) -> BoothEdit {
    var edit = BoothEdit(try texts(body))
    edit.texts[.name] = try body.value(name)
    let (north, east) = (try body.value(latitude), try body.value(longitude))
    if north != nil || east != nil {
      edit.coordinate = Coordinate(latitude: try body.required(latitude), longitude: try body.required(longitude))
    }
    return edit
  }
}
