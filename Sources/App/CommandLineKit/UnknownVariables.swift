/// Warnings about variables of the environment that look like settings and are none.
///
/// They are no errors: orchestrators add variables that are named after services.
package func unknownVariableWarnings(
  in environment: [String: String], known settings: [OptionSpecification], program: String
) -> [String] {
  let prefix = program.uppercased() + "_"
  let known = settings.compactMap(\.variable) + [OptionSpecification.settingsFile.variable].compactMap(\.self)
  // Compared without what all of them begin with, so that every change counts.
  let names = known.map { String($0.dropFirst(prefix.count)) }
  return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted().map { variable in
    let near = proposal(for: String(variable.dropFirst(prefix.count)), among: names, prefix: prefix)
    return "The environment variable \(variable) is not a setting and is ignored\(near.isEmpty ? "." : near)"
  }
}
