// Skeleton until the index stands.

/// What was typed.
public struct SearchQuery: Sendable {
  public init(_ text: String) {}
}

/// One booth found: lower ranks are better.
public struct SearchHit: Hashable, Sendable {
  public var rank: Int
  public var ordinal: UInt32
}

/// The texts of a booth that are searched.
struct SearchColumns {
  var name: ArraySlice<UInt8>
  var brand: ArraySlice<UInt8>
  var roadAddress: ArraySlice<UInt8>
  var lotAddress: ArraySlice<UInt8>
}

struct SearchIndex: Sendable {
  init(count: Int, _ columns: (UInt32) -> SearchColumns) {}
  func find(_ query: SearchQuery, limit: Int, where isWanted: (UInt32) -> Bool) -> [SearchHit] { [] }
}

func foldedName(_ name: String) -> String { name.lowercased().filter { $0 != " " } }
