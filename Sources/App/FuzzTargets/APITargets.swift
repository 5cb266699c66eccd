import APIKit
import Basics
import Crypto
import HTTP

@testable import SocketIO

let apiTargets = [
  FuzzTarget("engine-io") { bytes in
    for packet in EnginePacket.packets(of: bytes.text, maxCount: 16) ?? [] {
      require(EnginePacket(packet.text[...]) == packet, "\(packet) is read otherwise")
    }
    _ = (EnginePacket(WebSocketMessage.text(bytes.text)), EnginePacket(WebSocketMessage.binary(bytes)))
  },
  FuzzTarget("socket-io") { bytes in
    guard let packet = SocketPacket(bytes.text) else { return }
    require(SocketPacket(packet.text) == packet, "\(packet) is read otherwise")
  },
  FuzzTarget("cursor") { bytes in
    let cursors = Cursors(MessageAuthenticator(key: [UInt8](repeating: 7, count: 32)))
    require((try? cursors.key(bytes.text, of: "list")) == nil, "a cursor was forged")
    // One that the service made, of any identifier.
    var input = InputReader(bytes)
    let key = PageKey(instant: Timestamp(milliseconds: input.number()), id: input.rest.text)
    guard (1...64).contains(key.id.utf8.count) else { return }
    let text = cursors.text(key, of: "list")
    require((try? cursors.key(text, of: "list")) == key, "a cursor is read otherwise")
    require((try? cursors.key(text, of: "other")) == nil, "a cursor serves for another list")
  },
]
