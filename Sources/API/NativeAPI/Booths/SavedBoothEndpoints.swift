import APIKit
import Basics
import Booths
import HTTP
import JSON

struct SavedBoothEndpoints: Sendable {
  let saved: SavedBoothService
  let catalogue: CatalogueHolder

  var all: [Endpoint] { [list, merge, save, remove] }

  private static let full = ResponseDescription.conflict(
    "At most \(SavedBoothService.maxCount) booths can be saved.")

  private var list: Endpoint {
    Endpoint(
      path: "/api/me/booths", group: .booths, summary: "The booths that the caller has saved",
      details: "Latest first; those that the catalogue no longer has are left out.",
      query: [BoothParameters.fields, BoothParameters.openAt], caller: .required, answers: [.booths("BoothList")],
      handler: .deferred { context in
        let booths = try await saved.booths(of: try context.account())
        let catalogue = catalogue.current
        let answer = try BoothAnswer(context, catalogue)
        return answer.ofCaller(booths.compactMap(catalogue.ordinal(of:)))
      })
  }

  private static let booths = BodyField<[BoothID]>(
    "booths", .list(of: .booth(), maxCount: SavedBoothService.maxMerged),
    "The numbers of the booths, the one saved last first.",
    isRequired: true, example: [1])

  private var merge: Endpoint {
    Endpoint(
      method: .post, path: "/api/me/booths", group: .booths, summary: "Save booths that a device has saved",
      details: "For a login: booths that are saved stay so, and those that the catalogue does not have are left out.",
      caller: .required, body: .json("The booths.", [Self.booths]), answers: [.noContent, Self.full],
      handler: .deferred { context in
        try await saved.merge(try context.body.required(Self.booths), by: try context.account())
        return .noContent
      })
  }

  private var save: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/booths/{id}", group: .booths, summary: "Save a booth",
      details: "Saving twice is no error.", pathParameters: [BoothParameters.id], caller: .required,
      answers: [.noContent, .notFound("There is no booth with this number."), Self.full],
      handler: .deferred { context in
        let id = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        try await saved.save(id, by: try context.account())
        return .noContent
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/me/booths/{id}", group: .booths, summary: "Remove a saved booth",
      details: "Removing one that is not saved is no error.", pathParameters: [BoothParameters.id], caller: .required,
      answers: [.noContent],
      handler: .deferred { context in
        let id = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        try await saved.remove(id, by: try context.account())
        return .noContent
      })
  }
}
