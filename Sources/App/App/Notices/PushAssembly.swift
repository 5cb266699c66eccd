import Basics
import Concurrency
import Contracts
import Crypto
import JSON
import NativeAPI
import Notices
import PushDelivery
import Stores
import TimeZones
import WebClient
import WebPush

/// The subscriptions of browsers, and their background work.
struct PushAssembly: Sendable {
  let service: PushService
  let sender: PushSender
  /// Wakes the worker when somebody on this node has a notice.
  let wakeSignal = WakeSignal()

  /// - Parameter contact: the address of this server; over http it is nobody's whom a push service could reach.
  /// - Throws: `DomainError` `push-hook-secret-invalid`.
  init(
    _ assembly: Assembly, _ settings: PushSettings, key: P256Key, contact: String,
    now: @escaping @Sendable () -> Timestamp
  ) throws(DomainError) {
    sender = PushSender(key: key, contact: contact.hasPrefix("https://") ? contact : "mailto:fourcuts@localhost")
    let client = WebClient(
      "push",
      overloadError: DomainError(.unavailable, "push-busy", "Too many notices are sent at once: they follow later."))
    let devices: DeviceHook? =
      if let hook = settings.hook {
        try DeviceHook(client, to: hook.address, secret: hook.secret) { notice, language, token in
          Self.message(notice, language, deviceToken: token)
        }
      } else { nil }
    let browsers = WebPushTransport(client, sender: sender) { Self.message($0, $1) }
    service = PushService(
      store: SQLPushStore(assembly.database), notices: SQLNoticeStore(assembly.database),
      transport: PushRouter(browsers: browsers, devices: devices), zones: SystemTimeZones(), clock: now,
      wake: wakeSignal.wake)
  }

  /// What a device writes a notice with. Nothing that was written is in it: not comments, nor messages.
  private static func message(_ notice: Notice, _ language: String, deviceToken: String? = nil) -> [UInt8] {
    JSONValue.object([
      "device_token": deviceToken.map(JSONValue.string), "language": .string(language),
      "notice": NoticeDocument(withoutQuote: notice).json,
    ]).bytes
  }

  /// Sends what is due until `wakeSignal` is closed or the task is cancelled: at once for notices of this node, and every
  /// ten seconds those of other nodes or that are tried again.
  /// - Parameter onFault: receives each error.
  func run(onFault: @escaping @Sendable (any Error) -> Void) async {
    await repeating(every: .seconds(10), afterFailure: .seconds(10), or: wakeSignal, onFailure: onFault) {
      if let failure = try await service.sendDue() { throw failure }
    }
  }
}
