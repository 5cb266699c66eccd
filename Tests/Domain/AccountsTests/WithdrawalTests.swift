import Accounts
import Basics
import Support
import Testing

@Suite("Leaving")
struct WithdrawalTests {
  @Test("Whoever leaves is told who they were; every token dies at once, and the names are free again")
  func leaves() async throws {
    let world = try await AccountsUnderTest()
    let (caller, rotating) = try await world.newcomer("name")
    let fixed = try await world.logIn("name", .fixed)
    let account = try await world.accounts.withdraw(caller)
    #expect(account.email?.description == "name@example.com")
    for tokens in [rotating, fixed] {
      await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: tokens.access) }
      await expectRefusal("refresh-unusable") { _ = try await world.accounts.refresh(tokens.refresh, .rotating) }
    }
    await expectRefusal("login-failed") { _ = try await world.logIn("name") }
    let again = try await world.signUp("name")
    #expect(again.id != account.id)
    await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: rotating.access) }
  }

  @Test("A request that was let in before its account went is refused like an unusable token")
  func refusesLateRequests() async throws {
    let world = try await AccountsUnderTest()
    let (caller, _) = try await world.newcomer("name")
    _ = try await world.accounts.withdraw(caller)
    await expectRefusal("token-unusable", .unauthenticated) { _ = try await world.accounts.withdraw(caller) }
    await expectRefusal("token-unusable") { _ = try await world.accounts.profile(caller) }
    await expectRefusal("token-unusable") { _ = try await world.accounts.change(caller, ProfileChange()) }
    await expectRefusal("token-unusable") {
      try await world.accounts.changePassword(caller, from: AccountsUnderTest.password, to: "another horse")
    }
    try await world.accounts.logOut(caller, everywhere: false)
    try await world.accounts.logOut(caller, everywhere: true)
  }

  @Test("Of two withdrawals at once one is told who left")
  func leavesOnce() async throws {
    let world = try await AccountsUnderTest()
    let (caller, _) = try await world.newcomer("name")
    let left = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { (try? await world.accounts.withdraw(caller)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(left == 1)
  }
}
