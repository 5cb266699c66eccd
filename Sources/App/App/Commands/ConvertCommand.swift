import Basics
import CommandLineKit
import Contracts
import Foundation
import Geo

extension Command {
  static let convert = Command(
    specification: CommandSpecification(
      path: ["convert"], summary: "Convert coordinates to latitude and longitude", operands: "SYSTEM [X Y]",
      discussion: """
        X is east (or longitude), Y is north (or latitude). Without them, 'X Y' lines are read from standard input.
        Prints WGS84 latitude and longitude in degrees with nine decimals, one line for each pair; a pair that cannot be
        converted gives 'nan nan'.
          fourcuts convert EPSG:5174 325178.430998746 234541.641901682
          fourcuts convert KATEC 310000 550000

        Systems:
        \(ReferenceSystem.all.map { "  \(padded($0.name, to: 12))\($0.title)" }.joined(separator: "\n"))
        """)
  ) { command, context in
    guard let name = command.operands.first, [1, 3].contains(command.operands.count) else {
      throw DomainError.usage("operands", "This needs 'fourcuts convert SYSTEM X Y', or 'X Y' lines on standard input.")
    }
    var transformation = try Transformation(from: try ReferenceSystem.named(name))
    if command.operands.count == 3 {
      guard let x = Double(command.operands[1]), let y = Double(command.operands[2]) else {
        throw DomainError.usage("number-not-understood", "X and Y must be numbers.")
      }
      var (east, north) = ([x], [y])
      transformation.apply(east: &east, north: &north)
      guard north[0].isFinite else {
        throw DomainError(.invalid, "outside-system", "\(name) does not cover \(x) \(y).", field: "X Y")
      }
      return try context.console.out(line(north[0], east[0]))
    }
    try convertLines(&transformation, context)
  }
}

/// Converts standard input in blocks of lines, keeping their order.
private func convertLines(_ transformation: inout Transformation, _ context: CommandContext) throws {
  var (east, north): ([Double], [Double]) = ([], [])
  func flush(_ transformation: inout Transformation) throws {
    transformation.apply(east: &east, north: &north)
    try context.console.out(zip(north, east).map { line($0, $1) }.joined())
    east.removeAll(keepingCapacity: true)
    north.removeAll(keepingCapacity: true)
  }
  var number = 0
  while let text = readLine() {
    number += 1
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\r" }
    if words.isEmpty { continue }
    guard words.count == 2, let x = Double(words[0]), let y = Double(words[1]) else {
      try flush(&transformation)
      throw DomainError(.invalid, "line-not-understood", "Line \(number) is not 'X Y'.", field: "standard input")
    }
    east.append(x)
    north.append(y)
    if east.count == 4096 { try flush(&transformation) }
  }
  try flush(&transformation)
}

private func line(_ latitude: Double, _ longitude: Double) -> String {
  guard latitude.isFinite, longitude.isFinite else { return "nan nan\n" }
  return "\(fixed(latitude, decimals: 9)) \(fixed(longitude, decimals: 9))\n"
}
