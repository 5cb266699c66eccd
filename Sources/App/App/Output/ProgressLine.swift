import Basics
import Booths
import CommandLineKit
import Glibc
import Synchronization

/// Shows the progress of an import: on a terminal in one line that is rewritten, elsewhere as a plain line every ten
/// seconds.
final class ProgressLine: Sendable {
  private struct State {
    var lastPrinted: Int64 = 0
    var isOnScreen = false
  }

  private let console: Console
  private let isQuiet: Bool
  private let name: String
  private let state: Mutex<State>

  init(_ console: Console, isQuiet: Bool, name: String) {
    self.console = console
    self.isQuiet = isQuiet
    self.name = name
    state = Mutex(State(lastPrinted: Timestamp.wallClock.milliseconds))
  }

  func show(_ progress: Importer.Progress) {
    guard !isQuiet else { return }
    let now = Timestamp.wallClock.milliseconds
    state.withLock { state in
      guard now - state.lastPrinted >= (console.isInteractive ? 100 : 10_000) else { return }
      state.lastPrinted = now
      if console.isInteractive {
        state.isOnScreen = true
        console.progress("\r\u{1B}[K" + bar(progress))
      } else {
        console.error("\(name): \(progress.counts.read) rows, \(percent(progress)) %")
      }
    }
  }

  /// Clears the line.
  func finish() {
    state.withLock { state in
      if state.isOnScreen { console.progress("\r\u{1B}[K") }
      state.isOnScreen = false
    }
  }

  private func bar(_ progress: Importer.Progress) -> String {
    let width = 30
    let done = percent(progress) * width / 100
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    return "\(clipped(name, to: 24)) \(bar) \(percent(progress)) %  \(progress.counts.read) rows"
  }

  private func percent(_ progress: Importer.Progress) -> Int {
    progress.bytesTotal > 0 ? min(100, progress.bytesRead * 100 / progress.bytesTotal) : 0
  }
}
