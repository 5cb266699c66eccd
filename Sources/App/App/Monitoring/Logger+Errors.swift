import Basics
import Telemetry

extension Logger {
  /// Logs an error with what the operator may know of it.
  func log(_ level: LogLevel, _ event: StaticString, _ error: any Error) {
    log(level, event, operatorMessage(of: error))
  }
}
