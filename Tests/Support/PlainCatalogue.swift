package import Basics
package import Booths

/// The expected catalogue after imports, edits and rollbacks, by plain loops: the reference for the store.
package struct PlainCatalogue {
  private struct Run {
    var added: Set<BoothID> = []
    var before: [BoothID: Booth] = [:]
    var isRolledBack = false

    var touched: Set<BoothID> { added.union(before.keys) }
  }

  /// By ascending id.
  package private(set) var booths: [Booth] = []
  /// The booths changed by each version, oldest first.
  private var steps: [Set<BoothID>] = []
  private var runs: [Run] = []
  private var nextBooth: Int64 = 1

  package init() {}

  package var version: Int64 { Int64(steps.count) }

  /// The numbers of the runs, the last first.
  package var runNumbers: [Int64] { (0..<Int64(runs.count)).map { $0 + 1 }.reversed() }

  package func changes(since version: Int64) -> CatalogueChanges? {
    guard version <= self.version else { return nil }
    let touched = steps[Int(version)...].reduce(into: Set<BoothID>()) { $0.formUnion($1) }
    return CatalogueChanges(
      version: self.version, changed: booths.filter { touched.contains($0.id) },
      removed: touched.subtracting(booths.map(\.id)).sorted())
  }

  @discardableResult
  package mutating func run(_ request: ImportRequest, _ rows: [BoothAttributes]) -> PlainImport {
    let result = PlainImport(request, rows, into: booths, nextBooth: nextBooth)
    guard !request.isDryRun else { return result }
    let former = Dictionary(uniqueKeysWithValues: booths.map { ($0.id, $0) })
    var run = Run()
    for booth in result.booths where booth != former[booth.id] {
      if let before = former[booth.id] { run.before[booth.id] = before } else { run.added.insert(booth.id) }
    }
    booths = result.booths
    nextBooth += Int64(run.added.count)
    runs.append(run)
    step(run.touched)
    return result
  }

  package mutating func edit(_ id: BoothID, _ change: (inout BoothAttributes) throws -> Set<BoothField>) throws {
    let index = booths.firstIndex { $0.id == id }!
    let after = try booths[index].edited(change)
    guard after != booths[index] else { return }
    booths[index] = after
    step([id])
  }

  /// - Returns: The code of a refusal; nil if the run was rolled back.
  package mutating func rollBack(_ number: Int64, discardsEdits: Bool) -> String? {
    guard number >= 1, number <= runs.count else { return "run-unknown" }
    let run = runs[Int(number) - 1]
    guard !run.isRolledBack else { return "run-rolled-back" }
    for later in runs[Int(number)...] where !later.isRolledBack && !run.touched.isDisjoint(with: later.before.keys) {
      return "run-overtaken"
    }
    let added = booths.filter { run.added.contains($0.id) }
    guard discardsEdits || added.allSatisfy(\.editedFields.isEmpty) else { return "booths-edited" }
    booths.removeAll { run.added.contains($0.id) }
    for (index, now) in booths.enumerated() {
      guard var restored = run.before[now.id] else { continue }
      restored.attributes = restored.attributes.overlaid(by: now.attributes, in: now.editedFields)
      restored.editedFields.formUnion(now.editedFields)
      booths[index] = restored
    }
    runs[Int(number) - 1].isRolledBack = true
    step(run.touched)
    return nil
  }

  private mutating func step(_ touched: Set<BoothID>) {
    if !touched.isEmpty { steps.append(touched) }
  }
}
