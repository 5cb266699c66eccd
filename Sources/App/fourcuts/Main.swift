import App
import Glibc
import OldClients

@main
struct Main {
  static func main() async {
    // The only use of OldClients. Without it and its targets, the program builds and serves the current APIs.
    exit(await runFourcuts(serving: [OldClients()]))
  }
}
