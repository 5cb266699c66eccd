import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON
import Location

/// The start page for clients that are no browsers, with sample URLs.
enum StartPage {
  static func html(boothCount: Int, defaultCoordinate coordinate: Coordinate) -> String {
    let around = "lat=\(coordinate.latitude)&lon=\(coordinate.longitude)"
    let samples = [
      ("/api/booths/near?\(around)&limit=5", "the five nearest booths to a position"),
      (
        "/api/booths/near?location_state=denied&region=seoul-mapo",
        "the nearest booths without the device's location"
      ),
      ("/api/booths/near?\(around)&radius=1.5km&open_at=now&people=4", "open now, within 1.5 km, for four people"),
      ("/api/booths/in?bbox=126.9,37.4,127.1,37.6", "the booths of a viewport"),
      ("/api/booths/search?q=ㄱㄴ", "a search by initial consonants"), ("/api/brands", "the chains"),
      ("/api/posts/near?\(around)", "poses for the booths around a position"), ("/api/posts", "what people share"),
      ("/ogc", "OGC API – Features, for map programs"), ("/docs", "the documentation"),
      ("/openapi.json", "the definition in OpenAPI 3.1"),
    ]
    let items = samples.map { path, text in
      "<li><a href=\"\(Markup.escaped(path))\"><code>\(Markup.escaped(path))</code></a> – \(Markup.escaped(text))</li>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>fourcuts</title>
      </head>
      <body>
      <main>
      <h1>fourcuts</h1>
      <p>Finds photo booths: the nearest ones, those on a map, those of a name; and what people share about them. This
      service holds
      \(boothCount) booths.</p>
      <h2>To try</h2>
      <ul>\(items.joined(separator: "\n"))</ul>
      </main>
      </body>
      </html>

      """
  }
}
