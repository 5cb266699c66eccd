import CZlib
import Support
import Workload

/// Decompresses a gzip member. Throws when it is incomplete or corrupt.
func gunzipped(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
    throw Client.Failure(reason: "inflateInit2")
  }
  defer { inflateEnd(&stream) }
  var input = bytes
  var unpacked: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 65_536)
  var outcome = Z_OK
  input.withUnsafeMutableBufferPointer { input in
    stream.next_in = input.baseAddress
    stream.avail_in = UInt32(input.count)
    while outcome == Z_OK {
      room.withUnsafeMutableBufferPointer { room in
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(room.count)
        outcome = inflate(&stream, Z_NO_FLUSH)
      }
      unpacked += room[..<(room.count - Int(stream.avail_out))]
    }
  }
  guard outcome == Z_STREAM_END, stream.avail_in == 0 else { throw Client.Failure(reason: "inflate: \(outcome)") }
  return unpacked
}
