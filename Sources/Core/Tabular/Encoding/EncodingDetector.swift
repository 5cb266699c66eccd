import Basics

/// Finds the encoding of bytes that are no UTF-8: the one in which they are the likeliest text.
enum EncodingDetector {
  private struct Candidate {
    let encoding: TextEncoding
    let model: TextCost.Model
    /// How rare lists in this encoding are, in half nats.
    let rarity: Int

    init(_ encoding: TextEncoding, _ model: TextCost.Model, rarity: Int) {
      self.encoding = encoding
      self.model = model
      self.rarity = rarity
    }
  }

  private struct Guess {
    let encoding: TextEncoding
    let text: [UInt8]
    let cost: TextCost
    let total: Int
  }

  private static let candidates = [
    Candidate(.cp949, .korean, rarity: 0), Candidate(.shiftJIS, .japanese, rarity: 2),
    Candidate(.eucJP, .japanese, rarity: 4), Candidate(.gb18030, .simplifiedChinese, rarity: 3),
    Candidate(.big5, .traditionalChinese, rarity: 3),
    Candidate(
      .windows1252,
      .alphabets(["de", "fr", "es", "it", "pt", "nl", "sv", "nb", "da", "fi", "is", "ca"], mixing: 2),
      rarity: 1),
    Candidate(.windows1251, .alphabets(["ru", "uk", "bg"], mixing: 14), rarity: 4),
    Candidate(
      .windows1250, .alphabets(["pl", "cs", "sk", "hu", "ro", "sl", "sh"], mixing: 20), rarity: 13),
    Candidate(.windows1254, .alphabets(["tr"], mixing: 20), rarity: 11),
    Candidate(.windows1253, .alphabets(["el"], mixing: 14), rarity: 6), Candidate(.windows874, .thai, rarity: 6),
    Candidate(.windows1255, .alphabets(["he"], mixing: 14), rarity: 6),
    Candidate(.windows1256, .alphabets(["ar", "fa"], mixing: 14), rarity: 6),
    Candidate(.koi8R, .alphabets(["ru"], mixing: 14), rarity: 8),
    Candidate(.windows1257, .alphabets(["lv", "lt"], mixing: 20), rarity: 14),
    Candidate(.windows1258, .alphabets(["vi"], mixing: 14), rarity: 16),
  ]

  /// The bytes that are compared: more would not change the decision.
  private static let sampleSize = 1 << 14
  /// How much likelier than any other text the best one must be, in half nats: e^7 times.
  private static let margin = 14

  /// - Throws: `DomainError` `encoding-undecided`, with the two best guesses.
  static func encoding(of sample: [UInt8]) throws(DomainError) -> TextEncoding {
    let sample = Array(sample.prefix(sampleSize))
    let guesses = candidates.compactMap { guess($0, sample) }.sorted { $0.total < $1.total }
    // Encodings in which the text is the same do not compete.
    let rival = guesses.first { $0.text != guesses[0].text }
    guard let best = guesses.first, best.cost.isPlausible, rival.map({ $0.total - best.total >= margin }) ?? true else {
      throw undecided(guesses.first, rival)
    }
    return best.encoding
  }

  /// The reading in an encoding; nil if the C library does not know it.
  private static func guess(_ candidate: Candidate, _ sample: [UInt8]) -> Guess? {
    var text = DecodedText()
    guard (try? TextDecoder.decode(sample, candidate.encoding, atEnd: false, into: &text)) != nil else { return nil }
    let cost = TextCost(text.bytes, candidate.model)
    return Guess(encoding: candidate.encoding, text: text.bytes, cost: cost, total: cost.cost + candidate.rarity)
  }

  private static func undecided(_ best: Guess?, _ second: Guess?) -> DomainError {
    let guesses = [best, second].compactMap(\.self)
    let readings = guesses.map { guess in
      "\(guess.encoding.rawValue) (“\(excerpt(guess, beside: guesses))”)"
    }
    let options = guesses.map { "--encoding \($0.encoding.rawValue)" }.joined(separator: " or ")
    return DomainError(
      .invalid, "encoding-undecided",
      "The encoding is undecided: not UTF-8, perhaps \(readings.joined(separator: " or ")); pass \(options), whichever "
        + "reads right, or another one that the publisher states.", field: "encoding")
  }

  /// The first line in which the readings differ, shortened to 40 characters.
  private static func excerpt(_ guess: Guess, beside others: [Guess]) -> String {
    let texts = ([guess] + others).map { String(decoding: $0.text, as: UTF8.self).split(whereSeparator: \.isNewline) }
    let line = texts[0].indices.first { index in
      texts.contains { index >= $0.count || $0[index] != texts[0][index] }
    }
    let words = line.map { texts[0][$0] } ?? texts[0].first ?? ""
    let start = words.unicodeScalars.firstIndex { !$0.isASCII } ?? words.startIndex
    let shown = words.unicodeScalars[start...].prefix(40).filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(shown))
  }
}
