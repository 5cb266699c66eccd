/// Writes texts and numbers into memory, one after the other. The caller has made enough room.
package struct ByteCursor {
  private let room: UnsafeMutableBufferPointer<UInt8>
  package private(set) var count = 0

  package init(_ room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append($0) }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= room.count - count, "There is no room for the text.")
    guard let source = bytes.baseAddress, let target = room.baseAddress else { return }
    (target + count).initialize(from: source, count: bytes.count)
    count += bytes.count
  }

  package mutating func append(decimal number: Int64) {
    if number < 0 { append("-") }
    let magnitude = number.magnitude
    var length = 1
    var limit: UInt64 = 10
    // With twenty digits, the limit would exceed 64 bits.
    while length < 19, magnitude >= limit { (length, limit) = (length + 1, limit &* 10) }
    precondition(length <= room.count - count, "There is no room for the number.")
    var rest = magnitude
    for position in (count..<count + length).reversed() {
      room.initializeElement(at: position, to: 0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    count += length
  }
}
