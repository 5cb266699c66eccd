import Basics
import CommandLineKit

extension Command {
  static let printDeployment = Command(
    specification: CommandSpecification(
      path: ["deploy", "print"], summary: "Print a configuration file for an installation on several machines",
      operands: DeploymentFile.allCases.map(\.rawValue).joined(separator: "|"),
      discussion: """
        Each file is complete and names example addresses (10.0.0.11, booths.example) and passwords (CHANGE-ME) to
        replace; the comment at its head lists them. The article Deployment goes through all of them.
          fourcuts deploy print haproxy | sudo tee /etc/haproxy/haproxy.cfg

        Files:
        \(DeploymentFile.allCases.map { "  \(padded($0.rawValue, to: 13))\($0.summary)" }.joined(separator: "\n"))
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(1...1)
    guard let file = DeploymentFile(rawValue: command.operands[0]) else {
      let known = DeploymentFile.allCases.map(\.rawValue).joined(separator: ", ")
      throw DomainError.usage("deployment-file-unknown", "The deployment files are \(known).")
    }
    try context.console.out(try file.text(ofProgram: programURL))
  }
}
