import Basics
import Support
import Testing
import Workload

@testable import Geo

@Suite("The grid's parts")
struct GridTests {
  @Test("A cube face and its units lead back to the coordinate")
  func cubeFaces() {
    var random = SeededNumbers(seed: 14)
    var seen: Set<Int> = []
    for _ in 0..<1000 {
      let point = EarthCentred(random.coordinate())
      let face = CubeFace.face(of: point)
      let (alongU, alongV, height) = CubeFace.axes(face, point)
      #expect(height > 0 && abs(alongU) <= height && abs(alongV) <= height)
      let back = CubeFace.surfacePoint(face, u: alongU / height, v: alongV / height)
      #expect(point.chordSquared(to: back) < 1e-12)
      seen.insert(face)
    }
    #expect(seen.count == 6)
  }

  @Test("The plane of a line is never farther than the points behind it")
  func planes() {
    var random = SeededNumbers(seed: 15)
    for _ in 0..<3000 {
      let coordinate = random.coordinate()
      let here = EarthCentred(coordinate)
      let there = EarthCentred(coordinate.moved(random.normal() * 0.3, random.normal() * 0.3))
      let chord = here.chordSquared(to: there).squareRoot()
      let face = CubeFace.face(of: there)
      guard let view = FaceView(face, of: here) else {
        #expect(chord > nearbyMetres)
        continue
      }
      let (alongU, alongV, height) = CubeFace.axes(face, there)
      let u = (alongU / height + 1) * CubeFace.unitsPerOne
      let v = (alongV / height + 1) * CubeFace.unitsPerOne
      let bound = max(abs(u - view.u) * view.metresPerU, abs(v - view.v) * view.metresPerV)
      #expect(bound <= chord + 0.001 || chord > nearbyMetres)
    }
  }

  @Test("A stored point is read back within 30 µm")
  func blocks() {
    let points = PointSet.uniform.points(100) + PointSet.polar.points(100)
    let blocks = PointBlocks.allocate(points.count)
    defer { blocks.base.deallocate() }
    for (position, point) in points.enumerated() {
      blocks.store(point.coordinate, ordinal: UInt32(points.count - 1 - position), at: position)
    }
    for (position, point) in points.enumerated() {
      #expect(
        blocks.coordinate(at: position) == point.coordinate
          && blocks.ordinal(at: position) == UInt32(points.count - 1 - position))
      #expect(blocks.centred(at: position).chordSquared(to: EarthCentred(Coordinate(point.coordinate))) < 9e-10)
    }
  }

  @Test("Lanes are read in order and cut at both ends")
  func lanes() {
    var random = SeededNumbers(seed: 16)
    for _ in 0..<300 {
      let bits = random.next()
      var values = SIMD16<Int32>(repeating: 5)
      for lane in 0..<16 where bits >> UInt64(lane) & 1 == 1 { values[lane] = -1 - Int32(lane) }
      for first in 0..<16 {
        let end = first + 1 + Int(bits >> 20) % (16 - first)
        var lanes = Lanes(negative: values)
        lanes.removeLanes(before: first)
        lanes.removeLanes(after: end - 1)
        let expected = (first..<end).filter { values[$0] < 0 }
        #expect(lanes.bits.nonzeroBitCount == expected.count && lanes.isFull == (expected.count == 16))
        var taken: [Int] = []
        while !lanes.isEmpty { taken.append(lanes.removeFirst()) }
        #expect(taken == expected)
      }
    }
  }

  @Test("A shortlist keeps the best entries in order", arguments: [1, 10, 32, 33, 60, 5000])
  func shortlist(_ limit: Int) {
    var random = SeededNumbers(seed: 17)
    var list = Shortlist(limit: limit)
    var all: [(Int64, UInt32)] = []
    for ordinal in 0..<UInt32(3000) {
      let metres = (random.unit() * 200).rounded() * (ordinal % 2 == 0 ? 1 : 1e5)
      all.append((Shortlist.millimetres(metres), ordinal))
      let key = Shortlist.key(metres, ordinal: ordinal)
      if list.isFull, key >= list.worstKey { continue }
      list.insert(Shortlist.Entry(key: key, metres: metres))
    }
    let kept = list.drainNeighbors().map { (Shortlist.millimetres($0.metres), $0.ordinal) }
    #expect(kept.map(\.1) == all.sorted { $0 < $1 }.prefix(limit).map(\.1))
  }

  @Test("A buffer sorts its ordinals", arguments: [0, 1, 2, 999, 20_000])
  func ordinalBuffer(_ count: Int) {
    var random = SeededNumbers(seed: 18)
    var buffer = OrdinalBuffer()
    defer { buffer.destroy() }
    let values = (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next() >> (random.next() % 24 + 32)) }
    for value in values { buffer.append(value) }
    buffer.sort(below: Int(values.max() ?? 0) + 1)
    #expect(Array(UnsafeBufferPointer(start: buffer.values, count: buffer.count)) == values.sorted())
    buffer.removeAll { $0 % 2 == 0 }
    #expect(buffer.count == values.count { $0 % 2 != 0 })
  }

  @Test("A set of ordinals contains its members only")
  func ordinalSet() {
    var random = SeededNumbers(seed: 19)
    var set = OrdinalSet()
    var truth: Set<UInt32> = []
    for _ in 0..<2000 {
      let ordinal = UInt32(random.next() % 3000)
      #expect(set.insert(ordinal) == truth.insert(ordinal).inserted)
    }
    #expect(set.count == truth.count && (0..<3100).allSatisfy { set.contains($0) == truth.contains($0) })
  }

  @Test("A set of blocks leads from each of its positions to the next", arguments: [1, 16, 17, 1024, 5000])
  func blockSet(_ count: Int) {
    var random = SeededNumbers(seed: 24)
    for share: UInt64 in [2, 60, 2000] {
      let truth = (0...(count - 1) / 16).map { _ in random.next() % share == 0 }
      var set = BlockSet(of: count)
      for block in truth.indices where truth[block] { set.insert(block) }
      #expect(truth.indices.allSatisfy { set.contains($0) == truth[$0] })
      for _ in 0..<100 {
        let start = Int(random.next() % UInt64(count))
        let end = start + Int(random.next() % UInt64(count - start + 1))
        let expected = (start..<end).first { truth[$0 / 16] } ?? end
        #expect(set.position(from: start, before: end) == expected)
      }
      var joined = BlockSet(of: count)
      joined.formUnion(set)
      #expect(truth.indices.allSatisfy { joined.contains($0) == truth[$0] })
    }
  }
}
