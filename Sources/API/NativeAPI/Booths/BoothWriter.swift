import APIKit
package import Basics
package import Booths
import Contracts
import Geo
package import JSON

/// Writes booths of a catalogue snapshot as JSON, straight from its columns.
package struct BoothWriter {
  package let catalogue: Catalogue
  package let columns: BoothFieldSet
  private let isSummary: Bool
  package let states: OpenStates
  private let instant: Timestamp
  private let details = HoursDetails()
  /// That of the one booth that is written with `evidence`; nil while it cannot be read.
  var evidence: EvidenceDocument?

  /// - Parameter instant: to which everything about opening refers.
  package init(catalogue: Catalogue, columns: BoothFieldSet, instant: Timestamp) {
    self.catalogue = catalogue
    self.columns = columns
    isSummary = columns == .summary
    self.instant = instant
    states = catalogue.openStates(at: PreparedInstant(instant))
  }

  /// Writes a booth as an object; unknown values are null.
  package func write(_ ordinal: UInt32, metres: Double? = nil, to writer: inout JSONWriter) {
    if isSummary { return writeSummary(ordinal, metres: metres, to: &writer) }
    let booth = catalogue.record(ordinal)
    writer.beginObject()
    writer.key("id")
    writer.integer(booth.id.number)
    writeTexts(booth, to: &writer)
    if columns.contains(.latitude) {
      writer.key("latitude")
      writer.degrees(e7: booth.coordinate.latitudeE7)
    }
    if columns.contains(.longitude) {
      writer.key("longitude")
      writer.degrees(e7: booth.coordinate.longitudeE7)
    }
    writeDetails(booth, to: &writer)
    writeRegion(booth, to: &writer)
    writeState(ordinal, booth, to: &writer)
    writeDistance(metres, to: &writer)
    writer.endObject()
  }

  /// The same of the fields that lists have: all but the last two are ready in the catalogue.
  private func writeSummary(_ ordinal: UInt32, metres: Double?, to writer: inout JSONWriter) {
    writer.beginObject()
    catalogue.withSummary(ordinal) { writer.members($0) }
    writeOpen(ordinal, to: &writer)
    writeDistance(metres, to: &writer)
    writer.endObject()
  }

  /// Writes a booth as a GeoJSON feature (RFC 7946); `more` adds members at its end.
  package func writeFeature(
    _ ordinal: UInt32, metres: Double? = nil, to writer: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    let booth = catalogue.record(ordinal)
    writer.beginObject()
    writer.key("type")
    writer.literal("Feature")
    writer.key("id")
    writer.integer(booth.id.number)
    writeGeometry(booth, to: &writer)
    writer.key("properties")
    writer.beginObject()
    writeTexts(booth, to: &writer)
    writeDetails(booth, to: &writer)
    writeRegion(booth, to: &writer)
    writeState(ordinal, booth, to: &writer)
    writeDistance(metres, to: &writer)
    writer.endObject()
    more(&writer)
    writer.endObject()
  }

  private func writeGeometry(_ booth: BoothRecord, to writer: inout JSONWriter) {
    writer.key("geometry")
    writer.beginObject()
    writer.key("type")
    writer.literal("Point")
    writer.key("coordinates")
    writer.beginArray()
    writer.degrees(e7: booth.coordinate.longitudeE7)
    writer.degrees(e7: booth.coordinate.latitudeE7)
    writer.endArray()
    writer.endObject()
  }

  private func writeTexts(_ booth: BoothRecord, to writer: inout JSONWriter) {
    if columns.contains(.source) { write("source", booth, .source, to: &writer) }
    if columns.contains(.externalID) { write("external_id", booth, .externalID, to: &writer) }
    if columns.contains(.name) { write("name", booth, .name, to: &writer) }
    if columns.contains(.englishName) { writeEnglishName(of: booth, to: &writer) }
    if columns.contains(.brand) { write("brand", booth, .brand, to: &writer) }
    if columns.contains(.englishBrand) { writeEnglishBrand(of: booth, to: &writer) }
    if columns.contains(.roadAddress) { write("road_address", booth, .roadAddress, to: &writer) }
    if columns.contains(.lotAddress) { write("lot_address", booth, .lotAddress, to: &writer) }
    if columns.contains(.englishAddress) { writeEnglishAddress(of: booth, to: &writer) }
  }

  private func writeDetails(_ booth: BoothRecord, to writer: inout JSONWriter) {
    if columns.isDisjoint(with: BoothWriter.details) { return }
    if columns.contains(.phone) { write("phone", booth, .phone, to: &writer) }
    if columns.contains(.openingHours) { write("opening_hours", booth, .openingHours, to: &writer) }
    if columns.contains(.tags) { writeTags(of: booth, to: &writer) }
    if columns.contains(.cuts) { write("cuts", booth.cuts, to: &writer) }
    if columns.contains(.shots) { write("shots", booth.shots, to: &writer) }
    if columns.contains(.price) { write("price", booth.price, to: &writer) }
    if columns.contains(.evenPrintsOnly) {
      writer.key("even_prints_only")
      if let only = booth.evenPrintsOnly { writer.bool(only) } else { writer.null() }
    }
    if columns.contains(.capacity) { write("capacity", booth.capacity, to: &writer) }
    if columns.contains(.lastVerified) {
      writer.key("last_verified")
      if let instant = booth.lastVerified { writer.string(instant.rfc3339) } else { writer.null() }
    }
    if columns.contains(.posts) {
      writer.key("posts")
      writer.string("/api/posts?booth=\(booth.id)")
    }
  }

  private static let details: BoothFieldSet = [
    .phone, .openingHours, .tags, .cuts, .shots, .price, .evenPrintsOnly, .capacity, .lastVerified, .posts,
  ]

  /// The country, currency and time zone of the booth.
  private func writeRegion(_ booth: BoothRecord, to writer: inout JSONWriter) {
    if columns.isDisjoint(with: [.country, .currency, .timeZone]) { return }
    let region = BoothRegion.at(Coordinate(booth.coordinate))
    if columns.contains(.country) {
      writer.key("country")
      writer.string(region.country)
    }
    if columns.contains(.currency) {
      writer.key("currency")
      if let currency = region.currency { writer.string(currency) } else { writer.null() }
    }
    if columns.contains(.timeZone) {
      writer.key("time_zone")
      writer.string(region.timeZone)
    }
  }

  private func writeState(_ ordinal: UInt32, _ booth: BoothRecord, to writer: inout JSONWriter) {
    if columns.contains(.status) {
      writer.key("status")
      switch booth.status {
      case .operating: writer.literal("operating")
      case .closed: writer.literal("closed")
      case .unknown: writer.literal("unknown")
      }
    }
    if columns.contains(.open) { writeOpen(ordinal, to: &writer) }
    if columns.isDisjoint(with: [.openState, .week, .partyPrices, .evidence]) { return }
    if columns.contains(.evidence) {
      writer.key("evidence")
      if let evidence { writer.write(evidence) } else { writer.null() }
    }
    if columns.contains(.openState) {
      writer.key("open_state")
      writer.write(details.openState(of: ordinal, in: catalogue, at: instant))
    }
    if columns.contains(.week) {
      writer.key("week")
      if let week = details.week(of: ordinal, in: catalogue, at: instant) {
        writer.beginArray()
        for day in week { writer.write(day) }
        writer.endArray()
      } else {
        writer.null()
      }
    }
    if columns.contains(.partyPrices) {
      writer.key("party_prices")
      writer.beginArray()
      for price in PartyPrice.all(of: booth) { writer.write(PartyPriceDocument(price)) }
      writer.endArray()
    }
  }

  private func writeOpen(_ ordinal: UInt32, to writer: inout JSONWriter) {
    writer.key("open")
    switch catalogue.openState(ordinal, states) {
    case .open: writer.literal("open")
    case .closed: writer.literal("closed")
    case .unknown: writer.literal("unknown")
    }
  }

  private func writeDistance(_ metres: Double?, to writer: inout JSONWriter) {
    guard let metres else { return }
    writer.key("distance_m")
    writer.decimal(metres, places: 2)
  }

  private func write(
    _ key: StaticString, _ booth: BoothRecord, _ text: BoothRecord.Text, to writer: inout JSONWriter
  ) {
    writer.key(key)
    booth.withText(text) { bytes in
      if bytes.isEmpty { writer.null() } else { writer.string(bytes) }
    }
  }

  private func write(_ key: StaticString, _ number: Int?, to writer: inout JSONWriter) {
    writer.key(key)
    if let number { writer.integer(number) } else { writer.null() }
  }

  private func writeEnglishAddress(of booth: BoothRecord, to writer: inout JSONWriter) {
    writer.key("address_en")
    let address = EnglishAddress.text(road: text(.roadAddress, of: booth), lot: text(.lotAddress, of: booth))
    if let address { writer.string(address) } else { writer.null() }
  }

  private func writeEnglishName(of booth: BoothRecord, to writer: inout JSONWriter) {
    writer.key("name_en")
    let name = EnglishName.booth(booth, catalogue.chains)
    if let name { writer.string(name) } else { writer.null() }
  }

  private func writeEnglishBrand(of booth: BoothRecord, to writer: inout JSONWriter) {
    writer.key("brand_en")
    let name = EnglishName.brand(text(.brand, of: booth), catalogue.chains)
    if let name { writer.string(name) } else { writer.null() }
  }

  private func text(_ text: BoothRecord.Text, of booth: BoothRecord) -> String {
    var result = ""
    booth.withText(text) { result = String(decoding: $0, as: UTF8.self) }
    return result
  }

  private func writeTags(of booth: BoothRecord, to writer: inout JSONWriter) {
    writer.key("tags")
    writer.beginArray()
    booth.withText(.tags) { tags in
      for tag in tags.split(separator: 0x2C) { writer.string(UnsafeBufferPointer(rebasing: tag)) }
    }
    writer.endArray()
  }
}
