import Basics
import CommandLineKit
import Contracts
import Foundation
import FourCutsClient

extension Command {
  static let signUp = Command(
    specification: CommandSpecification(
      path: ["account", "sign-up"], summary: "Make an account and log in", operands: "EMAIL",
      options: [
        .value("nickname", "NAME", "The public name; by default the server suggests one"),
        RemoteOptions.password,
      ] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(1...1)
    let password = try PasswordPrompt.read(command, isNew: true)
    try await withServer(command, context) { client in
      let nickname = if let name = command["nickname"] { name } else { try await client.randomNickname() }
      let account = try await client.signUp(email: command.operands[0], password: password, nickname: nickname)
      try context.console.out("Welcome, \(withoutControls(account.nickname)). You are logged in.\n")
    }
  }

  static let logIn = Command(
    specification: CommandSpecification(
      path: ["account", "login"], summary: "Log in", operands: "EMAIL",
      options: [RemoteOptions.password] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(1...1)
    let password = try PasswordPrompt.read(command)
    try await withServer(command, context) { client in
      let account = try await client.logIn(email: command.operands[0], password: password)
      try context.console.out("Logged in as \(withoutControls(account.nickname)).\n")
    }
  }

  static let showAccount = Command(
    specification: CommandSpecification(
      path: ["account", "show"], summary: "Show your account",
      options: [.format("text", "json")] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    try await withServer(command, context) { try show(try await $0.me(), command, context) }
  }

  static let editAccount = Command(
    specification: CommandSpecification(
      path: ["account", "edit"], summary: "Change your profile",
      options: [
        .value("nickname", "NAME", "The public name"),
        .value("bio", "TEXT", "A text about yourself; '' clears it"),
        .value("photo", "FILE", "The profile photo", choices: ["FILE"]),
        .flag("no-photo", "Remove the profile photo"), .format("text", "json"),
      ] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    var change = ProfileChangeRequest(nickname: command["nickname"], bio: command["bio"])
    if command.has("no-photo") { change.photo = .some(nil) }
    let photos = try uploads(command)
    guard change != ProfileChangeRequest() || !photos.isEmpty else {
      throw DomainError.usage("nothing-to-edit", "Name something to change; see 'fourcuts account edit --help'.")
    }
    try await withServer(command, context) { client in
      if !photos.isEmpty { change.photo = try await client.upload(photos).first?.name }
      try show(try await client.change(change), command, context)
    }
  }

  static let logOut = Command(
    specification: CommandSpecification(
      path: ["account", "logout"], summary: "End the session",
      options: [.flag("everywhere", "On all devices")] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    try await withServer(command, context) { try await $0.logOut(everywhere: command.has("everywhere")) }
    try context.console.out("Logged out.\n")
  }

  static let withdraw = Command(
    specification: CommandSpecification(
      path: ["account", "withdraw"], summary: "Delete your account with its posts, comments and photos permanently",
      options: [.flag("yes", "Required, because this cannot be undone"), RemoteOptions.password] + RemoteOptions.all,
      discussion: """
        Asks for the password of the account. If it has none, log in again first: the login has to be at most ten minutes
        old.
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    guard command.has("yes") else {
      throw DomainError.usage(
        "not-confirmed", "This permanently deletes your account, posts, comments and photos; confirm with --yes.")
    }
    let given = command.has("password-stdin") ? try PasswordPrompt.read(command) : nil
    try await withServer(command, context) { client in
      do {
        try await client.withdraw(password: given)
      } catch ClientError.rejected(let problem) where problem.code == "password-needed" && given == nil {
        try await client.withdraw(password: try PasswordPrompt.read(command))
      }
    }
    try context.console.out("The account is removed.\n")
  }
}

/// The files of `--photo`.
func uploads(_ command: ParsedCommand) throws(DomainError) -> [PhotoUpload] {
  var photos: [PhotoUpload] = []
  for path in command.all("photo") {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw DomainError(.notFound, "file-unreadable", "The file \(path) cannot be read.", field: "photo")
    }
    photos.append(PhotoUpload(bytes))
  }
  return photos
}

private func show(_ account: AccountDocument, _ command: ParsedCommand, _ context: CommandContext) throws {
  if command["format"] == "json" { return try context.console.out(json: account.bytes) }
  let rows = [
    ("id", account.id.description), ("email", account.email ?? ""), ("nickname", account.nickname),
    ("bio", account.bio),
    ("photo", account.photo?.description ?? ""), ("since", context.console.style.text(account.createdAt)),
    ("followers", String(account.followerCount)), ("following", String(account.followingCount)),
    ("posts", String(account.postCount)),
  ]
  try context.console.out(rows: rows)
}
