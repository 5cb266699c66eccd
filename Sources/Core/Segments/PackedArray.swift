import CPrefetch

/// Owns memory that packed arrays point into, and frees it with the last of them.
public class MemoryOwner: @unchecked Sendable {
  // Safe to share: it has no state here, and the state of each subclass is a `let`.
  package init() {}
}

/// Immutable values in memory that an owner keeps alive: a separate block, or a section of a mapped file. Copies and
/// slices share the memory.
///
/// Safe to share (`@unchecked Sendable`): nobody writes to the memory once the array exists. Public, because the
/// compiler specialises only public generic code for other modules.
@frozen
public struct PackedArray<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
  /// The number of elements.
  public let count: Int
  @usableFromInline let base: UnsafePointer<Element>
  @usableFromInline let owner: MemoryOwner

  /// - Parameter base: `count` initialised elements, aligned, that stay unchanged as long as `owner` lives.
  @inlinable
  public init(base: UnsafePointer<Element>, count: Int, owner: MemoryOwner) {
    self.base = base
    self.count = count
    self.owner = owner
  }

  package init(_ elements: some Collection<Element>) {
    let memory = LargeMemory.allocate(Element.self, count: elements.count)
    _ = UnsafeMutableBufferPointer(start: memory, count: elements.count).initialize(from: elements)
    self.init(adopting: memory, count: elements.count)
  }

  /// Takes over memory of `LargeMemory`.
  package init(adopting memory: UnsafeMutablePointer<Element>, count: Int) {
    self.init(base: memory, count: count, owner: AdoptedMemory(memory))
  }

  package static var empty: PackedArray { PackedArray([]) }

  /// The first index.
  @inlinable public var startIndex: Int { 0 }
  /// One more than the last index.
  @inlinable public var endIndex: Int { count }

  /// The element at an index, which must exist. An index out of a file is checked by its reader before.
  @inlinable
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "No such element.")
    defer { withExtendedLifetime(owner) {} }
    return base[index]
  }

  /// The elements of a range, which share the memory; the range is clamped to the array.
  @inlinable
  public func slice(_ range: Range<Int>) -> PackedArray {
    let range = range.clamped(to: 0..<count)
    return PackedArray(base: base + range.lowerBound, count: range.count, owner: owner)
  }

  /// Calls `body` with the memory.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }

  /// Calls `body` with the memory.
  @inlinable
  public func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(owner) {} }
    return try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Calls `body` with the bytes of the memory.
  @inlinable
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBufferPointer { try body(UnsafeRawBufferPointer($0)) }
  }

  /// Begins to fetch elements that are about to be read into the processor's cache; the range is clamped to the array.
  /// Asked for together, elements that are far apart cost the time of one.
  @inlinable
  public func prefetch(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    prefetchMemory(base + range.lowerBound, range.count * MemoryLayout<Element>.stride)
  }

  /// The elements without bounds checks, for hot loops that know their bounds; valid as long as the array is.
  @inlinable public var unchecked: UnsafePointer<Element> { base }

  /// The size in bytes.
  package var byteCount: Int { count * MemoryLayout<Element>.stride }
}

/// Prefetches the cache lines of some bytes; of many, the first 512.
@usableFromInline
func prefetchMemory(_ start: UnsafeRawPointer, _ byteCount: Int) {
  var line = start
  let last = start + (min(byteCount, 512) - 1)
  while line < last {
    prefetch_line(line)
    line += 64
  }
  prefetch_line(last)
}

/// A block of the heap.
private final class AdoptedMemory: MemoryOwner, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  init(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

  deinit { memory.deallocate() }
}
