import Basics
import TextForms

extension FoldedName {
  /// A hash of the name in a cell.
  func hash(in cell: UInt64) -> UInt64 {
    var hash = StableHash(cell)
    hash.combine(bytes)
    return hash.value
  }
}
