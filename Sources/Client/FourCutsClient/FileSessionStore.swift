import Basics
public import Foundation
import JSON

/// Stores a session in a file that only its owner can read. Saves are atomic: a concurrent reader, or one after a
/// crash, sees the old or the new session.
public struct FileSessionStore: SessionStore {
  /// The file's location.
  public let file: URL

  /// Creates a store; the first save creates the directory.
  public init(file: URL) {
    self.file = file
  }

  /// The session in the file; nil without a file.
  public func load() throws(ClientError) -> Session? {
    let content: Data
    do {
      content = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw .storage("The session cannot be read from \(file.path).")
    }
    guard let json = try? JSONReader.value(of: [UInt8](content)), let session = Session(json) else {
      throw .storage("\(file.path) does not hold a valid session; remove it and log in again.")
    }
    return session
  }

  /// Replaces the file.
  public func save(_ session: Session) throws(ClientError) {
    let directory = file.deletingLastPathComponent()
    let draft = directory.appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .storage("The session directory \(directory.path) cannot be created.")
    }
    do throws(FileFault) {
      try replaceFile(file.path, with: session.json.bytes, draft: draft.path)
    } catch {
      throw .storage("The session cannot be written to \(file.path).")
    }
  }

  /// Removes the file.
  public func clear() throws(ClientError) {
    guard unlink(file.path) == 0 || errno == ENOENT else {
      throw .storage("The session cannot be removed from \(file.path).")
    }
  }
}

extension Session {
  fileprivate var json: JSONValue {
    .object([
      "server": .string(server), "account": .string(account), "access_token": .string(accessToken),
      "refresh_token": .string(refreshToken),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let server = json["server"]?.string, let account = json["account"]?.string,
      let access = json["access_token"]?.string, let refresh = json["refresh_token"]?.string
    else { return nil }
    self.init(server: server, account: account, accessToken: access, refreshToken: refresh)
  }
}
