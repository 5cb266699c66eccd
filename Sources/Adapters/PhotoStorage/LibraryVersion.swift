import Images

/// The version of the image library, which is loaded for that; nil where it cannot be.
package func vipsVersion() -> String? { loadedVipsVersion() }

/// Why photos cannot be processed on this machine, in the words of the loader; nil: they can.
package func photoLibraryFault() -> String? { imageLibraryFault() }
