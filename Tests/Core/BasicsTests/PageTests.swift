import Basics
import Testing

@Suite("Pages")
struct PageTests {
  /// Pages of a list of numbers.
  private func page(of count: Int, _ request: PageRequest) -> Page<Int> {
    let start = request.after.flatMap { Int($0.id) } ?? 0
    let end = min(count, start + request.limit)
    let next = end < count ? PageKey(instant: Timestamp(milliseconds: 0), id: "\(end)") : nil
    return Page(items: Array(start..<end), next: next)
  }

  @Test(
    "The first items of a list are read page by page, and asking for none returns none",
    arguments: [-1, 0, 1, 100, 250])
  func items(_ maxCount: Int) async throws {
    for count in [0, 1, 100, 230, 500] {
      let items = try await Page.items(maxCount) { page(of: count, $0) }
      #expect(items == Array(0..<max(0, min(maxCount, count))))
    }
  }
}
