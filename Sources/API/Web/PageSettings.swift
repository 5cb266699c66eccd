/// What of the service the pages have to know before they ask.
package struct PageSettings: Sendable {
  /// What the map is drawn over; nil: what comes with the app.
  package var tiles: TileSource?
  /// By whose word people can log in here, by the names that the API has for them (`kakao`).
  package var providers: [String] = []
  /// Whom to ask who cannot log in any more, as pages show it; empty: nobody is named.
  package var operatorContact = ""
  /// Whether anything can be bought.
  package var isShopOpen = false
  /// The library that opens payment windows; nil: the pages open none.
  package var paymentLibrary: PaymentLibrary?

  /// A service that has nothing but what it comes with.
  package init() {}
}
