public import Basics
public import Contracts

/// A booth that the caller has saved. Unknown values are nil.
public struct SavedBooth: Decodable, Hashable, Sendable, Identifiable {
  /// Its stable number.
  public let id: BoothID
  /// The name.
  public let name: String
  /// The chain.
  public let brand: String?
  /// The road-name address.
  public let roadAddress: String?
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double
  /// `operating`, `closed` or `unknown`.
  public let status: String
  /// Whether it is open now: `open`, `closed` or `unknown`.
  public let open: String

  enum CodingKeys: String, CodingKey {
    case id, name, brand, latitude, longitude, status, open
    case roadAddress = "road_address"
  }
}

private struct SavedBoothListDocument: Decodable, Sendable {
  var booths: [SavedBooth]
}

extension FourCutsClient {
  /// The booths that the caller has saved, latest first. Those that the catalogue no longer has are left out.
  /// - Throws: `ClientError`.
  public func savedBooths() async throws(ClientError) -> [SavedBooth] {
    try await answer(APIRequest("GET", "me", "booths"), as: SavedBoothListDocument.self).booths
  }

  /// Saves a booth, or removes it from the saved ones. Doing either twice is no error.
  /// - Throws: `ClientError`.
  public func save(_ booth: BoothID, _ isSaved: Bool = true) async throws(ClientError) {
    try await perform(APIRequest(isSaved ? "PUT" : "DELETE", "me", "booths", booth.description))
  }

  /// After a login, saves the booths that the device has saved without one, the one saved last first: at most 100. Those
  /// that the catalogue does not have are left out.
  /// - Throws: `ClientError`.
  public func save(_ booths: [BoothID]) async throws(ClientError) {
    try await perform(APIRequest("POST", "me", "booths", json: SavedBoothsRequest(booths: booths)))
  }

  /// Tells the operator what is wrong with a booth. While a correction of the same kind by the caller is open, its note
  /// and photos are replaced instead.
  /// - Throws: `ClientError`.
  @discardableResult
  public func correct(_ booth: BoothID, _ correction: CorrectionRequest) async throws(ClientError)
    -> CorrectionDocument
  {
    try await answer(APIRequest("POST", "booths", booth.description, "corrections", json: correction))
  }

  /// Says whether a booth is still there; only for people at it. A second report on the same day replaces the first.
  /// - Throws: `ClientError`.
  @discardableResult
  public func confirm(_ booth: BoothID, _ confirmation: ConfirmationRequest) async throws(ClientError)
    -> EvidenceDocument
  {
    try await answer(APIRequest("POST", "booths", booth.description, "confirmations", json: confirmation))
  }

  /// Proposes a booth that the catalogue does not have. The operator decides.
  /// - Throws: `ClientError`.
  @discardableResult
  public func propose(_ booth: ProposalRequest) async throws(ClientError) -> ProposalDocument {
    try await answer(APIRequest("POST", "proposals", json: booth))
  }

  /// The caller's proposals, newest first, with what became of them: at most 50.
  /// - Throws: `ClientError`.
  public func proposals() async throws(ClientError) -> [ProposalDocument] {
    let list: ProposalListDocument = try await answer(APIRequest("GET", "me", "proposals"))
    return list.proposals
  }
}
