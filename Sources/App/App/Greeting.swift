import Booths
import CommandLineKit
import HTTP

extension ServerAssembly {
  var address: String {
    baseAddress(options.reached.isEncrypted ? "https" : "http", options.reached.address, server.port)
  }

  /// What is printed once the server is there.
  var greeting: String {
    let notes = [
      metrics.map { "Metrics are at \($0.url)" },
      catalogue.current.count == 0
        ? "The catalogue is empty. Import booths with 'fourcuts import FILE'; the server may keep running." : nil,
      pages.note, missingPlaces,
      options.command.text("tiles") == nil
        ? "The map has main roads of some cities only. For every street: 'fourcuts tiles make --help'." : nil,
      options.settings.mail.relay == nil
        ? "Mails are only written to \(MailAssembly.directory(of: assembly)): no relay is set (--smtp-url)." : nil,
      options.settings.shop.isOpen
        ? nil : "The shop is closed: no payment gateway is set. Try it with 'fourcuts-sandbox-pg'.",
    ].compactMap { $0 }
    return greetingText(address, count: catalogue.current.count, notes, options.interfaces.flatMap(\.greeting))
  }
}

/// The address of a server in one line.
func baseAddress(_ scheme: String, _ address: String, _ port: Int) -> String {
  let host = address.contains(":") ? "[\(address)]" : address == "0.0.0.0" ? "127.0.0.1" : address
  return "\(scheme)://\(host):\(port)"
}

private func greetingText(_ base: String, count: Int, _ notes: [String], _ lines: [String]) -> String {
  let hint = notes.map { "\n\($0)\n" }.joined()
  let added = lines.map { "\n\($0)" }.joined()
  return """
    fourcuts \(version) serves \(count) booths at \(base)
    \(hint)
    Try
      \(base)/
      \(base)/docs
      curl '\(base)/api/booths/near?lat=37.4979&lon=127.0276&limit=3'
      curl '\(base)/api/booths/near?location_state=denied'
      curl '\(base)/api/search' -G --data-urlencode 'q=강남역'
      curl '\(base)/api/accounts' --json '{"email":"mina@example.com","password":"four cuts at noon","nickname":"미나"}'
    \(added)

    Ctrl-C ends it.

    """
}
