import APIKit
import Basics
import Foundation
import HTTP
import NativeAPI
import Testing

@Suite("Saved booths, corrections and the booth's page")
struct BoothFeedbackTests {
  @Test("One booth has its opening outlook, the hours of its days, and group prices")
  func opening() async {
    let service = Service()
    // A Friday, 19:00 in Seoul.
    let closed = await service.get("/api/booths/2").json
    #expect(closed["open_state"]["kind"].text == "closed" || closed["open_state"]["kind"].text == "opens_on_day")
    #expect(closed["open_state"]["state"].text == "closed" && closed["open_state"]["time"].text == "10:00")
    #expect(closed["open_state"]["weekday"].text == "Mo")
    #expect(closed["open_state"]["changes_at"].text == "2026-11-23T01:00:00.000Z")
    #expect(closed["week"].items.count == 7 && closed["week"][0]["weekday"].text == "Fr")
    #expect(closed["week"][0]["hours"][0]["closes"].text == "18:00" && closed["week"][1]["hours"].items.isEmpty)
    let always = await service.get("/api/booths/1").json
    #expect(always["open_state"]["kind"].text == "open" && always["open_state"]["changes_at"].value == nil)
    #expect(always["party_prices"][3]["amount"].int == 8000 && always["party_prices"][3]["prints"].int == 4)
    #expect(always["party_prices"].items.count == 6)
    let gone = await service.get("/api/booths/4").json
    #expect(gone["open_state"]["kind"].text == "closed_permanently" && gone["week"].value == nil)
    #expect(await service.get("/api/booths/3").json["open_state"]["kind"].text == "unknown")
  }

  @Test("Another instant can be given, and lists have these fields on request only")
  func openingElsewhere() async {
    let service = Service()
    let noon = await service.get("/api/booths/2?open_at=2026-11-20T12:00:00%2B09:00").json
    #expect(noon["open_state"]["kind"].text == "open_until" && noon["open_state"]["time"].text == "18:00")
    let list = await service.get("/api/booths/near?\(Sample.gangnam)&fields=all&limit=1").json["booths"][0]
    #expect(!list.keys.contains("open_state") && !list.keys.contains("week"))
    let named = await service.get("/api/booths/near?\(Sample.gangnam)&fields=open_state,week,party_prices&limit=2").json
    #expect(named["booths"][1]["open_state"]["kind"].text == "opens_on_day")
    #expect(named["booths"][0].keys == ["id", "open_state", "week", "party_prices", "distance_m"])
  }

  @Test("Saved booths are private, latest first, and not cached for others")
  func saving() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    #expect(await mina.send(.put, "/api/me/booths/1").status == 204)
    #expect(await mina.send(.put, "/api/me/booths/5").status == 204)
    #expect(await mina.send(.put, "/api/me/booths/1").status == 204)
    let list = await mina.get("/api/me/booths?fields=name,open_state")
    #expect(list.json["booths"].items.compactMap { $0["id"].int }.sorted() == [1, 5] && list.json["count"].int == 2)
    #expect(list.json["booths"][0]["name"].text != nil)
    #expect(list.headers["ETag"] == nil && list.headers["Cache-Control"] == "private, no-cache")
    #expect(list.headers["Vary"]?.contains("Authorization") == true)
    #expect(await juno.get("/api/me/booths").json["count"].int == 0)
    #expect(await mina.send(.delete, "/api/me/booths/1").status == 204)
    #expect(await mina.send(.delete, "/api/me/booths/1").status == 204)
    #expect(await mina.send(.post, "/api/me/booths", #"{"booths":[2,5,999]}"#).status == 204)
    #expect(await mina.get("/api/me/booths").json["count"].int == 2)
  }

  @Test(
    "Invalid requests are refused",
    arguments: [
      (HTTP.Method.put, "/api/me/booths/999", nil, "404 booth-unknown"),
      (.put, "/api/me/booths/x", nil, "400 parameter-invalid"),
      (
        .post, "/api/me/booths", #"{"booths":[\#(Array(repeating: "1", count: 101).joined(separator: ","))]}"#,
        "400 booths-too-many"
      ),
      (.post, "/api/booths/1/corrections", #"{"kind":"hours"}"#, "400 note-missing"),
      (.post, "/api/booths/999/corrections", #"{"kind":"closed"}"#, "404 booth-unknown"),
      (.post, "/api/booths/1/corrections", #"{"kind":"duplicate","duplicate":1}"#, "400 duplicate-unknown"),
      (.get, "/api/booths/999/gallery", nil, "404 booth-unknown"),
      (.get, "/api/booths/1/gallery?limit=51", nil, "400 parameter-above-range"),
    ] as [(HTTP.Method, String, String?, String)])
  func refused(_ method: HTTP.Method, _ target: String, _ body: String?, _ error: String) async throws {
    let service = try await Service.inhabited()
    let answer = await (try await service.signUp("mina")).send(method, target, body)
    #expect("\(answer.status) \(answer.json["code"].text ?? "")" == error)
  }

  @Test("Saving and correcting need an account")
  func authentication() async {
    let service = Service()
    #expect(await service.get("/api/me/booths").status == 401)
    #expect(await service.send(.put, "/api/me/booths/1").status == 401)
    #expect(await service.send(.post, "/api/booths/1/corrections", json: #"{"kind":"closed"}"#).status == 401)
  }

  @Test("A correction goes to the operator; thirty are accepted a day, and refused ones do not count")
  func correcting() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let first = await mina.send(.post, "/api/booths/1/corrections", #"{"kind":"hours","note":"24시까지"}"#)
    #expect(first.status == 201 && first.json["note"].text == "24시까지" && first.json["booth"].int == 1)
    for _ in 1...3 { _ = await mina.send(.post, "/api/booths/1/corrections", #"{"kind":"hours"}"#) }
    for number in 2...30 {
      let again = await mina.send(.post, "/api/booths/1/corrections", #"{"kind":"hours","note":"\#(number)"}"#)
      #expect(again.status == 201 && again.json["id"].text == first.json["id"].text)
    }
    let refused = await mina.send(.post, "/api/booths/2/corrections", #"{"kind":"closed"}"#)
    #expect(refused.status == 429 && refused.json["code"].text == "too-many-corrections")
    let juno = try await service.signUp("juno")
    #expect(await juno.send(.post, "/api/booths/2/corrections", #"{"kind":"closed"}"#).status == 201)
  }

  @Test("The gallery counts posts and likes")
  func gallery() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let post = try await mina.post(#"{"kind":"pose","text":"볼하트","booth":1}"#)
    #expect(await mina.send(.put, "/api/posts/\(post)/like").status == 200)
    let gallery = await service.get("/api/booths/1/gallery")
    #expect(gallery.json["post_count"].int == 1 && gallery.json["like_count"].int == 1)
    #expect(gallery.json["photos"].items.isEmpty && gallery.headers["Vary"]?.contains("Authorization") == true)
  }

  @Test("Covers are asked for by numbers of booths, at most a hundred", arguments: ["", "x", "0", "1,,2", "1.5"])
  func covers(wrong: String) async throws {
    let service = try await Service.inhabited()
    let covers = await service.get("/api/booths/covers?ids=1,2,999")
    #expect(covers.text == #"{"covers":[]}"# && covers.headers["Vary"]?.contains("Authorization") == true)
    #expect(await service.get("/api/booths/covers?ids=\(wrong)").status == 400)
    let many = (1...101).map(String.init).joined(separator: ",")
    #expect(await service.get("/api/booths/covers?ids=\(many)").status == 400)
  }
}
