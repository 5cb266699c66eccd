package import Foundation
package import PhotoStorage

/// Where the package manager builds the programs and the test bundle.
package let builtPrograms: URL = {
  let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
  return (bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
}()

extension PhotoDecoder {
  /// Decodes by the program as it was built: a test bundle cannot be one.
  package static let built = PhotoDecoder(program: builtPrograms.appendingPathComponent("fourcuts").path)
}
