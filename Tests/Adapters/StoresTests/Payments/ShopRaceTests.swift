import Basics
import Payments
import Support
import Testing

@Suite("The shop under concurrent requests")
struct ShopRaceTests {
  @Test("200 concurrent validations of a payment by two processes settle it once, with a balanced ledger")
  func oneSettles() async throws {
    let shop = try await PaymentsUnderTest()
    let other = try await shop.otherProcess()
    let order = try await shop.order()
    let payment = shop.payment(of: order)
    let outcomes = await withTaskGroup(of: String.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            return try await (number.isMultiple(of: 2) ? shop : other).apply(payment, for: order.id)?.state.rawValue
              ?? ""
          } catch {
            return (error as? DomainError)?.code ?? "\(error)"
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes == ["paid": 1, "payment-validated": 199])
    #expect(try await shop.store.ledger(of: order.id).map(\.event) == [.order, .payment])
    #expect(try await shop.store.payments(of: order.id).map(\.state) == [.settled])
    #expect(try await other.store.balances().values.reduce(0, +) == 0)
  }

  @Test("One of 40 payments for an order in two processes settles it, and the others are refused")
  func onePays() async throws {
    let shop = try await PaymentsUnderTest()
    let other = try await shop.otherProcess()
    let order = try await shop.order()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let payment = shop.payment(of: order, as: "imp_\(number)")
        group.addTask { _ = try? await (number.isMultiple(of: 2) ? shop : other).apply(payment) }
      }
    }
    let states = try await shop.store.payments(of: order.id).map(\.state)
    #expect(states.filter { $0 == .settled }.count == 1)
    #expect(states.filter { $0 == .refused }.count == 39)
    #expect(try await shop.store.balances()[.gateway] == order.amount)
  }
}
