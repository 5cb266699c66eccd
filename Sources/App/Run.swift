/// Runs the command line and ends the process.
public func runFourcuts() async {}
