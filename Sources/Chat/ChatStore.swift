import Basics

/// Where workspaces, channels and messages are kept. Each change is one transaction that is on the disk when it returns.
public protocol ChatStore: Sendable {}
