import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON
import Notices

/// What operators write to members who have agreed to that.
struct AnnouncementEndpoints: Sendable {
  let announcements: AnnouncementService
  let access: OperatorAccess

  var all: [Endpoint] { [list, write, cancel] }

  private static let limit = Parameter<Int>.limit(of: "announcements")
  private static let id = Parameter<AnnouncementID>(
    "id", .identifier(), "The announcement's identifier.", example: "0199c0ffee0123456789abcd")
  private static let text = BodyField<String>(
    "text", .text(maxCount: AnnouncementService.maxLength), "What members read.", isRequired: true,
    example: "홍대에 새 부스가 열 곳 생겼어요")
  private static let path = BodyField<String>(
    "path", .text(1...200), "The page that it leads to; none when absent.", example: "/booths/7")
  private static let sendAt = BodyField<Timestamp>(
    "send_at", .instant(), "When it is sent; at once when absent.", example: "2026-12-01T10:00:00+09:00")
  private static let latitude = BodyField<Double>(
    "latitude", .number(-90...90), "The middle of a circle: only members who have saved a booth in it get it.",
    example: .number(37.5573))
  private static let longitude = BodyField<Double>(
    "longitude", .number(-180...180), "Likewise; all three or none.", example: .number(126.9258))
  private static let radius = BodyField<Int>(
    "radius_m", .integer(AnnouncementService.radii), "The radius of the circle in metres; all three or none.",
    example: 3000)

  private static let announcement = ResponseDescription(201, "The announcement.", [(MediaType.json, "Announcement")])

  private var list: Endpoint {
    Endpoint(
      path: "/api/operator/announcements", group: .operators, summary: "Announcements to members",
      details: "Those that are sent last come first, with the numbers of members who have got and read them.",
      query: [Self.limit], caller: .role(.operator), action: "announcements list",
      answers: [ResponseDescription(200, "The announcements.", [(MediaType.json, "AnnouncementList")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let found = try await announcements.announcements(limit: try context.query.required(Self.limit))
        return .forOperator(AnnouncementListDocument(announcements: found.map(AnnouncementDocument.init)))
      })
  }

  private var write: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/announcements", group: .operators, summary: "Write to members",
      details: """
        A notice of the kind `announcement`, which is off until a member chooses it; devices and the daily mail follow \
        the member's settings. One a day at most, from 8 to 21 o'clock in Seoul.
        """,
      caller: .role(.operator, isDangerous: true), action: "announcements write",
      body: .json(
        "The announcement.", [Self.text, Self.path, Self.sendAt, Self.latitude, Self.longitude, Self.radius]),
      answers: [Self.announcement, .conflict("Another one is sent within a day of it.")], allowsCrossOrigin: false,
      handler: .deferred { context in
        let body = context.body
        let text = try body.required(Self.text)
        return try await access.audited(context, on: "announcement", detail: text) {
          let made = try await announcements.write(
            text, path: try body.value(Self.path), area: try Self.area(in: body), at: try body.value(Self.sendAt))
          return .forOperator(AnnouncementDocument(made), status: 201)
        }
      })
  }

  private static func area(in body: JSONBody) throws -> AnnouncementArea? {
    guard body.has(latitude) || body.has(longitude) || body.has(radius) else { return nil }
    let middle = try Coordinate.checked(
      latitude: try body.required(latitude), longitude: try body.required(longitude))
    return AnnouncementArea(around: StoredCoordinate(middle), metres: try body.required(radius))
  }

  private var cancel: Endpoint {
    Endpoint(
      method: .delete, path: "/api/operator/announcements/{id}", group: .operators, summary: "Cancel an announcement",
      details: "One that no member has yet.", pathParameters: [Self.id], caller: .role(.operator),
      action: "announcements cancel",
      answers: [.noContent, .notFound("There is no such announcement."), .conflict("Members have it already.")],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(Self.id)
        return try await access.audited(context, on: id.description) {
          try await announcements.cancel(id)
          return .noContent
        }
      })
  }
}

struct AnnouncementListDocument: NativeDocument {
  let announcements: [AnnouncementDocument]
}

struct AnnouncementDocument: NativeDocument {
  let id: AnnouncementID
  let text: String
  let path: String?
  let sendAt: Timestamp
  let latitude: Double?
  let longitude: Double?
  let radius: Int?
  let state: AnnouncementStateValue
  let recipientCount: Int
  let readCount: Int

  enum CodingKeys: String, CodingKey {
    case id, text, path
    case sendAt = "send_at"
    case latitude, longitude
    case radius = "radius_m"
    case state
    case recipientCount = "recipient_count"
    case readCount = "read_count"
  }

  init(_ announcement: Announcement) {
    (id, text, path, sendAt) = (announcement.id, announcement.text, announcement.path, announcement.sendAt)
    let middle = announcement.area.map { Coordinate($0.middle) }
    (latitude, longitude) = (middle?.latitude, middle?.longitude)
    radius = announcement.area?.metres
    state = AnnouncementStateValue(rawValue: announcement.state.rawValue)
    (recipientCount, readCount) = (announcement.recipientCount, announcement.readCount)
  }
}

struct AnnouncementStateValue: OpenEnum {
  let rawValue: String

  static let waiting = AnnouncementStateValue(rawValue: "waiting")
  static let sending = AnnouncementStateValue(rawValue: "sending")
  static let sent = AnnouncementStateValue(rawValue: "sent")
  static let cancelled = AnnouncementStateValue(rawValue: "cancelled")
  static let all = [waiting, sending, sent, cancelled]
}
