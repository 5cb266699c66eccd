import Basics
import Testing

@Suite("Bytes are written one after the other")
struct ByteCursorTests {
  private func text(_ body: (inout ByteCursor) -> Void) -> String {
    String(unsafeUninitializedCapacity: 64) { room in
      var cursor = ByteCursor(room)
      body(&cursor)
      return cursor.count
    }
  }

  @Test(
    "A number is written with all of its digits",
    arguments: [0, 1, 9, 10, 99, 100, -1, -100, 1_234_567_890, .max, .min] as [Int64])
  func numbers(_ number: Int64) {
    #expect(text { $0.append(decimal: number) } == String(number))
  }

  @Test("Texts are written one after another")
  func texts() {
    #expect(
      text { cursor in
        cursor.append("W/")
        cursor.append(String("가" as Character))
        cursor.append(decimal: 5)
        cursor.append("")
      } == "W/가5")
  }
}
