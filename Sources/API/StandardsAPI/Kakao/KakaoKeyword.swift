import APIKit

/// Removes the words from a keyword that apply to every booth.
enum KakaoKeyword {
  /// The words to search for; nil when the keyword only asks for photo booths, as `근처 즉석사진` does. Complexity:
  /// O(length).
  static func searchText(_ keyword: String) -> String? {
    let words = keyword.split(whereSeparator: \.isWhitespace).map(String.init)
    let distinctive = words.filter { !common.contains($0.lowercased()) }
    return distinctive.isEmpty ? nil : distinctive.joined(separator: " ")
  }

  /// Words for "near", and words for photo booths.
  private static let common: Set<String> = [
    "근처", "주변", "가까운", "인근", "내", "여기", "near", "nearby", "me",
    "즉석사진", "즉석", "사진", "사진관", "즉석사진관", "셀프", "셀프사진관", "셀프사진", "무인사진관", "스티커사진", "네컷사진", "네컷", "4컷", "4컷사진",
    "포토부스", "포토", "부스", "포토스튜디오", "photo", "booth", "booths", "photobooth", "photobooths", "photos",
  ]
}
