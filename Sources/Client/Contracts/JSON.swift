/// Documents are written with JSON, so their users need it too.
@_exported public import JSON
