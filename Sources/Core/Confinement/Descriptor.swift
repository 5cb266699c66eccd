import CConfinement
import Glibc

struct Descriptor: ~Copyable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit { Glibc.close(number) }

  consuming func close() {}
}

/// Both ends of a connection.
struct DescriptorPair: ~Copyable {
  let ours: Descriptor
  let theirs: Descriptor

  /// Two connected sockets.
  static func sockets() throws(ConfinedFailure) -> DescriptorPair { try make { cconfinement_socket_pair($0) } }

  /// A pipe; ours is the end to read from.
  static func pipe() throws(ConfinedFailure) -> DescriptorPair { try make { cconfinement_pipe($0) } }

  private static func make(_ open: (UnsafeMutablePointer<Int32>) -> Int32) throws(ConfinedFailure) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    guard open(&numbers) == 0 else { throw .unavailable(String(cString: strerror(errno))) }
    return DescriptorPair(ours: Descriptor(owning: numbers[0]), theirs: Descriptor(owning: numbers[1]))
  }
}
