import App

@main
struct Main {
  static func main() async {
    await runFourcuts()
  }
}
