import Accounts
import Basics
import SQL
import Support
import Testing
import Workload

@Suite("Profiles")
struct ProfileTests {
  @Test("A change sets the given fields and leaves the rest")
  func changes() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    var change = ProfileChange()
    change.bio = "네컷을 좋아해요\n두 줄"
    change.phone = "010-1234-5678"
    var profile = try await fixture.accounts.change(caller, change)
    #expect(profile.account.bio == "네컷을 좋아해요\n두 줄")
    #expect(profile.account.nickname.description == "name")
    change = ProfileChange()
    change.nickname = try Nickname("다른 이름")
    change.birthday = "1.1."
    profile = try await fixture.accounts.change(caller, change)
    #expect(profile.account.nickname.description == "다른 이름")
    #expect(profile.account.bio == "네컷을 좋아해요\n두 줄")
    #expect(profile.account.phone == "010-1234-5678")
    #expect(profile.account.birthday == "1.1.")
    #expect(try await fixture.accounts.profile(caller) == profile)
    #expect(try await fixture.accounts.change(caller, ProfileChange()) == profile)
  }

  @Test("Another account's nickname is refused in any form and changes nothing, and the own one may be rewritten")
  func rejectsTakenNicknames() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    try await fixture.signUp("Other")
    var change = ProfileChange()
    change.bio = "new"
    change.nickname = try Nickname("ＯＴＨＥＲ")
    await expectDomainError("nickname-taken", .conflict, field: "nickname") { [change] in
      _ = try await fixture.accounts.change(caller, change)
    }
    #expect(try await fixture.accounts.profile(caller).account.bio == "")
    change.nickname = try Nickname("NAME")
    #expect(try await fixture.accounts.change(caller, change).account.nickname.description == "NAME")
  }

  @Test("One of several accounts that take a nickname at once gets it, and the others get a conflict")
  func racesForNickname() async throws {
    let fixture = try await AccountsUnderTest()
    var callers: [Caller] = []
    for number in 0..<4 { callers.append(try await fixture.newcomer("name\(number)").0) }
    for round in 0..<25 {
      var change = ProfileChange()
      change.nickname = try Nickname("wanted \(round)")
      let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
        for caller in callers {
          group.addTask { [change] in
            do {
              _ = try await fixture.accounts.change(caller, change)
              return false
            } catch let error as DomainError where error.code == "nickname-taken" {
              return true
            }
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(taken == callers.count - 1)
    }
  }

  @Test("A bio has at most 500 characters and no disallowed ones")
  func checksBio() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    var change = ProfileChange()
    change.bio = String(repeating: "👨‍👩‍👧‍👦", count: 250) + String(repeating: "가", count: 250)
    _ = try await fixture.accounts.change(caller, change)
    for bio in [String(repeating: "가", count: 501), "a" + String(repeating: "\u{301}", count: 100_000)] {
      change.bio = bio
      await expectDomainError("bio-too-long", .invalid, field: "bio") { [change] in
        _ = try await fixture.accounts.change(caller, change)
      }
    }
    for bio in ["a\0", "\u{1B}[2J", "\u{85}", "\u{FFFE}"] {
      change.bio = bio
      await expectDomainError("bio-invalid", .invalid, field: "bio") { [change] in
        _ = try await fixture.accounts.change(caller, change)
      }
    }
    change = ProfileChange()
    change.phone = String(repeating: "1", count: 31)
    await expectDomainError("phone-invalid", field: "phone") { [change] in
      _ = try await fixture.accounts.change(caller, change)
    }
  }

  @Test("A profile shows only a photo that its owner uploaded, and it can be removed")
  func showsPhotos() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    let (outsider, _) = try await fixture.newcomer("other")
    let photo = try #require(PhotoName(String(repeating: "a", count: 64) + ".jpg"))
    try await fixture.database.write { connection in
      try connection.run(
        "INSERT INTO photo (name, size, width, height, uploaded_at) VALUES ($1, 1, 1, 1, 0)", [.text(photo.description)]
      )
      try connection.run(
        "INSERT INTO photo_upload (photo, account_id) VALUES ($1, $2)",
        [.text(photo.description), .text(caller.account.description)])
    }
    var change = ProfileChange()
    change.photo = photo
    #expect(try await fixture.accounts.change(caller, change).account.photo == photo)
    await expectDomainError("photo-unknown", .invalid, field: "photo") { [change] in
      _ = try await fixture.accounts.change(outsider, change)
    }
    #expect(try await fixture.accounts.change(caller, ProfileChange()).account.photo == photo)
    change.photo = .some(nil)
    #expect(try await fixture.accounts.change(caller, change).account.photo == nil)
  }

  @Test("Others see a profile with its counts and whether they follow it, and an unknown one is not found")
  func isVisibleToOthers() async throws {
    let fixture = try await AccountsUnderTest()
    let one = try await fixture.signUp("one").id
    let two = try await fixture.signUp("two").id
    _ = try await fixture.relations.follow(one, by: two)
    let seen = try await fixture.accounts.profile(of: one, for: two)
    #expect(seen.followerCount == 1 && seen.followingCount == 0 && seen.isFollowed)
    let follower = try await fixture.accounts.profile(of: two, for: one)
    #expect(follower.followerCount == 0 && follower.followingCount == 1 && !follower.isFollowed)
    #expect(try await !fixture.accounts.profile(of: one, for: nil).isFollowed)
    let nobody = AccountID(at: fixture.clock.now, random: seededBytes(99))
    await expectDomainError("account-unknown", .notFound) {
      _ = try await fixture.accounts.profile(of: nobody, for: one)
    }
  }
}
