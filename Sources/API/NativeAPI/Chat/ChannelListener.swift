import APIKit
package import Chat

/// Forwards updates of a channel to the clients of another protocol.
package protocol ChannelRelay: AnyObject, Sendable {
  func relay(_ news: ChannelUpdate.Kind)
}

package enum ChannelListener: ChatListener {
  case client(RealtimeListener)
  case relay(any ChannelRelay)

  package static func notify(_ news: ChannelUpdate, to listeners: [ChannelListener]) {
    var people: [RealtimeListener] = []
    people.reserveCapacity(listeners.count)
    for listener in listeners {
      switch listener {
      case .client(let person): people.append(person)
      case .relay(let relay): relay.relay(news.kind)
      }
    }
    if !people.isEmpty { RealtimeListener.notify(news, to: people) }
  }

  package static func == (left: ChannelListener, right: ChannelListener) -> Bool { left.identity == right.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private var identity: ObjectIdentifier {
    switch self {
    case .client(let person): ObjectIdentifier(person)
    case .relay(let relay): ObjectIdentifier(relay)
    }
  }
}
