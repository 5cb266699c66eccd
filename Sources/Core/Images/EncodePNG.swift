/// A PNG file of red, green and blue bytes, row by row.
/// - Precondition: There are three bytes for each pixel.
/// - Throws: `ImageFault.libraryMissing`.
package func encodePNG(_ pixels: [UInt8], width: Int, height: Int) throws(ImageFault) -> [UInt8] {
  guard ImageLibrary.isReady else { throw .libraryMissing }
  defer { ImageLibrary.cleanUp() }
  return try Picture(pixels: pixels, width: width, height: height).convertedToSRGB().encoded(as: .png, quality: 0)
}
