import HTTP
import Testing

@testable import SocketIO

@Suite("Packets")
struct PacketTests {
  @Test(
    "Packets of Engine.IO are read back unchanged",
    arguments: [
      EnginePacket.close, .ping("probe"), .pong(""), .message("2[\"a\"]"), .binary, .upgrade, .noop,
    ])
  func engine(_ packet: EnginePacket) {
    #expect(EnginePacket(packet.text[...]) == packet)
  }

  @Test(
    "Packets of Socket.IO are written as they were read",
    arguments: [
      "0", "0/chat,{\"token\":\"t\"}", "1/chat,", "2[\"a\"]", "4/x,{\"message\":\"m\"}",
    ])
  func socket(_ text: String) throws {
    #expect(try #require(SocketPacket(text)).text == text)
  }

  @Test("A packet with more than a hundred combining marks in a row is refused before it is parsed")
  func marks() throws {
    let run = String(repeating: "\u{301}\u{316}", count: 50)
    #expect(EnginePacket(.text("42\(run)")) == .message("2\(run)"))
    #expect(EnginePacket.packets(of: "42\(run)\u{1E}4", maxCount: 2) == [.message("2\(run)"), .message("")])
    for text in ["42\(run)\u{301}", run + "\u{301}", "42[\"" + String(repeating: run, count: 300) + "\"]"] {
      #expect(EnginePacket(.text(text)) == nil)
      #expect(EnginePacket.packets(of: "4\u{1E}\(text)", maxCount: 2) == nil)
    }
  }
}
