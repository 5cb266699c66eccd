/// A colour of sRGB.
struct Color: Hashable {
  let red, green, blue: Double

  /// `0xRRGGBB`
  init(_ code: UInt32) {
    self.init(red: Double(code >> 16 & 255), green: Double(code >> 8 & 255), blue: Double(code & 255))
  }

  private init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// - Parameter share: of the other colour, from 0 to 1.
  func mixed(with other: Color, _ share: Double) -> Color {
    Color(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  var isLight: Bool { 0.3 * red + 0.59 * green + 0.11 * blue > 150 }
}

/// In pixels, from the upper left corner.
struct Point: Hashable {
  let x, y: Double
}

struct Area: Hashable {
  let x, y, width, height: Double
}

/// A shape by its distance function.
enum Shape {
  case circle(Point, radius: Double)
  case rectangle(Area, radius: Double)
  /// With round ends.
  case line(Point, Point, width: Double)

  /// The distance of a point from the edge, negative inside.
  fileprivate func distance(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .circle(let center, let radius): return length(x - center.x, y - center.y) - radius
    case .rectangle(let area, let radius):
      let across = abs(x - area.x - area.width / 2) - area.width / 2 + radius
      let along = abs(y - area.y - area.height / 2) - area.height / 2 + radius
      return length(max(across, 0), max(along, 0)) + min(max(across, along), 0) - radius
    case .line(let start, let end, let width):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let squared = dx * dx + dy * dy
      let share = squared == 0 ? 0 : max(0, min(1, ((x - start.x) * dx + (y - start.y) * dy) / squared))
      return length(x - start.x - share * dx, y - start.y - share * dy) - width / 2
    }
  }

  /// What encloses it.
  fileprivate var bounds: Area {
    switch self {
    case .circle(let center, let radius):
      Area(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    case .rectangle(let area, _): area
    case .line(let start, let end, let width):
      Area(
        x: min(start.x, end.x) - width / 2, y: min(start.y, end.y) - width / 2,
        width: abs(end.x - start.x) + width, height: abs(end.y - start.y) + width)
    }
  }
}

private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

/// Pixels to draw on, with smooth edges.
struct Canvas {
  let width, height: Int
  /// Red, green and blue of each pixel, row by row.
  private(set) var pixels: [UInt8]
  /// Nothing is drawn outside of it; nil: everything is drawn.
  var clip: Shape?

  init(width: Int, height: Int, _ color: Color) {
    (self.width, self.height) = (width, height)
    let pixel = [color.red, color.green, color.blue].map { UInt8($0) }
    pixels = (0..<width * height).flatMap { _ in pixel }
  }

  mutating func fill(_ shape: Shape, _ color: Color) {
    let bounds = shape.bounds
    let frame = clip?.bounds ?? Area(x: 0, y: 0, width: Double(width), height: Double(height))
    let columns = Self.pixels(bounds.x, bounds.width, frame.x, frame.width, width)
    for row in Self.pixels(bounds.y, bounds.height, frame.y, frame.height, height) {
      for column in columns {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let coverage = 0.5 - max(shape.distance(x, y), clip?.distance(x, y) ?? -1)
        if coverage > 0 { blend(color, min(1, coverage), at: 3 * (row * width + column)) }
      }
    }
  }

  /// The pixels of a range that are within another one and on the canvas.
  private static func pixels(
    _ start: Double, _ length: Double, _ frame: Double, _ frameLength: Double, _ count: Int
  ) -> Range<Int> {
    let first = max(0, Int(max(start - 1, frame)))
    return first..<max(first, min(count, Int(min(start + length + 2, frame + frameLength))))
  }

  private mutating func blend(_ color: Color, _ share: Double, at position: Int) {
    for (offset, part) in [color.red, color.green, color.blue].enumerated() {
      let old = Double(pixels[position + offset])
      pixels[position + offset] = UInt8(old + (part - old) * share)
    }
  }

  /// Writes capital letters of five by seven points.
  /// - Parameters:
  ///   - center: of the upper edge.
  ///   - pixel: the size of a point.
  mutating func write(_ text: String, at center: Point, pixel: Double, _ color: Color) {
    let start = (center.x - pixel * Double(6 * text.count - 1) / 2).rounded()
    for (position, letter) in text.enumerated() {
      for (row, points) in (Self.letters[letter] ?? []).enumerated() {
        for column in 0..<5 where points & (16 >> column) != 0 {
          let area = Area(
            x: start + pixel * Double(6 * position + column), y: center.y + pixel * Double(row), width: pixel,
            height: pixel)
          fill(.rectangle(area, radius: 0), color)
        }
      }
    }
  }

  private static let letters: [Character: [UInt8]] = [
    "A": [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
    "E": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
    "L": [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
    "M": [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
    "P": [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
    "S": [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
  ]
}
