import PhotoStorage

/// Serves as the host of photo decoders, and never returns, if the command line says so: `serve` starts this program
/// so. No command for people, thus in no help text.
package func hostPhotoDecodersIfAsked() {
  if CommandLine.arguments.dropFirst() == [PhotoDecoder.argument] { PhotoDecoder.host() }
}
