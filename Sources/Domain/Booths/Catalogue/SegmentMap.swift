import Basics
import Geo
import Segments

struct SegmentMap: Sendable {
  let tree: MapTree
  /// The distinct keys: the kinds of the tree.
  let kinds: PackedArray<FacetKey>

  /// Complexity: O(n log n), on one core.
  init(_ index: SpatialIndex, _ keys: PackedArray<FacetKey>) {
    var numbers: [FacetKey: UInt32] = [:]
    var kinds: [FacetKey] = []
    let kindOfEach = keys.map { key in
      if let number = numbers[key] { return number }
      let number = UInt32(kinds.count)
      numbers[key] = number
      kinds.append(key)
      return number
    }
    tree = MapTree(index, kinds: kindOfEach)
    self.kinds = PackedArray(kinds)
  }

  /// The map of `count` booths in a file. Complexity: O(n), to check it.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    kinds = try part.elements("kinds")
    tree = try MapTree(part, count: count, kindCount: kinds.count)
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("kinds", kinds)
    tree.add(to: &draft)
  }
}
