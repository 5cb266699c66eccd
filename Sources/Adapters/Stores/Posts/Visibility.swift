/// Whose content a viewer sees: everyone's, except if either has blocked the other.
enum Visibility {
  /// The condition that the viewer sees what an account made. Both are columns or parameters; the viewer is null if
  /// nobody is logged in.
  static func shows(_ author: String, to viewer: String) -> String {
    """
    (NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = \(viewer) AND blocked_id = \(author))
    AND NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = \(author) AND blocked_id = \(viewer)))
    """
  }
}
