import Basics

/// An installation as of one moment, to be backed up.
package protocol BackupSource: Sendable {
  var origin: BackupManifest.Origin { get }
  /// The log that continues the backup; nil if none is shipped.
  var log: BackupManifest.Log? { get }
  /// Databases and secrets.
  var files: [any BackedUpFile] { get }
  func photoCount() async throws -> Int
  /// The photos behind one, by name; nil: the first ones. Empty at the end.
  func photos(after name: String?) async throws -> [BackedUpPhoto]
  /// The bytes of a photo file; nil when there are none.
  func photo(_ key: String) async throws -> [UInt8]?
  /// Whether the installation still records a photo now.
  func isRecorded(_ name: String) async throws -> Bool
}

extension BackupSource {
  package var log: BackupManifest.Log? { nil }
}

/// A file whose content does not change.
package protocol BackedUpFile: Sendable {
  /// Its name in a data folder.
  var name: String { get }
  /// So many bytes from an offset; fewer only at the end of the file.
  func bytes(at offset: Int, count: Int) async throws -> [UInt8]
}

/// A photo with its smaller forms.
package struct BackedUpPhoto: Sendable {
  package struct Form: Sendable {
    package let key: String
    /// Size and SHA-256 (64 hexadecimal digits) as recorded; nil if nothing is, and then it may be absent.
    package let recorded: (size: Int, hash: String)?

    package init(key: String, recorded: (size: Int, hash: String)?) {
      (self.key, self.recorded) = (key, recorded)
    }
  }

  package let name: String
  package let forms: [Form]

  package init(name: String, forms: [Form]) {
    (self.name, self.forms) = (name, forms)
  }
}

package protocol RestoreDestination: Sendable {
  /// Appends bytes to a database or secret, which the first call makes.
  func append(_ bytes: [UInt8], to file: String) async throws
  /// Writes what was committed into a database that was appended as a whole.
  func replay(_ part: LogPart) async throws
  func store(_ bytes: [UInt8], photo key: String) async throws
}
