import Basics
import Contracts
import OfflineBooths

extension APIRequest {
  /// Method, path, query, body and token of the request. One long function, so that it reads as a table, and the
  /// compiler checks that it is complete.
  var parts: RouteParts {
    switch self {
    case .signUp(let body): RouteParts("POST", ["accounts"], body: .json(body), token: .none)
    case .checkEmail(let body): RouteParts("POST", ["accounts", "email-check"], body: .json(body), token: .none)
    case .randomNickname: RouteParts("GET", ["nicknames", "random"], token: .none)
    case .logIn(let body): RouteParts("POST", ["sessions"], body: .json(body), token: .none)
    case .refresh(let body): RouteParts("POST", ["sessions", "refresh"], body: .json(body), token: .none)
    case .logOut(let everywhere):
      RouteParts("DELETE", ["sessions"] + (everywhere ? [] : ["current"]), token: .required)
    case .withdraw(let body): RouteParts("DELETE", ["me"], body: .json(body), token: .required)
    case .me: RouteParts("GET", ["me"], token: .required)
    case .changeProfile(let body): RouteParts("PATCH", ["me"], body: .json(body), token: .required)
    case .changePassword(let body): RouteParts("PUT", ["me", "password"], body: .json(body), token: .required)

    case .person(let id): RouteParts("GET", ["accounts", id.description], token: .optional)
    case .follow(let id): RouteParts("PUT", ["accounts", id.description, "follow"], token: .required)
    case .unfollow(let id): RouteParts("DELETE", ["accounts", id.description, "follow"], token: .required)
    case .followers(let id, let page):
      RouteParts("GET", ["accounts", id.description, "followers"], page.parameters, token: .optional)
    case .following(let id, let page):
      RouteParts("GET", ["accounts", id.description, "following"], page.parameters, token: .optional)
    case .block(let id): RouteParts("PUT", ["accounts", id.description, "block"], token: .required)
    case .unblock(let id): RouteParts("DELETE", ["accounts", id.description, "block"], token: .required)
    case .blocked(let page): RouteParts("GET", ["me", "blocks"], page.parameters, token: .required)

    case .posts(let feed, let page):
      RouteParts("GET", feed.path, feed.parameters + page.parameters, token: feed.token)
    case .post(let id): RouteParts("GET", ["posts", id.description], token: .optional)
    case .createPost(let body, let key):
      RouteParts("POST", ["posts"], body: .json(body), token: .required, key: key)
    case .updatePost(let id, let body):
      RouteParts("PUT", ["posts", id.description], body: .json(body), token: .required)
    case .removePost(let id): RouteParts("DELETE", ["posts", id.description], token: .required)
    case .like(let id): RouteParts("PUT", ["posts", id.description, "like"], token: .required)
    case .unlike(let id): RouteParts("DELETE", ["posts", id.description, "like"], token: .required)
    case .comments(let post, let page):
      RouteParts("GET", ["posts", post.description, "comments"], page.parameters, token: .optional)
    case .addComment(let post, let body, let key):
      RouteParts("POST", ["posts", post.description, "comments"], body: .json(body), token: .required, key: key)
    case .changeComment(let id, let post, let body):
      RouteParts(
        "PUT", ["posts", post.description, "comments", id.description], body: .json(body), token: .required)
    case .removeComment(let id, let post):
      RouteParts("DELETE", ["posts", post.description, "comments", id.description], token: .required)
    case .report(let body): RouteParts("POST", ["reports"], body: .json(body), token: .required)

    case .grapeCard(let route): route.parts

    case .uploadPhotos(let photos): RouteParts("POST", ["photos"], body: .photos(photos), token: .required)
    case .photo(let name, let width):
      RouteParts("GET", ["photos", name.description], [("width", width.map(String.init))], token: .optional)

    case .createOrder(let body, let key):
      RouteParts("POST", ["orders"], body: .json(body), token: .required, key: key)
    case .orders(let states, let page):
      RouteParts("GET", ["orders"], states.parameters + page.parameters, token: .required)
    case .order(let id): RouteParts("GET", ["orders", id.description], token: .required)
    case .validateOrder(let id, let body, let key):
      RouteParts("POST", ["orders", id.description, "validation"], body: .json(body), token: .required, key: key)

    case .booths(let query): RouteParts("GET", ["booths", "near"], query.parameters, token: .none)
    case .search(let text, let coordinate, let limit):
      RouteParts(
        "GET", ["search"],
        [
          ("q", text), ("lat", coordinate.map { String($0.latitude) }),
          ("lon", coordinate.map { String($0.longitude) }),
          ("limit", String(limit)),
        ], token: .none)
    case .savedBooths: RouteParts("GET", ["me", "booths"], token: .required)
    case .saveBooth(let id): RouteParts("PUT", ["me", "booths", id.description], token: .required)
    case .saveBooths(let body): RouteParts("POST", ["me", "booths"], body: .json(body), token: .required)
    case .removeSavedBooth(let id): RouteParts("DELETE", ["me", "booths", id.description], token: .required)
    case .correct(let id, let body):
      RouteParts("POST", ["booths", id.description, "corrections"], body: .json(body), token: .required)

    case .wellKnown: RouteParts("GET", root: [".well-known"], ["fourcuts"], token: .none)
    case .catalogueSnapshot: RouteParts("GET", ["catalogue", "snapshot"], token: .none)
    case .catalogueDelta(let since):
      RouteParts(
        "GET", ["catalogue", "deltas"], [("since", String(since.number)), ("mark", since.mark)], token: .none)
    }
  }
}

extension PageQuery {
  fileprivate var parameters: [(name: String, value: String?)] { [("cursor", cursor), ("limit", String(limit))] }
}

extension [OrderStateValue] {
  fileprivate var parameters: [(name: String, value: String?)] {
    [("state", isEmpty ? nil : map(\.rawValue).joined(separator: ","))]
  }
}

extension BoothQuery {
  fileprivate var parameters: [(name: String, value: String?)] {
    [
      ("lat", String(coordinate.latitude)), ("lon", String(coordinate.longitude)), ("limit", String(limit)),
      ("radius", radius.map { String($0) }), ("brand", brands.isEmpty ? nil : brands.joined(separator: ",")),
    ]
  }
}
