import Chat

/// Whoever listens to channels in this process.
enum DeskListener: ChatListener {
  /// A person.
  case person(RealtimeListener)
  /// A room that passes it on to clients of its own.
  case room(SocketRoom)

  static func tell(_ news: ChannelNews, to listeners: [DeskListener]) {
    var people: [RealtimeListener] = []
    people.reserveCapacity(listeners.count)
    for listener in listeners {
      switch listener {
      case .person(let person): people.append(person)
      case .room(let room): room.take(news.kind)
      }
    }
    if !people.isEmpty { RealtimeListener.tell(news, to: people) }
  }
}
