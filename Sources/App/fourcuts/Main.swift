import App
import Glibc
import OldClients

@main
struct Main {
  static func main() async {
    // Without this one word, and their targets, the program is built and serves without old clients.
    exit(await runFourcuts(serving: [OldClients()]))
  }
}
