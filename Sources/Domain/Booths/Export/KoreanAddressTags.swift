/// A Korean address by road name as the `addr:` keys of OpenStreetMap.
enum KoreanAddressTags {
  typealias Tag = (key: String, text: String)

  /// The tags of an address. None if it is not understood up to the number of the building: a part of an address leads
  /// to a wrong place. Complexity: O(length).
  static func all(of address: String) -> [Tag] {
    var words = address.split { $0 == " " || $0 == "," }[...]
    guard let province = words.popFirst(), province.count >= 3, province.last == "시" || province.last == "도" else {
      return []
    }
    var tags: [Tag] = [(province.last == "시" ? "addr:city" : "addr:province", String(province))]
    while let word = words.popFirst() {
      guard let key = key(of: word), !tags.contains(where: { $0.key == key }) else { return [] }
      tags.append((key, String(word)))
      guard key == "addr:street" else { continue }
      guard let number = words.first, isNumber(number) else { return [] }
      return tags + [("addr:housenumber", String(number))]
    }
    return []
  }

  private static func key(of word: Substring) -> String? {
    switch word.last {
    case _ where word.count < 2: nil
    case "시": "addr:city"
    case "군", "구": "addr:district"
    case "읍", "면": "addr:subdistrict"
    case "로", "길": "addr:street"
    default: nil
    }
  }

  /// `396`, `12-3`.
  private static func isNumber(_ word: Substring) -> Bool {
    word.utf8.first.map { (0x30...0x39).contains($0) } == true
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }
}
