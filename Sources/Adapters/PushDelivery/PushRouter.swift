package import Basics
package import Notices
import WebClient

/// Hands notices for browsers to their push services, and those for apps to the webhook, if there is one.
package struct PushRouter: PushTransport {
  private let browsers: WebPushTransport
  private let devices: DeviceHook?

  package init(browsers: WebPushTransport, devices: DeviceHook?) {
    (self.browsers, self.devices) = (browsers, devices)
  }

  private func transport(of subscription: PushSubscription) -> (any PushTransport)? {
    subscription.deviceToken == nil ? browsers : devices
  }

  package func accepts(_ subscription: PushSubscription) -> Bool {
    transport(of: subscription)?.accepts(subscription) ?? false
  }

  package func send(
    _ notice: Notice, to subscription: PushSubscription, at instant: Timestamp
  ) async throws(PushFailure) {
    guard let transport = transport(of: subscription) else { throw .gone }
    try await transport.send(notice, to: subscription, at: instant)
  }
}

extension WebClient {
  /// Returns once a push service has accepted a message.
  func push(_ request: WebRequest) async throws(PushFailure) {
    let status: Int
    do { status = try await send(request).status } catch { throw .unreachable }
    switch status {
    case 200..<300: return
    case 404, 410: throw .gone
    default: throw .refused(status)
    }
  }
}
