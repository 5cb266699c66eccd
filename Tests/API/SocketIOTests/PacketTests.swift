import Testing

@testable import SocketIO

@Suite("Packets")
struct PacketTests {
  @Test(
    "of Engine.IO are read as they were written",
    arguments: [
      EnginePacket.close, .ping("probe"), .pong(""), .message("2[\"a\"]"), .binary([0, 255, 10]), .upgrade, .noop,
    ])
  func engine(_ packet: EnginePacket) {
    #expect(EnginePacket(packet.text[...]) == packet)
  }

  @Test(
    "of Socket.IO are written as they were read",
    arguments: [
      "0", "0/chat,{\"token\":\"t\"}", "1/chat,", "2[\"a\"]", "27[\"a\",1]", "3/x,7[]", "4/x,{\"message\":\"m\"}",
      "51-[\"a\",{\"_placeholder\":true,\"num\":0}]", "61-/x,7[{\"_placeholder\":true,\"num\":0}]",
    ])
  func socket(_ text: String) throws {
    #expect(try #require(SocketPacket(text)).text == text)
  }
}
