/// A drawn strip of four cuts, which nobody takes for a photo of somebody.
struct SampleStrip: Hashable {
  /// How the people stand.
  enum Pose: CaseIterable {
    case victory
    case cheering
    case heart
    case flower
  }

  enum Pattern: CaseIterable {
    case plain
    case dots
    case stripes
    case sunrise
  }

  /// The colour of the frame.
  let frame: Color
  /// Those behind the people, from cut to cut.
  let backgrounds: [Color]
  let pattern: Pattern
  /// 1 to 4.
  let people: Int
  /// Of the four cuts.
  let poses: [Pose]

  static let (width, height) = (480, 1440)
  private static let (margin, cutHeight, gap) = (28.0, 312.0, 18.0)

  /// The drawing.
  func drawn() -> Canvas {
    var canvas = Canvas(width: Self.width, height: Self.height, frame)
    for cut in 0..<4 { draw(cut, on: &canvas) }
    let ink = frame.isLight ? Color(0x33_2B3A) : Color(0xFF_FFFF)
    canvas.write("SAMPLE", at: Point(x: Double(Self.width) / 2, y: Double(Self.height) - 56), pixel: 7, ink)
    return canvas
  }

  private func draw(_ cut: Int, on canvas: inout Canvas) {
    let top = Self.margin + Double(cut) * (Self.cutHeight + Self.gap)
    let area = Area(x: Self.margin, y: top, width: Double(Self.width) - 2 * Self.margin, height: Self.cutHeight)
    canvas.clip = .rectangle(area, radius: 14)
    let background = backgrounds[cut % backgrounds.count]
    canvas.fill(.rectangle(area, radius: 0), background)
    decorate(area, background, on: &canvas)
    let step = area.width / Double(people + 1)
    let size = min(1, 2.6 / Double(people + 1))
    for person in 0..<people {
      let lean = Double((cut + person) % 3 - 1) * 8
      let figure = SampleFigure(
        center: Point(x: area.x + step * Double(person + 1) + lean, y: area.y + area.height * 0.52), size: size,
        number: person)
      figure.draw(poses[(cut + person) % poses.count], on: &canvas)
    }
    canvas.clip = nil
  }

  private func decorate(_ area: Area, _ background: Color, on canvas: inout Canvas) {
    let light = background.mixed(with: Color(0xFF_FFFF), 0.35)
    switch pattern {
    case .plain: break
    case .dots:
      for row in 0..<7 {
        for column in 0..<9 {
          let shift = row % 2 == 0 ? 0.0 : 26
          let center = Point(x: area.x + Double(column) * 52 + shift, y: area.y + Double(row) * 52 + 10)
          canvas.fill(.circle(center, radius: 8), light)
        }
      }
    case .stripes:
      for column in 0..<5 {
        let x = area.x + Double(column) * 96
        canvas.fill(.rectangle(Area(x: x, y: area.y, width: 46, height: area.height), radius: 0), light)
      }
    case .sunrise:
      let center = Point(x: area.x + area.width / 2, y: area.y + area.height)
      for ring in stride(from: 5, through: 1, by: -1) {
        let part = Double(ring) / 6
        canvas.fill(
          .circle(center, radius: area.height * part * 1.2),
          background.mixed(with: Color(0xFF_FFFF), 0.5 * (1 - part)))
      }
    }
  }
}

/// A person of circles and lines.
private struct SampleFigure {
  /// The middle of the head.
  let center: Point
  let size: Double
  /// Decides looks.
  let number: Int

  private static let hair = [Color(0x3B_2A25), Color(0x6B_4226), Color(0x2A_2A38), Color(0x8A_5A3B)]
  private static let skin = [Color(0xF6_D3B8), Color(0xEF_C4A0), Color(0xFB_DEC8), Color(0xE3_B08A)]
  private static let clothes = [Color(0x4D_7CFE), Color(0xFF_8FA3), Color(0x2F_B67C), Color(0xFF_B02E)]

  private func point(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x * size, y: center.y + y * size) }

  func draw(_ pose: SampleStrip.Pose, on canvas: inout Canvas) {
    let (hair, skin, clothes) = (Self.hair[number % 4], Self.skin[number % 4], Self.clothes[number % 4])
    if number % 2 == 1 { canvas.fill(.line(point(-46, 0), point(-46, 70), width: 40 * size), hair) }
    if number % 2 == 1 { canvas.fill(.line(point(46, 0), point(46, 70), width: 40 * size), hair) }
    canvas.fill(.line(point(0, 120), point(0, 320), width: 132 * size), clothes)
    canvas.fill(.line(point(0, 50), point(0, 80), width: 34 * size), skin)
    canvas.fill(.circle(point(0, -6), radius: 66 * size), hair)
    canvas.fill(.circle(point(0, 8), radius: 56 * size), skin)
    canvas.fill(.line(point(-34, -38), point(34, -38), width: 30 * size), hair)
    face(on: &canvas)
    for side in [-1.0, 1] { arm(pose, side, skin, clothes, on: &canvas) }
  }

  private func face(on canvas: inout Canvas) {
    let ink = Color(0x2B_2230)
    for side in [-1.0, 1] {
      canvas.fill(.circle(point(20 * side, 6), radius: 5.5 * size), ink)
      canvas.fill(.circle(point(34 * side, 22), radius: 9 * size), Color(0xFF_9E9E).mixed(with: Color(0xFF_D9C9), 0.4))
    }
    var last = point(-14, 26)
    for step in 1...6 {
      let x = -14 + 28 * Double(step) / 6
      let next = point(x, 26 + 9 * (1 - x * x / 196))
      canvas.fill(.line(last, next, width: 4.5 * size), ink)
      last = next
    }
  }

  /// - Parameter side: -1 or 1.
  private func arm(
    _ pose: SampleStrip.Pose, _ side: Double, _ skin: Color, _ clothes: Color, on canvas: inout Canvas
  ) {
    let shoulder = point(54 * side, 104)
    let (elbow, hand): (Point, Point) =
      switch pose {
      case .victory: (point(96 * side, 130), point(88 * side, 52))
      case .cheering: (point(98 * side, 56), point(92 * side, -44))
      case .heart: (point(84 * side, 20), point(12 * side, -92))
      case .flower: (point(74 * side, 140), point(36 * side, 66))
      }
    canvas.fill(.line(shoulder, elbow, width: 34 * size), clothes)
    canvas.fill(.line(elbow, hand, width: 28 * size), clothes)
    canvas.fill(.circle(hand, radius: 17 * size), skin)
    guard pose == .victory else { return }
    for lean in [-1.0, 1] {
      let tip = Point(x: hand.x + 11 * lean * size, y: hand.y - 34 * size)
      canvas.fill(.line(hand, tip, width: 10 * size), skin)
    }
  }
}
