import Testing

@Suite("Skeleton")
struct Skeleton {}
