import APIKit
import Basics
import Contracts
import GrapeCard
import HTTP

struct GrapeCardEndpoints: Sendable {
  let grapeCard: GrapeCardService

  var all: [Endpoint] {
    CardEndpoints(grapeCard: grapeCard).all + TodoEndpoints(grapeCard: grapeCard).all
      + TodoGroupEndpoints(grapeCard: grapeCard).all
  }
}

/// The grape card: a grape for each day on which all todos were done.
struct CardEndpoints: Sendable {
  let grapeCard: GrapeCardService

  var all: [Endpoint] {
    [own, change, bunches, days]
  }

  private var own: Endpoint {
    Endpoint(
      path: "/api/card", group: .grapeCard, summary: "The caller's grape card",
      details: """
        A day earns a grape while it is today and all of its todos are done, and loses it if one is undone on the same \
        day. Ten grapes make a bunch. Reading the card changes nothing.
        """,
      caller: .required, answers: [ResponseDescription(200, "The card.", [(MediaType.json, "Card")])],
      handler: .deferred { context in .uncached(CardDocument(try await grapeCard.card(of: context.account()))) })
  }

  private var change: Endpoint {
    Endpoint(
      method: .patch, path: "/api/card", group: .grapeCard, summary: "Change the time zone of the caller's card",
      details: "A day that occurs twice by this has one grape, and keeps it once a later day has been today.",
      caller: .required,
      body: .json("The time zone.", [GrapeCardFields.timeZone]),
      answers: [ResponseDescription(200, "The changed card.", [(MediaType.json, "Card")])],
      handler: .deferred { context in
        let zone = try context.body.required(GrapeCardFields.timeZone)
        return .uncached(CardDocument(try await grapeCard.setZone(zone, of: try context.account())))
      })
  }

  private var bunches: Endpoint {
    Endpoint(
      path: "/api/card/bunches", group: .grapeCard, summary: "The caller's full bunches",
      details: "Oldest first, each with the day on which it was filled.", caller: .required,
      answers: [ResponseDescription(200, "The bunches.", [(MediaType.json, "BunchList")])],
      handler: .deferred { context in
        let bunches = try await grapeCard.bunches(of: try context.account())
        return .uncached(
          BunchListDocument(bunches: bunches.map { BunchDocument(number: $0.number, completed: $0.completed) }))
      })
  }

  private var days: Endpoint {
    Endpoint(
      path: "/api/card/days", group: .grapeCard, summary: "The days of a month with todos or a grape",
      query: [GrapeCardParameters.month], caller: .required,
      answers: [ResponseDescription(200, "The days.", [(MediaType.json, "CardDayList")])],
      handler: .deferred { context in
        let month = try context.query.required(GrapeCardParameters.month)
        let days = try await grapeCard.days(month, of: try context.account())
        return .uncached(
          CardDayListDocument(
            days: days.map {
              CardDayDocument(day: $0.day, todos: $0.tally.todos, done: $0.tally.done, hasGrape: $0.hasGrape)
            }))
      })
  }
}
