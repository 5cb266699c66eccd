import Basics
import TextForms

/// Nicknames that cannot be chosen although they are valid: those that impersonate the service, and those that mix
/// scripts with lookalike letters. An account that already has such a nickname keeps it.
enum NicknameRules {
  /// - Throws: `DomainError` `nickname-reserved`, `nickname-mixed` (invalid, field `nickname`).
  static func check(_ nickname: Nickname) throws(DomainError) {
    if !allows(nickname) { throw domainError(of: nickname) }
  }

  static func allows(_ nickname: Nickname) -> Bool { !isReserved(nickname) && !mixesScripts(nickname) }

  /// The error for a nickname that is not allowed.
  static func domainError(of nickname: Nickname) -> DomainError {
    isReserved(nickname)
      ? DomainError(
        .invalid, "nickname-reserved", "This nickname could be taken for the service's own: choose another one.",
        field: "nickname")
      : DomainError(
        .invalid, "nickname-mixed", "A nickname mixes no scripts whose letters look alike: write it in one of them.",
        field: "nickname")
  }

  // MARK: Reserved names

  private static let reserved: Set<String> = Set(
    [
      "admin", "admins", "administrator", "root", "sysadmin", "system", "superuser", "operator", "moderator", "owner",
      "staff", "support", "helpdesk", "help", "service", "security", "official", "team", "webmaster", "postmaster",
      "hostmaster", "abuse", "noreply", "api", "fourcuts", "fourcuts official", "fourcuts team", "fourcuts support",
      "관리자", "운영자", "운영진", "운영팀", "관리팀", "고객센터", "고객지원", "시스템", "공식", "공식계정", "공지", "공지사항",
      "어드민", "네컷지도 운영자", "네컷지도 관리자", "포컷", "포컷츠",
    ].map { skeleton(of: $0) })

  /// Whether a name is a reserved one, also when it is written with lookalike letters, with signs in between or with a
  /// number appended.
  private static func isReserved(_ nickname: Nickname) -> Bool {
    let name = skeleton(of: nickname.description)
    if reserved.contains(name) { return true }
    let digits = nickname.folded.reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return false }
    return reserved.contains(skeleton(of: String(nickname.folded.dropLast(digits))))
  }

  /// The visual skeleton of a name: folded, without marks and signs, each letter replaced by the Latin one it looks
  /// like.
  private static func skeleton(of text: String) -> String {
    let plain = withoutMarks(folded(text)).unicodeScalars.compactMap { scalar -> Character? in
      if let look = lookalikes[Character(scalar)] { return look }
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? Character(scalar) : nil
    }
    return String(plain).replacing("rn", with: "m").replacing("vv", with: "w")
  }

  /// Letters and signs that look like a Latin letter (after Unicode Technical Standard #39, reduced to the letters of
  /// the reserved names).
  private static let lookalikes: [Character: Character] = {
    let rows: [(Character, String)] = [
      ("a", "аαɑᴀ@ａ4"), ("b", "ьʙвβƅ"), ("c", "сϲᴄⅽ"), ("d", "ԁᴅɗժ"), ("e", "еєҽᴇεе3"), ("f", "ꜰғƒϝ"), ("g", "ɡɢց"),
      ("h", "һнʜհ"), ("k", "кκᴋ"), ("l", "iі1|!ıɩιɪӏⅼʟїן"), ("m", "мᴍⅿ"), ("n", "ոɴпηռ"), ("o", "оοᴏ0օσӧ"),
      ("p", "рρᴘ"),
      ("q", "ԛզ"), ("r", "гʀᴦꭇ"), ("s", "ѕꜱ$5ꮪ"), ("t", "тᴛτ"), ("u", "υᴜսц"), ("v", "νᴠѵⅴ"), ("w", "ԝᴡшω"),
      ("x", "хχⅹ"),
      ("y", "уүγʏ"), ("z", "ᴢ"),
    ]
    return Dictionary(rows.flatMap { row in row.1.map { ($0, row.0) } }, uniquingKeysWith: { first, _ in first })
  }()

  // MARK: Scripts

  private enum Script: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, cherokee, coptic, hangul, han, kana, other
  }

  /// Scripts that Korean and Japanese mix.
  private static let eastAsianScripts: Set<Script> = [.latin, .hangul, .han, .kana]
  /// Scripts with many letters that look like Latin ones or like each other's.
  private static let confusableScripts: Set<Script> = [.greek, .cyrillic, .armenian, .cherokee, .coptic]

  private static func mixesScripts(_ nickname: Nickname) -> Bool {
    let scripts = Set(nickname.folded.unicodeScalars.filter(\.properties.isAlphabetic).map(script))
    if scripts.count < 2 || scripts.isSubset(of: eastAsianScripts) { return false }
    return scripts.count > 2 || !scripts.isDisjoint(with: confusableScripts)
  }

  private static func script(of scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x00...0x2AF, 0x1D00...0x1D25, 0x1D6B...0x1D77, 0x1D79...0x1DBE, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA722...0xA7FF, 0xAB30...0xAB64:
      .latin
    case 0x370...0x3E1, 0x3F0...0x3FF, 0x1D26...0x1D2A, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B, 0x1D78, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
    case 0x530...0x58F: .armenian
    case 0x590...0x5FF: .hebrew
    case 0x600...0x77F, 0x8A0...0x8FF: .arabic
    case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
    case 0x3E2...0x3EF, 0x2C80...0x2CFF: .coptic
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: .hangul
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .han
    case 0x3040...0x30FF, 0x31F0...0x31FF: .kana
    default: .other
    }
  }
}
