public import Basics

/// `PATCH /api/card`
public struct CardChangeRequest: Codable, Hashable, Sendable {
  /// By whose clocks the caller's days begin and end: a name of the IANA database such as `Asia/Seoul`.
  public var timeZone: String

  enum CodingKeys: String, CodingKey { case timeZone = "time_zone" }

  /// A change.
  public init(timeZone: String) { self.timeZone = timeZone }
}

/// `POST /api/todos`
public struct TodoRequest: Codable, Hashable, Sendable {
  /// 1 to 200 characters.
  public var contents: String
  /// Nil: the default group.
  public var group: TodoGroupID?
  /// Nil: today.
  public var day: CivilDate?
  /// A booth that is to be visited.
  public var booth: BoothID?

  /// A todo from its parts.
  public init(contents: String, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }
}

/// `PATCH /api/todos/{id}`: what is nil stays as it is.
public struct TodoChangeRequest: Codable, Hashable, Sendable {
  /// 1 to 200 characters.
  public var contents: String?
  /// Another group.
  public var group: TodoGroupID?
  /// Another day.
  public var day: CivilDate?
  /// `.some(nil)`: no booth any more, and null on the wire. With another booth the todo is no longer done.
  public var booth: BoothID??

  enum CodingKeys: String, CodingKey { case contents, group, day, booth }

  /// A change from its parts.
  public init(contents: String? = nil, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID?? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }

  /// Reads a change: a booth that is null is another thing than one that is not there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    contents = try container.decodeIfPresent(String.self, forKey: .contents)
    group = try container.decodeIfPresent(TodoGroupID.self, forKey: .group)
    day = try container.decodeIfPresent(CivilDate.self, forKey: .day)
    booth = container.contains(.booth) ? .some(try container.decodeIfPresent(BoothID.self, forKey: .booth)) : nil
  }

  /// Writes a change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(contents, forKey: .contents)
    try container.encodeIfPresent(group, forKey: .group)
    try container.encodeIfPresent(day, forKey: .day)
    if let booth { try container.encode(booth, forKey: .booth) }
  }
}

/// `POST /api/todos/{id}/check-in`. The position is used once and kept nowhere.
public struct CheckInRequest: Codable, Hashable, Sendable {
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// How far, in metres, the device says that the truth may lie from there.
  public var accuracyMetres: Double

  enum CodingKeys: String, CodingKey {
    case latitude, longitude
    case accuracyMetres = "accuracy_m"
  }

  /// A position.
  public init(latitude: Double, longitude: Double, accuracyMetres: Double) {
    self.latitude = latitude
    self.longitude = longitude
    self.accuracyMetres = accuracyMetres
  }
}

/// `POST /api/todo-groups`, where a name is needed, and `PATCH /api/todo-groups/{id}`, where what is nil stays as it
/// is.
public struct TodoGroupRequest: Codable, Hashable, Sendable {
  /// 1 to 21 characters.
  public var name: String?
  /// `#RRGGBB`; a new group without one is purple.
  public var color: String?
  /// Whether the group's todos are shown; a new group's are.
  public var isOpen: Bool?

  enum CodingKeys: String, CodingKey {
    case name, color
    case isOpen = "is_open"
  }

  /// A group from its parts.
  public init(name: String? = nil, color: String? = nil, isOpen: Bool? = nil) {
    self.name = name
    self.color = color
    self.isOpen = isOpen
  }
}
