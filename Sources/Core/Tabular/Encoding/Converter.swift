import Glibc

/// Owns an iconv conversion.
struct Converter: ~Copyable {
  private let handle: iconv_t
  /// What iconv returns when it stops early: (size_t)-1.
  private static let failure = -1

  init?(from source: String, to target: String) {
    guard let handle = iconv_open(target, source), Int(bitPattern: handle) != -1 else { return nil }
    self.handle = handle
  }

  deinit {
    iconv_close(handle)
  }

  /// The single UTF-16 unit of two bytes, if they are one character.
  func unit(_ lead: UInt8, _ trail: UInt8) -> UInt16? {
    var input = (CChar(bitPattern: lead), CChar(bitPattern: trail))
    var output = (CChar(0), CChar(0), CChar(0), CChar(0))
    var inputLeft = 2
    var outputLeft = 4
    let failed = withUnsafeMutableBytes(of: &input) { input in
      withUnsafeMutableBytes(of: &output) { output in
        var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        return iconv(handle, &from, &inputLeft, &to, &outputLeft) != 0
      }
    }
    guard !failed, inputLeft == 0, outputLeft == 2 else { return nil }
    return UInt16(UInt8(bitPattern: output.0)) | UInt16(UInt8(bitPattern: output.1)) << 8
  }

  enum Stop {
    case end
    /// At a sequence that is no character.
    case invalid
    /// At a character that the end cuts off.
    case incomplete
  }

  /// Converts bytes up to the first that it can't, and returns how many it read and wrote. `output` must be large enough.
  func convert(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> (read: Int, written: Int, stop: Stop) {
    var inputLeft = input.count
    var outputLeft = output.count
    var stop = Stop.end
    input.withMemoryRebound(to: CChar.self) { input in
      output.withMemoryRebound(to: CChar.self) { output in
        // The C library changes the pointer only, not what it points to.
        var from = UnsafeMutablePointer(mutating: input.baseAddress)
        var to = output.baseAddress
        if iconv(handle, &from, &inputLeft, &to, &outputLeft) == Self.failure {
          stop = errno == EINVAL ? .incomplete : .invalid
        }
        // Some encodings hold a letter back until they know that no accent follows.
        _ = iconv(handle, nil, nil, &to, &outputLeft)
      }
    }
    return (input.count - inputLeft, output.count - outputLeft, stop)
  }
}
