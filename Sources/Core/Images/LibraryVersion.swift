import CVips

/// The version of libvips that is loaded.
package func loadedVipsVersion() -> String { String(cString: vips_version_string()) }
