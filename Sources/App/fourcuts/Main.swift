import App
import Dispatch
import Glibc
import OldClients

@main
struct Main {
  static func main() {
    // Before anything starts a thread.
    hostPhotoDecodersIfAsked()
    // The only use of OldClients. Without it and its targets, the program builds and serves the current APIs.
    Task { exit(await runFourcuts(serving: [OldClients()])) }
    dispatchMain()
  }
}
