/// Whoever knows geodesy knows coordinates.
@_exported public import Coordinates
