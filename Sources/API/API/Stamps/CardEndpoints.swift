import Basics
import Contracts
import HTTP
import Stamps

/// The table of everything that is served of grape cards.
enum StampEndpoints {
  static let all = CardEndpoints.all + TodoEndpoints.all + TodoGroupEndpoints.all
}

/// The card itself: a grape for each day on which everything planned was done.
enum CardEndpoints {
  static let all = [own, change, bunches, days]

  private static let own = Endpoint(
    path: "/api/card", group: .stamps, summary: "The caller's grape card",
    details: """
      A day earns a grape while it is today and everything that is dated on it is done, and loses it when that is undone \
      on the same day. Ten make a bunch. It does not matter whether anybody looks.
      """,
    caller: .needed, answers: [AnswerDescription(200, "The card.", [(MediaType.json, "Card")])],
    reply: .deferred { call in .own(CardDocument(try await call.site.community.stamps.card(of: call.account()))) })

  private static let change = Endpoint(
    method: .patch, path: "/api/card", group: .stamps, summary: "Change the zone in which the caller's days pass",
    details: "A day has one grape however often it comes, and keeps it once a later day has been.", caller: .needed,
    body: .json("The zone.", [StampFields.timeZone]),
    answers: [AnswerDescription(200, "The card as it is now.", [(MediaType.json, "Card")])],
    reply: .deferred { call in
      let zone = try call.body.required(StampFields.timeZone)
      return .own(CardDocument(try await call.site.community.stamps.setZone(zone, of: try call.account())))
    })

  private static let bunches = Endpoint(
    path: "/api/card/bunches", group: .stamps, summary: "The caller's full bunches",
    details: "The first one first, each with the day on which it was filled.", caller: .needed,
    answers: [AnswerDescription(200, "The bunches.", [(MediaType.json, "BunchList")])],
    reply: .deferred { call in
      let bunches = try await call.site.community.stamps.bunches(of: try call.account())
      return .own(
        BunchListDocument(bunches: bunches.map { BunchDocument(number: $0.number, completed: $0.completed) }))
    })

  private static let days = Endpoint(
    path: "/api/card/days", group: .stamps, summary: "The days of a month on which there is anything",
    query: [StampParameters.month], caller: .needed,
    answers: [AnswerDescription(200, "The days.", [(MediaType.json, "CardDayList")])],
    reply: .deferred { call in
      let month = try call.query.required(StampParameters.month)
      let days = try await call.site.community.stamps.days(month, of: try call.account())
      return .own(
        CardDayListDocument(
          days: days.map {
            CardDayDocument(day: $0.day, todos: $0.tally.todos, done: $0.tally.done, hasGrape: $0.hasGrape)
          }))
    })
}
