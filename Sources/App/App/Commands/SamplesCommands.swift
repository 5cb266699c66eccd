import Basics
import Booths
import CommandLineKit

extension Command {
  static let addSamples = Command(
    specification: CommandSpecification(
      path: ["samples", "add"], summary: "Add sample people, posts, goods and talk, for trying it out",
      options: [PhotoLocation.option, keyFileOption, .flag("quiet", "Print nothing but errors")],
      discussion: """
        Posts refer to booths near some stations: import booths before. The pictures are drawn by the program and say
        SAMPLE. The accounts share a password, which is printed once. 'make serve' adds samples to a new data folder;
        with 'make serve SAMPLES=no' it does not. Not for a service that people use.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let assembly = try await Assembly.open(command, for: .write)
    let summary = try await assembly.audited(command, context) {
      try await assembly.samples(command, context).add()
    }
    await assembly.close()
    guard !command.has("quiet") else { return }
    try context.console.out(
      """
      Added \(counted(summary.people, "person", "people")) and \(counted(summary.posts, "post")). 'fourcuts samples remove' removes them.
      Log in as \(summary.emails[0]) with the password \(summary.password)

      """)
  }

  static let removeSamples = Command(
    specification: CommandSpecification(
      path: ["samples", "remove"], summary: "Remove the samples, with all that people have added to them",
      options: [PhotoLocation.option, keyFileOption, .flag("quiet", "Print nothing but errors")])
  ) { command, context in
    try command.expectOperands(0...0)
    let assembly = try await Assembly.open(command, for: .write)
    let count = try await assembly.audited(command, context) {
      try await assembly.samples(command, context).remove()
    }
    await assembly.close()
    guard !command.has("quiet") else { return }
    try context.console.out(
      count == 0 ? "There are no samples.\n" : "Removed \(counted(count, "sample account")) with posts and talk.\n")
  }
}

extension Assembly {
  fileprivate func samples(_ command: ParsedCommand, _ context: CommandContext) async throws -> Samples {
    var settings = ServiceSettings()
    settings.photos = try PhotoLocation(command, context.environment)
    let catalogue = CatalogueHolder(try await catalogue())
    let directory = try temporary ?? TemporaryDirectory.outsideDataDirectories()
    return try await Samples(accountControl(now: context.now), now: context.now(), in: directory) { clock in
      let audit = audit(now: context.now) { _ in }
      return try await ServiceAssembly(self, settings, catalogue: catalogue, audit: audit, now: clock).services
    }
  }
}
