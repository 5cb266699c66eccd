import Confinement
import Foundation

/// A program whose confined function does what its input says, as hostile code would.
@main
struct Main {
  static func main() {
    hostConfinedFunction(ConfinementLimits(memory: 256 << 20, processorSeconds: 2)) { input in
      let words = String(decoding: input, as: UTF8.self).split(separator: " ").map(String.init)
      return Array(perform(words[0], words.count > 1 ? words[1] : "").utf8)
    }
  }

  private static func perform(_ command: String, _ argument: String) -> String {
    switch command {
    case "echo": argument
    case "repeat": String(repeating: "x", count: Int(argument)!)
    case "crash": fatalError()
    case "exit": exit(Int32(argument)!)
    case "spin": spin()
    case "sleep": sleep(argument)
    case "allocate": allocate(megabytes: Int(argument)!)
    case "thread": withThread(argument)
    case "read": outcome(open(argument, O_RDONLY))
    case "write": outcome(open(argument, O_WRONLY | O_CREAT, 0o600))
    case "socket": outcome(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    case "kill": outcome(kill(pid_t(argument)!, 0))
    case "remove": outcome(unlink(argument))
    case "execute": outcome(execv("/bin/true", [nil]))
    case "descriptors": (0..<1024).filter(isOpen).map(String.init).joined(separator: ",")
    case "environment": ProcessInfo.processInfo.environment.keys.sorted().joined(separator: ",")
    default: "unknown"
    }
  }

  private static func outcome(_ result: Int32) -> String { result >= 0 ? "done" : String(cString: strerror(errno)) }

  private static func isOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0
  }

  private static func spin() -> String {
    var number = 1.0
    while number > 0 { number += 1 }
    return "\(number)"
  }

  private static func sleep(_ seconds: String) -> String {
    Thread.sleep(forTimeInterval: Double(seconds)!)
    return seconds
  }

  private static func allocate(megabytes: Int) -> String {
    guard let bytes = malloc(megabytes << 20) else { return "refused" }
    memset(bytes, 1, megabytes << 20)
    return "\(megabytes)"
  }

  /// Libraries of decoders start threads.
  private static func withThread(_ text: String) -> String {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread { done.signal() }
    done.wait()
    return text
  }
}
