import JSON

/// The outcome of a check of `fourcuts doctor` or `fourcuts check`.
struct DoctorFinding: Sendable, Equatable {
  enum Level: String, Sendable { case ok, warn, fail }

  let subject: String
  let level: Level
  let message: String

  static func ok(_ subject: String, _ message: String) -> DoctorFinding {
    DoctorFinding(subject: subject, level: .ok, message: message)
  }

  static func warn(_ subject: String, _ message: String) -> DoctorFinding {
    DoctorFinding(subject: subject, level: .warn, message: message)
  }

  static func fail(_ subject: String, _ message: String) -> DoctorFinding {
    DoctorFinding(subject: subject, level: .fail, message: message)
  }

  var json: JSONValue {
    .object(["subject": .string(subject), "level": .string(level.rawValue), "message": .string(message)])
  }
}
