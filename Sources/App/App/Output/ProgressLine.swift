import Basics
import Booths
import CommandLineKit
import Glibc
import Synchronization

/// Shows the progress of a long command: on a terminal in one line that is rewritten, elsewhere as a plain line every ten
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

  /// Shows how much is done.
  /// - Parameter count: what is done, such as `12 rows`.
  func show(percent: Int, _ count: String) {
    guard !isQuiet else { return }
    let now = Timestamp.wallClock.milliseconds
    state.withLock { state in
      guard now - state.lastPrinted >= (console.isInteractive ? 100 : 10_000) else { return }
      state.lastPrinted = now
      if console.isInteractive {
        state.isOnScreen = true
        console.progress("\r\u{1B}[K" + bar(percent, count))
      } else {
        console.error("\(name): \(count), \(percent) %")
      }
    }
  }

  func finish() {
    state.withLock { state in
      if state.isOnScreen { console.progress("\r\u{1B}[K") }
      state.isOnScreen = false
    }
  }

  private func bar(_ percent: Int, _ count: String) -> String {
    let width = 30
    let done = percent * width / 100
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    return "\(clipped(name, to: 24)) \(bar) \(percent) %  \(count)"
  }
}

extension ProgressLine {
  func show(_ progress: Importer.Progress) {
    let percent = progress.bytesTotal > 0 ? min(100, progress.bytesRead * 100 / progress.bytesTotal) : 0
    show(percent: percent, "\(progress.counts.read) rows")
  }

  /// Shows how many rows of a known number are done.
  func show(rows: Int, of total: Int) {
    show(percent: total > 0 ? min(100, rows * 100 / total) : 0, "\(rows) rows")
  }
}
