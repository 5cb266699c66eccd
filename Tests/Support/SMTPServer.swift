// Optimised builds find the socket flags only through this module.
import CSystem
import Foundation
import Glibc
import Synchronization

/// A mail relay on a real socket (RFC 5321), which keeps the mails that it accepts.
package final class SMTPServer: Sendable {
  /// An accepted mail.
  package struct Mail: Sendable {
    /// The command `MAIL`, without its name.
    package var sender = ""
    /// The commands `RCPT`, without their names.
    package var recipients: [String] = []
    /// The lines between `DATA` and the dot, as the sender meant them.
    package var lines: [String]

    package init(lines: [String] = []) { self.lines = lines }

    /// The value of a header; nil when absent.
    package func header(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }

    /// The decoded texts of the parts.
    package var parts: [String] {
      lines.joined(separator: "\r\n").components(separatedBy: "\r\n\r\n").compactMap { block in
        let body = block.components(separatedBy: "\r\n--")[0]
        return Data(base64Encoded: body, options: .ignoreUnknownCharacters).flatMap {
          $0.isEmpty ? nil : String(data: $0, encoding: .utf8)
        }
      }
    }
  }

  /// A reply that differs from the usual one.
  package enum Reply: Sendable {
    case line(String)
    /// Closes the connection without a reply.
    case close
  }

  private struct State {
    var mails: [Mail] = []
    var commands: [String] = []
    var replies: @Sendable (_ command: String) -> Reply?
  }

  private let state: Mutex<State>
  private let listener: Int32
  package let port: Int

  /// Starts the server.
  /// - Parameter replies: the reply to a command, `.` for the end of a mail, or an empty text for the connection; nil:
  ///   the usual reply.
  package init(_ replies: @escaping @Sendable (_ command: String) -> Reply? = { _ in nil }) throws {
    state = Mutex(State(replies: replies))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let outcome = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) | listen(listener, 128) | getsockname(listener, $0, &length)
      }
    }
    guard outcome == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Accepts no more connections.
  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The accepted mails, in order.
  package var mails: [Mail] { state.withLock(\.mails) }
  /// All commands but the lines of mails, in order.
  package var commands: [String] { state.withLock(\.commands) }
  package var url: String { "smtp://127.0.0.1:\(port)" }

  /// Replies otherwise from now on.
  package func reply(_ replies: @escaping @Sendable (_ command: String) -> Reply?) {
    state.withLock { $0.replies = replies }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var lines = Lines(connection: connection)
    var mail = Mail()
    guard answer("", "220 relay.test", to: connection) else { return }
    while let command = lines.next() {
      state.withLock { $0.commands.append(command) }
      let verb = command.prefix { $0 != " " }.uppercased()
      switch verb {
      case "EHLO": guard answer(command, "250-relay.test\r\n250 AUTH PLAIN", to: connection) else { return }
      case "AUTH":
        guard answer("", "334 ", to: connection), let credentials = lines.next() else { return }
        state.withLock { $0.commands.append(credentials) }
        guard answer(command, "235 welcome", to: connection) else { return }
      case "DATA":
        let isRefused = state.withLock { $0.replies(command) } != nil
        guard answer(command, "354 go on", to: connection) else { return }
        if isRefused { continue }
        mail.lines = []
        while let line = lines.next(), line != "." {
          mail.lines.append(line.hasPrefix(".") ? String(line.dropFirst()) : line)
        }
        let isUsual = state.withLock { $0.replies(".") } == nil
        if isUsual { state.withLock { $0.mails.append(mail) } }
        guard answer(".", "250 accepted", to: connection) else { return }
      default:
        if verb == "MAIL" {
          mail = Mail()
          mail.sender = String(command.dropFirst(5))
        }
        if verb == "RCPT" { mail.recipients.append(String(command.dropFirst(5))) }
        guard answer(command, verb == "QUIT" ? "221 bye" : "250 fine", to: connection), verb != "QUIT" else { return }
      }
    }
  }

  /// Replies to a command. False where the connection is to be closed.
  private func answer(_ command: String, _ usual: String, to connection: Int32) -> Bool {
    var line = usual
    switch state.withLock({ $0.replies(command) }) {
    case nil: break
    case .close?: return false
    case .line(let other)?: line = other
    }
    return Array("\(line)\r\n".utf8).withUnsafeBytes {
      send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }
}

/// The lines that a connection receives.
private struct Lines {
  let connection: Int32
  private var bytes: [UInt8] = []

  init(connection: Int32) { self.connection = connection }

  /// The next line without its end; nil at the end of the connection.
  mutating func next() -> String? {
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        let line = bytes[..<end].filter { $0 != 0x0D }
        bytes.removeFirst(end + 1)
        return String(decoding: line, as: UTF8.self)
      }
      var block = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { return nil }
      bytes += block.prefix(count)
    }
  }
}
