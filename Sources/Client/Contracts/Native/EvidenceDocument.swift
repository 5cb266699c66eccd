public import Basics

/// Whether people found a booth where it should be.
public struct EvidenceDocument: NativeDocument {
  /// When a person or the operator last confirmed that it is there; null if nobody has.
  public var confirmedAt: Timestamp?
  /// The number of people who confirmed it in the last 90 days.
  public var confirmedByCount: Int
  /// The number of people who said in the last 90 days that it is gone, since the operator last decided.
  public var goneCount: Int
  /// Whether it is probably gone, so that the operator should look.
  public var isClosureCandidate: Bool

  enum CodingKeys: String, CodingKey {
    case confirmedAt = "confirmed_at"
    case confirmedByCount = "confirmed_by_count"
    case goneCount = "gone_count"
    case isClosureCandidate = "is_closure_candidate"
  }

  /// Creates a document.
  public init(confirmedAt: Timestamp?, confirmedByCount: Int, goneCount: Int, isClosureCandidate: Bool) {
    (self.confirmedAt, self.confirmedByCount) = (confirmedAt, confirmedByCount)
    (self.goneCount, self.isClosureCandidate) = (goneCount, isClosureCandidate)
  }
}

/// A booth that is probably gone, for operators.
public struct ClosureCandidateDocument: NativeDocument {
  /// The number of the booth.
  public var booth: BoothID
  /// Its name.
  public var name: String
  /// That it still exists: 0 to 1.
  public var probability: Double
  /// When somebody last said that it is gone.
  public var lastGoneAt: Timestamp?
  /// What readers are shown.
  public var evidence: EvidenceDocument

  enum CodingKeys: String, CodingKey {
    case booth, name, probability, evidence
    case lastGoneAt = "last_gone_at"
  }

  /// Creates a document.
  public init(
    booth: BoothID, name: String, probability: Double, lastGoneAt: Timestamp?, evidence: EvidenceDocument
  ) {
    (self.booth, self.name, self.probability) = (booth, name, probability)
    (self.lastGoneAt, self.evidence) = (lastGoneAt, evidence)
  }
}

/// The booths that are probably gone.
public struct ClosureCandidateListDocument: NativeDocument {
  /// The least probable to exist first.
  public var candidates: [ClosureCandidateDocument]

  /// Creates a list.
  public init(candidates: [ClosureCandidateDocument]) { self.candidates = candidates }
}
