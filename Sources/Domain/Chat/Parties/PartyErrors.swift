import Basics

extension DomainError {
  static let partyUnknown = DomainError(.notFound, "party-unknown", "There is no such party, or you may not see it.")
  static let partyNotYours = DomainError(
    .forbidden, "party-not-yours", "You may not do this in the party: ask a member of a higher grade.")
  static let partyNotJoined = DomainError(
    .forbidden, "party-not-joined", "You are not in this party: apply, and wait to be accepted.")
  static let applicationRepeated = DomainError(
    .conflict, "application-repeated", "You are in this party, or have applied to it, already.")
  static let ownApplicationsTooMany = DomainError(
    .conflict, "applications-too-many",
    "You have applied to \(PartyRules.maxApplications) parties that have not answered: withdraw some applications.")
  static let applicantUnknown = DomainError(
    .notFound, "applicant-unknown", "One of these accounts has not applied: leave it out.")
  static let memberOneself = DomainError(
    .invalid, "member-oneself", "You cannot remove yourself: leave the party instead.")
  static let gradeInvalid = DomainError(
    .invalid, "grade-invalid",
    "Grade others as admins or members, or one of them as the master; no account twice, and none as an applicant.")
  static let questUnknown = DomainError(
    .notFound, "quest-unknown", "There is no such quest in the party; it may have been removed.")
  static let questNotYours = DomainError(
    .forbidden, "quest-not-yours", "Only its writer may change a quest, and only they or the master remove it.")
  static let periodReversed = DomainError.invalid(
    "period-reversed", "ends_at", "The end lies before the beginning: give a later one.")
}
