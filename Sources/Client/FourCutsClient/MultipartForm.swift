public import Foundation

/// A photo to upload. The server detects the type from its bytes.
public struct PhotoUpload: Hashable, Sendable {
  /// The bytes of a JPEG, PNG, GIF, WebP or HEIC file.
  public var bytes: Data

  /// Creates a photo.
  public init(_ bytes: Data) { self.bytes = bytes }
}

/// A multipart form of files (`multipart/form-data`, RFC 7578).
struct MultipartForm {
  let contentType: String
  let body: Data

  init(_ photos: [PhotoUpload]) {
    // 122 random bits: no photo contains it by chance.
    let boundary = "fourcuts-\(UUID().uuidString)"
    var body = Data()
    for (index, photo) in photos.enumerated() {
      let head = """
        --\(boundary)\r
        Content-Disposition: form-data; name="files"; filename="photo-\(index)"\r
        Content-Type: application/octet-stream\r
        \r\n
        """
      body.append(Data(head.utf8))
      body.append(photo.bytes)
      body.append(Data("\r\n".utf8))
    }
    body.append(Data("--\(boundary)--\r\n".utf8))
    self.body = body
    contentType = "multipart/form-data; boundary=\(boundary)"
  }
}
