import Basics
import Testing

@Suite("Digits of numbers for people")
struct GroupedDigitsTests {
  @Test(
    "Digits stand in groups of three",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (-999, "-999"), (-100_000, "-100,000"), (1_234_567, "1,234,567"),
    ])
  func groups(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
