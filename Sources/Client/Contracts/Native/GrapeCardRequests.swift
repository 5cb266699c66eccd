public import Basics

/// `PATCH /api/card`
public struct CardChangeRequest: Codable, Hashable, Sendable {
  /// The caller's time zone, which bounds the days: an IANA name such as `Asia/Seoul`.
  public var timeZone: String

  enum CodingKeys: String, CodingKey { case timeZone = "time_zone" }

  /// Creates a change.
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
  /// The booth to visit, if any.
  public var booth: BoothID?

  /// Creates a todo.
  public init(contents: String, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }
}

/// `PATCH /api/todos/{id}`: nil fields stay.
public struct TodoChangeRequest: Codable, Hashable, Sendable {
  /// 1 to 200 characters.
  public var contents: String?
  /// Another group.
  public var group: TodoGroupID?
  /// Another day.
  public var day: CivilDate?
  /// `.some(nil)` removes the booth, and is null on the wire. Changing the booth marks the todo as not done.
  public var booth: BoothID??

  enum CodingKeys: String, CodingKey { case contents, group, day, booth }

  /// Creates a change.
  public init(contents: String? = nil, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID?? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }

  /// Decodes a change: a null booth differs from an absent one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    contents = try container.decodeIfPresent(String.self, forKey: .contents)
    group = try container.decodeIfPresent(TodoGroupID.self, forKey: .group)
    day = try container.decodeIfPresent(CivilDate.self, forKey: .day)
    booth = container.contains(.booth) ? .some(try container.decodeIfPresent(BoothID.self, forKey: .booth)) : nil
  }

  /// Encodes a change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(contents, forKey: .contents)
    try container.encodeIfPresent(group, forKey: .group)
    try container.encodeIfPresent(day, forKey: .day)
    if let booth { try container.encode(booth, forKey: .booth) }
  }
}

/// `POST /api/todos/{id}/check-in`. The position is used once and not stored.
public struct CheckInRequest: Codable, Hashable, Sendable {
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// The accuracy of the position in metres, as reported by the device.
  public var accuracyMetres: Double

  enum CodingKeys: String, CodingKey {
    case latitude, longitude
    case accuracyMetres = "accuracy_m"
  }

  /// Creates a check-in.
  public init(latitude: Double, longitude: Double, accuracyMetres: Double) {
    self.latitude = latitude
    self.longitude = longitude
    self.accuracyMetres = accuracyMetres
  }
}

/// `POST /api/todo-groups`, where the name is required, and `PATCH /api/todo-groups/{id}`, where nil fields stay.
public struct TodoGroupRequest: Codable, Hashable, Sendable {
  /// 1 to 21 characters.
  public var name: String?
  /// `#RRGGBB`; a new group without one is purple.
  public var color: String?
  /// Whether the group's todos are shown; true for a new group.
  public var isOpen: Bool?

  enum CodingKeys: String, CodingKey {
    case name, color
    case isOpen = "is_open"
  }

  /// Creates a group.
  public init(name: String? = nil, color: String? = nil, isOpen: Bool? = nil) {
    self.name = name
    self.color = color
    self.isOpen = isOpen
  }
}
