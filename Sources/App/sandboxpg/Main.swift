import CommandLineKit
import Glibc

@main
struct Main {
  static func main() async {
    exit(await runProgram(.sandboxGateway))
  }
}
