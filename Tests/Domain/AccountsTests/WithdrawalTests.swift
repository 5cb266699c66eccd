import Accounts
import Basics
import Support
import Testing

@Suite("Withdrawal")
struct WithdrawalTests {
  @Test("Withdrawal returns the account, ends every token at once, and frees its names")
  func leaves() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, rotating) = try await fixture.newcomer("name")
    let fixed = try await fixture.logIn("name", .fixed)
    let account = try await fixture.accounts.withdraw(caller)
    #expect(account.email?.description == "name@example.com")
    for tokens in [rotating, fixed] {
      await expectDomainError("token-unusable") {
        _ = try await fixture.accounts.caller(withAccessToken: tokens.access)
      }
      await expectDomainError("refresh-unusable") { _ = try await fixture.accounts.refresh(tokens.refresh, .rotating) }
    }
    await expectDomainError("login-failed") { _ = try await fixture.logIn("name") }
    let again = try await fixture.signUp("name")
    #expect(again.id != account.id)
    await expectDomainError("token-unusable") {
      _ = try await fixture.accounts.caller(withAccessToken: rotating.access)
    }
  }

  @Test("A request that was authenticated before the withdrawal is refused like an unusable token")
  func rejectsLateRequests() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    _ = try await fixture.accounts.withdraw(caller)
    await expectDomainError("token-unusable", .unauthenticated) { _ = try await fixture.accounts.withdraw(caller) }
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.profile(caller) }
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.change(caller, ProfileChange()) }
    await expectDomainError("token-unusable") {
      try await fixture.accounts.changePassword(caller, from: AccountsUnderTest.password, to: "another horse")
    }
    try await fixture.accounts.logOut(caller, everywhere: false)
    try await fixture.accounts.logOut(caller, everywhere: true)
  }

  @Test("One of several concurrent withdrawals succeeds")
  func leavesOnce() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    let left = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { (try? await fixture.accounts.withdraw(caller)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(left == 1)
  }
}
