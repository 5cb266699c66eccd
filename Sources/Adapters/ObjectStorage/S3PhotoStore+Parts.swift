import Photos
import WebClient

/// Large objects are sent in parts (S3's multipart upload), so that a failure costs one part; the object appears as a
/// whole when the last part is there.
extension S3PhotoStore {
  /// Stores bytes in parts, one after the other. What is not completed is aborted, since parts are stored, and paid for,
  /// until then.
  func writeInParts(_ bytes: [UInt8], _ variant: StoredVariant, under key: PhotoKey) async throws {
    let upload = try await begin(variant, under: key)
    do {
      var tags: [String] = []
      for start in stride(from: 0, to: bytes.count, by: limits.partBytes) {
        let part = Array(bytes[start..<min(start + limits.partBytes, bytes.count)])
        tags.append(try await send(part, number: tags.count + 1, of: upload, under: key))
      }
      try await complete(tags, of: upload, variant, under: key)
    } catch {
      // The first failure counts. Where this fails too, the bucket's rule for incomplete uploads removes the parts.
      _ = try? await client.send { client.request(.delete, key, query: [("uploadId", upload)]) }
      throw error
    }
  }

  /// - Returns: The identifier of the upload.
  private func begin(_ variant: StoredVariant, under key: PhotoKey) async throws -> String {
    let response = try await client.send {
      client.request(nil, key, query: [("uploads", "")], headers: [Self.metadata(variant)], body: [])
    }
    guard response.status == 200, let upload = text(of: "UploadId", in: response.body) else {
      throw S3Failure(response)
    }
    return upload
  }

  /// - Returns: The part's entity tag.
  private func send(_ part: [UInt8], number: Int, of upload: String, under key: PhotoKey) async throws -> String {
    let hash = StoredVariant(of: part).hash
    let response = try await client.send {
      client.request(
        .put, key, query: [("partNumber", "\(number)"), ("uploadId", upload)], body: part, hash: hash)
    }
    guard response.status == 200, let tag = response[header: "ETag"] else { throw S3Failure(response) }
    return tag
  }

  private func complete(_ tags: [String], of upload: String, _ variant: StoredVariant, under key: PhotoKey) async throws
  {
    let parts = tags.enumerated().map { number, tag in
      "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
    }
    let body = Array("<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>".utf8)
    let hash = StoredVariant(of: body).hash
    let response = try await client.send {
      client.request(nil, key, query: [("uploadId", upload)], body: body, hash: hash)
    }
    // An error may come with status 200, since the answer begins before the parts are joined. Where an answer was lost,
    // the next attempt finds no upload any more. In both cases the object itself decides.
    if response.status == 200, text(of: "Code", in: response.body) == nil { return }
    guard try await stored(key) == variant else { throw S3Failure(response) }
  }
}
