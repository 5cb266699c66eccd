import APIKit

extension EndpointGroup {
  static let booths = EndpointGroup("Booths")
  static let offline = EndpointGroup("Without a network")
  static let search = EndpointGroup("Search")
  static let location = EndpointGroup("Location")
  static let accounts = EndpointGroup("Accounts")
  static let posts = EndpointGroup("Posts")
  static let photos = EndpointGroup("Photos")
  static let reports = EndpointGroup("Reports")
  static let shop = EndpointGroup("Shop")
  static let chat = EndpointGroup("Chat")
  static let parties = EndpointGroup("Parties")
  static let grapeCard = EndpointGroup("Grape card")
  static let imports = EndpointGroup("Imports")
  static let operators = EndpointGroup("Operators")
  static let service = EndpointGroup("Service")
}
