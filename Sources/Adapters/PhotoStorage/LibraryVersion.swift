import Images

/// The version of the image library that is loaded.
package func vipsVersion() -> String { loadedVipsVersion() }
