/// Whoever knows documents knows what they are written in.
@_exported public import JSON
