import APIKit
import Booths
import Contracts
import Location

/// The schemas of what is answered (JSON Schema 2020-12), by name.
extension Schemas {
  static let native = ofBooths + ofCommunity + ofChat + ofParties + ofStamps

  private static let ofBooths = JSONValue.members([
    "Booth": booth, "BoothProperties": boothProperties, "BoothList": boothList, "BoothPage": boothPage,
    "BoothMap": boothMap, "BrandList": brandList, "Location": location,
    "RegionList": regionList, "Feature": feature, "FeatureCollection": featureCollection, "ImportReport": importReport,
    "Health": health, "Sentence": sentence,
  ])

  // MARK: Booths

  /// The fields of a booth, in the order in which they are written.
  static let boothFields: KeyValuePairs<String, JSONValue?> = [
    "id": integer, "source": text, "external_id": text, "name": text, "brand": orNull("string"),
    "road_address": orNull("string"), "lot_address": orNull("string"), "latitude": number, "longitude": number,
    "phone": orNull("string"), "opening_hours": orNull("string"), "tags": list(text), "cuts": orNull("integer"),
    "shots": orNull("integer"), "price": orNull("integer"), "even_prints_only": orNull("boolean"),
    "capacity": orNull("integer"), "last_verified": orNull("string", format: "date-time"),
    "posts": text,
    "status": words(BoothStatus.allCases.map(\.rawValue)), "open": words(OpenState.allCases.map(\.rawValue)),
    "distance_m": number,
  ]

  /// A feature has its identifier outside.
  private static let boothProperties = object(boothFields, optional: Set(boothFields.map(\.key)))
  private static let booth = object(boothFields, optional: Set(boothFields.map(\.key)).subtracting(["id"]))
  private static let boothList = object(
    ["count": integer, "location": named("Location"), "booths": list(named("Booth"))], optional: ["location"])
  private static let boothPage = object(
    ["count": integer, "next": orNull("string"), "booths": list(named("Booth"))])
  private static let cluster = object([
    "count": integer, "latitude": number, "longitude": number, "bbox": list(number),
  ])
  private static let boothMap = object([
    "count": integer, "total": integer,
    "clusters": list(cluster),
    "booths": list(named("Booth")),
  ])
  private static let brandList = object([
    "count": integer, "brands": list(object(["name": text, "count": integer])),
  ])

  private static let feature = object(
    [
      "type": .object(["const": "Feature"]), "id": integer,
      "geometry": object(["type": .object(["const": "Point"]), "coordinates": list(number)]),
      "properties": named("BoothProperties"), "links": list(named("Link")),
    ], optional: ["links"])
  private static let featureCollection = object(
    [
      "type": .object(["const": "FeatureCollection"]), "count": integer, "location": named("Location"),
      "total": integer, "clusters": list(.object(["type": "object"])), "next": orNull("string"),
      "links": list(named("Link")), "timeStamp": moment, "numberMatched": integer,
      "numberReturned": integer, "features": list(named("Feature")),
    ],
    optional: [
      "count", "location", "total", "clusters", "next", "links", "timeStamp", "numberMatched", "numberReturned",
    ])

  // MARK: Location

  private static let sentence = object(["ko": text, "en": text])
  private static let location = object([
    "latitude": number, "longitude": number, "origin": words(LocationOrigin.allCases.map(\.rawValue)),
    "doubt_m": number, "reason": named("Sentence"),
    "advice": .object(["oneOf": [named("Sentence"), .object(["type": "null"])]]),
    "action": words(LocationStep.allCases.map(\.rawValue)),
  ])
  private static let regionList = object([
    "regions": list(
      object([
        "id": text, "name": named("Sentence"), "short_name": text, "latitude": number, "longitude": number,
        "radius_m": number,
      ]))
  ])

  // MARK: Service

  private static let importReport = object([
    "dry_run": flag, "run": orNull("integer"), "source": text, "encoding": text, "crs": text, "decisions": list(text),
    "counts": object([
      "read": integer, "added": integer, "changed": integer, "unchanged": integer, "closed": integer,
      "duplicate": integer, "rejected": integer,
    ]),
    "changes": list(
      object([
        "kind": words(["added", "changed", "closed"]), "line": integer, "id": integer, "name": text,
        "fields": list(object(["field": text, "before": text, "after": text])),
      ])),
    "duplicates": list(
      object(["line": integer, "external_id": text, "name": text, "original": integer, "distance_m": number])),
    "rejected": list(object(["line": integer, "code": text, "reason": text, "fields": list(text)])),
    "warnings": list(object(["field": text, "count": integer, "first_line": integer, "example": text])),
  ])
  private static let health = object([
    "status": text, "version": text, "booths": integer, "catalogue_version": integer,
    "store_version": orNull("integer"),
    "conditions": list(object(["code": text, "since": moment, "count": integer])),
  ])
}
