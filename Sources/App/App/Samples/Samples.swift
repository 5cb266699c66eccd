import Accounts
import Basics
import Booths
import Chat
import Concurrency
import Crypto
import Foundation
import Geo
import NativeAPI
import Photos
import Posts

/// Fills an installation with people, posts, goods and talk for trying it out, and removes them again. Everything
/// follows the same rules as the actions of people.
struct Samples {
  private let services: NativeServices
  private let administration: AccountAdministration
  private let clock: SampleClock
  private let directory: TemporaryDirectory

  /// - Parameters:
  ///   - directory: For pictures that are being stored.
  ///   - make: Makes the services with the clock of the samples.
  init(
    _ administration: AccountAdministration, now: Timestamp, in directory: TemporaryDirectory,
    _ make: (_ clock: @escaping @Sendable () -> Timestamp) async throws -> NativeServices
  ) async throws {
    let clock = SampleClock(now)
    services = try await make { clock.now }
    (self.administration, self.clock, self.directory) = (administration, clock, directory)
  }

  struct Summary {
    var people = 0
    var posts = 0
    /// The password to log in as one of them.
    let password: String
    var emails: [String] = []
  }

  // MARK: Adding

  /// All or none.
  /// - Throws: `DomainError` (conflict) `samples-present`, and what the rules of people refuse.
  func add() async throws -> Summary {
    guard try await accounts().isEmpty else {
      throw DomainError(
        .conflict, "samples-present", "There are samples already: 'fourcuts samples remove' removes them.")
    }
    do {
      return try await addAll()
    } catch {
      _ = try await remove()
      throw error
    }
  }

  private func addAll() async throws -> Summary {
    var summary = Summary(password: Base64URL.encode(systemRandom(12)))
    var people: [String: AccountID] = [:]
    clock.go(back: 7 * 86_400)
    for person in SampleContent.people {
      let email = try Self.email(person)
      let account = try await services.accounts.signUp(
        SignUp(email: email, password: summary.password, nickname: try Nickname(person.nickname)))
      var change = ProfileChange()
      change.bio = person.bio
      _ = try await services.accounts.change(Self.caller(account.id), change)
      people[person.name] = account.id
      summary.emails.append(email.description)
    }
    summary.people = people.count
    try await follow(people)
    let step = 6 * 86_400 / Int64(SampleContent.posts.count)
    for sample in SampleContent.posts {
      clock.advance(seconds: step)
      try await post(sample, people)
      summary.posts += 1
    }
    try await talk(people)
    return summary
  }

  private func follow(_ people: [String: AccountID]) async throws {
    for (name, account) in people {
      for (other, followed) in people where other != name && other != "mint" {
        _ = try await services.relations.follow(followed, by: account)
      }
    }
  }

  private func post(_ sample: SampleContent.Sample, _ people: [String: AccountID]) async throws {
    let author = try account(sample.author, people)
    var content = PostContent(kind: sample.kind)
    (content.title, content.text) = (sample.title, sample.text)
    (content.people, content.price) = (sample.people, sample.price)
    content.photos = [try await upload(sample.picture, by: author)]
    if let place = sample.place {
      let catalogue = services.catalogue.current
      let found = catalogue.near(place.coordinate, limit: place.rank + 1, within: 3000)
      content.booth = (found.dropFirst(place.rank).first ?? found.last).map { catalogue.record($0.ordinal).id }
    }
    let post = try await services.posts.make(content, by: author)
    for liker in sample.likers {
      clock.advance(seconds: 300)
      _ = try await services.posts.like(post.id, .set(true), by: account(liker, people))
    }
    for comment in sample.comments {
      clock.advance(seconds: 600)
      _ = try await services.posts.comment(comment.text, on: post.id, by: account(comment.author, people))
    }
  }

  private func upload(_ name: String, by author: AccountID) async throws -> PhotoName {
    let resource = ProgramResource("samples/\(name).webp", ofProgram: programURL)
    guard let picture = resource.bytes else { throw resource.missing("samples-missing") }
    let file = directory.url.appendingPathComponent("sample-\(UUID().uuidString)")
    try Data(picture).write(to: file)
    let received = ReceivedFile(path: file.path, size: picture.count)
    guard let photo = try await services.photos.upload([received], .native, by: author).first else {
      throw DomainError(.unavailable, "samples-photo-lost", "A sample picture could not be stored: try again.")
    }
    return photo.name
  }

  private func talk(_ people: [String: AccountID]) async throws {
    let (chat, content) = (services.chat.service, SampleContent.workspace)
    let owner = try account(SampleContent.people[0].name, people)
    let workspace = try await chat.makeWorkspace(
      WorkspaceContent(name: content.name, description: content.description), by: owner)
    for person in SampleContent.people.dropFirst() {
      let link = try await chat.makeLink(to: workspace.id, by: owner)
      _ = try await chat.join(linkedBy: link.code, by: account(person.name, people))
    }
    let channel = try await chat.makeChannel(ChannelContent(name: content.channel), .open, in: workspace.id, by: owner)
    for person in SampleContent.people.dropFirst() {
      _ = try await chat.join(channel.channel.id, by: account(person.name, people))
    }
    for message in SampleContent.talk {
      clock.advance(seconds: 120)
      _ = try await chat.send(message.text, in: channel.channel.id, by: account(message.author, people))
    }
  }

  // MARK: Removing

  /// Removes all samples, and what people have added to them.
  /// - Returns: The number of removed accounts.
  func remove() async throws -> Int {
    let accounts = try await accounts()
    for account in accounts { _ = try await services.accounts.withdraw(Self.caller(account)) }
    return accounts.count
  }

  // MARK: People

  private func accounts() async throws -> [AccountID] {
    var found: [AccountID] = []
    for person in SampleContent.people {
      do {
        found.append(try await administration.account(Self.email(person).description).account.id)
      } catch let error as DomainError where error.code == "account-unknown" {}
    }
    return found
  }

  private func account(_ name: String, _ people: [String: AccountID]) throws -> AccountID {
    guard let account = people[name] else { preconditionFailure("\(name) is not among the sample people") }
    return account
  }

  private static func email(_ person: SampleContent.Person) throws -> EmailAddress {
    try EmailAddress("\(person.name)@\(SampleContent.mailDomain)")
  }

  /// No session of theirs is open.
  private static func caller(_ account: AccountID) -> Caller {
    Caller(account: account, session: SessionID(at: Timestamp(seconds: 0), random: systemRandom))
  }
}

/// The time at which samples are said to have been made: within the last week, never later than now.
private final class SampleClock: Sendable {
  private let limit: Timestamp
  private let time: Locked<Timestamp>

  init(_ now: Timestamp) { (limit, time) = (now, Locked(now)) }

  var now: Timestamp { time.withLock(\.self) }

  func go(back seconds: Int64) { advance(seconds: -seconds) }

  func advance(seconds: Int64) {
    time.withLock { $0 = min(limit, $0.advanced(seconds: seconds)) }
  }
}
