public import Basics
public import Booths
public import HTTP
public import Location

/// Everything that the routes need, handed in by whoever assembles the service.
public struct Site: Sendable {
  /// The catalogue that is served now.
  public var catalogue: LiveCatalogue
  /// Where the catalogue is kept; asked only whether it is well.
  public var store: any CatalogueStore
  /// What people do with each other here.
  public var community: Community
  /// The limits by which reported positions are judged, and the default place.
  public var locationPolicy: LocationPolicy
  /// The time now.
  public var clock: @Sendable () -> Timestamp
  /// What an operator shows to import over HTTP, at least `minOperatorToken` characters; nil: nobody may.
  public var operatorToken: String?
  /// What is shorter might be guessed.
  public static let minOperatorToken = 24
  /// The key that clients of the Kakao Local shape must show; nil: any key will do.
  public var mapKey: String?
  /// The service's version, as documents tell it.
  public var version: String
  /// The address that links start with, without a slash at the end, e.g. `https://booths.example`.
  /// Nil: `http` and the host that the request names.
  public var publicAddress: String?
  /// What browsers get at `/`; nil: the same page as everybody.
  public var app: (@Sendable (Request) -> Response)?
  /// Who runs imports over HTTP; nil: they are not offered.
  public var imports: (any ImportDesk)?
  /// Told of faults of our own, with the reference that the client was given. Must not be given people's places.
  public var report: @Sendable (_ reference: String, _ fault: any Error) -> Void
  /// What stands in the way of the service: told by `/healthz`.
  public var conditions: ServiceConditions

  /// How often something else than the operator's token is shown from one network.
  let operatorGuesses = AttemptLimiter<ClientNetwork>()
  static let operatorBounds = [AttemptBound(maxCount: 10, seconds: 60), AttemptBound(maxCount: 60, seconds: 3600)]

  /// In every entity tag, so that none outlives the process that gave it: what is served may differ after a restart
  /// although the catalogue's version is the same.
  let tagSeed: String

  /// A site with a catalogue, its store, a community and a clock; the rest has the values that a local service needs.
  public init(
    catalogue: LiveCatalogue, store: any CatalogueStore, community: Community, version: String,
    clock: @escaping @Sendable () -> Timestamp,
    report: @escaping @Sendable (_ reference: String, _ fault: any Error) -> Void
  ) {
    self.catalogue = catalogue
    self.store = store
    self.community = community
    self.version = version
    self.clock = clock
    self.report = report
    conditions = ServiceConditions(clock: clock) { _ in }
    locationPolicy = LocationPolicy()
    tagSeed = String(clock().milliseconds, radix: 36)
  }

  /// Tells the operator of a fault of our own, or of a condition that is in the way; gives the reference by which they
  /// find it.
  @discardableResult
  func tell(_ fault: any Error) -> String {
    if let refusal = fault as? Refusal, let reference = conditions.report(refusal).condition?.reference {
      return reference
    }
    let reference = String(UInt64.random(in: .min ... .max), radix: 36)
    report(reference, fault)
    return reference
  }
}
