import CImages

/// The version of libvips, which is loaded for that; nil if it cannot be.
package func loadedVipsVersion() -> String? {
  ImageLibrary.isReady ? String(cString: cimages_version()) : nil
}

/// Why images cannot be processed on this machine, in the words of the loader; nil: they can. Loads libvips.
package func imageLibraryFault() -> String? { ImageLibrary.fault }
