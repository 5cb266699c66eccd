import CImages

/// A picture of a few lines of text on a coloured ground, as messengers show it for a link.
package struct TitleCard: Hashable, Sendable {
  package var title: String
  package var subtitle: String
  package var label: String
  package var footer: String
  /// The colour of the band and the label; white stands out from it.
  package var color: PictureColor
  package var width: Int
  package var height: Int

  package init(
    title: String, subtitle: String, label: String, footer: String, color: PictureColor, width: Int, height: Int
  ) {
    (self.title, self.subtitle, self.label, self.footer) = (title, subtitle, label, footer)
    (self.color, self.width, self.height) = (color, width, height)
  }
}

/// A colour in sRGB.
package struct PictureColor: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// From `#c2255c`; nil for anything else.
  package init?(hex: String) {
    guard hex.utf8.count == 7, hex.hasPrefix("#"), let number = UInt32(hex.dropFirst(), radix: 16) else { return nil }
    self.init(red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }

  static let white = PictureColor(red: 255, green: 255, blue: 255)
  static let ink = PictureColor(red: 34, green: 31, blue: 43)
  static let faint = PictureColor(red: 98, green: 93, blue: 110)
  static let paper = PictureColor(red: 255, green: 250, blue: 245)
}

/// Draws a card, as PNG. Blocks for some ten milliseconds, longer when fonts are first used. Texts in scripts without an
/// installed font show as boxes.
/// - Throws: `ImageFault` `libraryMissing`; `unreadable` when it cannot draw texts.
package func drawTitleCard(_ card: TitleCard) throws(ImageFault) -> [UInt8] {
  guard ImageLibrary.isReady else { throw .libraryMissing }
  defer { ImageLibrary.cleanUp() }
  return try TitleCardLayout(card).picture().encoded(as: .png, quality: 0)
}

/// The layout of a card: a band with a strip of four pictures at the left, the texts beside it.
private struct TitleCardLayout {
  private let card: TitleCard
  private let band: Int
  private let margin: Int

  init(_ card: TitleCard) {
    self.card = card
    band = card.width * 3 / 10
    margin = card.height / 9
  }

  private var textWidth: Int { card.width - band - 2 * margin }

  func picture() throws(ImageFault) -> Picture {
    var picture = try Picture.filled(card.width, card.height, .paper)
    picture = try picture.inserting(try Picture.filled(band, card.height, card.color), x: 0, y: 0)
    picture = try drawStrip(on: picture)
    var y = margin
    if let label = try text(card.label, sizes: [34], maxHeight: 48) {
      picture = try picture.stamping(label, x: band + margin, y: y, card.color)
    }
    y += 64
    if let title = try text(card.title, sizes: [76, 64, 54, 44], maxHeight: card.height / 2 - 20) {
      picture = try picture.stamping(title, x: band + margin, y: y, .ink)
      y += title.height + 28
    }
    if let subtitle = try text(card.subtitle, sizes: [32, 28], maxHeight: 120, isBold: false) {
      picture = try picture.stamping(subtitle, x: band + margin, y: y, .faint)
    }
    if let footer = try text(card.footer, sizes: [30], maxHeight: 44) {
      picture = try picture.stamping(footer, x: band + margin, y: card.height - margin - footer.height, card.color)
    }
    return picture
  }

  /// A white strip with four frames in the colour of the band.
  private func drawStrip(on ground: borrowing Picture) throws(ImageFault) -> Picture {
    let (height, gap) = (card.height - 2 * margin, 14)
    let width = height * 2 / 5
    let x = (band - width) / 2
    var picture = try ground.inserting(try Picture.filled(width, height, .white), x: x, y: margin)
    let frame = (height - 5 * gap) / 4
    for number in 0..<4 {
      let shade = try Picture.filled(width - 2 * gap, frame, card.color.mixedWithWhite)
      picture = try picture.inserting(shade, x: x + gap, y: margin + gap + number * (frame + gap))
    }
    return picture
  }

  /// The text in the largest of some sizes in which it fits, cut off in the last; nil when nothing of it is visible.
  private func text(_ text: String, sizes: [Int], maxHeight: Int, isBold: Bool = true) throws(ImageFault) -> Picture? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    for size in sizes {
      guard let mask = try? Picture.text(text, size: size, width: textWidth, isBold: isBold) else { return nil }
      if mask.height <= maxHeight { return mask }
      if size == sizes.last { return try mask.top(maxHeight) }
    }
    return nil
  }
}

extension PictureColor {
  fileprivate var mixedWithWhite: PictureColor {
    func mixed(_ part: UInt8) -> UInt8 { UInt8((Int(part) + 3 * 255) / 4) }
    return PictureColor(red: mixed(red), green: mixed(green), blue: mixed(blue))
  }
}
