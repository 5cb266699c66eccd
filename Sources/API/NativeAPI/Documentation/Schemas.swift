import APIKit
import Booths
import Contracts
import JSON

/// The named schemas of answers (JSON Schema 2020-12).
extension Schemas {
  static let native = ofBooths + documents.members + ofLogins

  /// The schemas derived from document types, by their names in the OpenAPI document.
  static let documents = DocumentSchemas([
    "Sentence": LocalizedTextDocument.self, "Location": LocationDocument.self, "RegionList": RegionListDocument.self,
    "BrandList": BrandListDocument.self, "SourceList": SourceListDocument.self, "PlaceList": PlaceListDocument.self,
    "Health": HealthDocument.self, "Liveness": LivenessDocument.self,
    "WellKnown": WellKnownDocument.self,
    "Readiness": ReadinessDocument.self,
    "Person": PersonDocument.self, "PersonPage": PageDocument<PersonDocument>.self,
    "PersonList": ListDocument<PersonDocument>.self, "Account": AccountDocument.self,
    "Profile": ProfileDocument.self, "Identity": IdentityDocument.self, "IdentityList": IdentityListDocument.self,
    "Tokens": TokensDocument.self, "Session": SessionDocument.self, "SessionExpiry": SessionExpiryDocument.self,
    "BrowserSession": BrowserSessionDocument.self, "EmailCheck": EmailCheckDocument.self,
    "AddressConfirmation": AddressConfirmationDocument.self,
    "Nickname": NicknameDocument.self,
    "Passkey": PasskeyDocument.self, "PasskeyList": PasskeyListDocument.self,
    "PasskeyCreation": PasskeyCreationDocument.self, "PasskeyRequest": PasskeyRequestDocument.self,
    "PasskeyDescriptor": PasskeyDescriptorDocument.self,
    "Post": PostDocument.self, "PostPage": PageDocument<PostDocument>.self, "PostBooth": PostBoothDocument.self,
    "PhotoSize": PhotoSizeDocument.self,
    "BoothGallery": BoothGalleryDocument.self, "BoothCovers": BoothCoversDocument.self,
    "Correction": CorrectionDocument.self, "QueuedCorrection": QueuedCorrectionDocument.self,
    "QueuedCorrectionPage": PageDocument<QueuedCorrectionDocument>.self,
    "CorrectionDetails": CorrectionDetailsDocument.self,
    "BoothEvidence": EvidenceDocument.self, "ClosureCandidate": ClosureCandidateDocument.self,
    "ClosureCandidateList": ClosureCandidateListDocument.self,
    "Proposal": ProposalDocument.self, "ProposalList": ProposalListDocument.self,
    "ProposalPage": PageDocument<ProposalDocument>.self, "ProposalDetails": ProposalDetailsDocument.self,
    "Operator": OperatorDocument.self, "SecondFactor": SecondFactorDocument.self,
    "RecoveryCodes": RecoveryCodesDocument.self, "OperatorSession": OperatorSessionDocument.self,
    "ReportDetails": ReportDetailsDocument.self, "Queue": QueueDocument.self,
    "ImportRun": ImportRunDocument.self, "ImportRunList": ImportRunListDocument.self,
    "AuditList": AuditListDocument.self, "ManagedAccount": ManagedAccountDocument.self,
    "ManagedAccountList": ManagedAccountListDocument.self, "Announcement": AnnouncementDocument.self,
    "AnnouncementList": AnnouncementListDocument.self, "FruitlessSearchList": FruitlessSearchListDocument.self,
    "OpenState": OpenStateDocument.self, "OpeningDay": OpeningDayDocument.self, "PartyPrice": PartyPriceDocument.self,
    "Comment": CommentDocument.self, "CommentPage": PageDocument<CommentDocument>.self, "Like": LikeDocument.self,
    "Photo": PhotoDocument.self, "PhotoList": PhotoListDocument.self, "Report": ReportDocument.self,
    "Order": OrderDocument.self, "OrderPage": PageDocument<OrderDocument>.self, "Checkout": CheckoutDocument.self,
    "RefundRequest": RefundRequestDocument.self, "Receipt": ReceiptDocument.self,
    "ReceiptRefund": ReceiptRefundDocument.self, "File": FileDocument.self, "FileList": FileListDocument.self,
    "Sale": SaleDocument.self, "SalePage": PageDocument<SaleDocument>.self, "SalesTotal": SalesTotalDocument.self,
    "Workspace": WorkspaceDocument.self, "WorkspaceList": ListDocument<WorkspaceDocument>.self,
    "Member": MemberDocument.self, "MemberList": ListDocument<MemberDocument>.self,
    "Invitation": InvitationDocument.self, "InvitationList": ListDocument<InvitationDocument>.self,
    "Invitee": InviteeDocument.self, "InvitationLink": InvitationLinkDocument.self,
    "Channel": ChannelDocument.self, "ChannelList": ListDocument<ChannelDocument>.self,
    "Consent": ConsentDocument.self, "ConsentList": ListDocument<ConsentDocument>.self,
    "Device": DeviceDocument.self, "DeviceList": ListDocument<DeviceDocument>.self,
    "Notice": NoticeDocument.self, "NoticePage": PageDocument<NoticeDocument>.self,
    "NoticeSettings": NoticeSettingsDocument.self, "Push": PushDocument.self,
    "Unread": UnreadDocument.self, "Message": MessageDocument.self, "MessageList": ListDocument<MessageDocument>.self,
    "Party": PartyDocument.self, "PartyList": ListDocument<PartyDocument>.self, "PartyPage": PartyPageDocument.self,
    "PartyMember": PartyMemberDocument.self, "PartyMemberList": ListDocument<PartyMemberDocument>.self,
    "Quest": QuestDocument.self, "QuestList": ListDocument<QuestDocument>.self,
    "Card": CardDocument.self, "BunchList": BunchListDocument.self, "CardDayList": CardDayListDocument.self,
    "Todo": TodoDocument.self, "TodoList": TodoListDocument.self, "TodoOutcome": TodoOutcomeDocument.self,
    "TodoGroup": TodoGroupDocument.self, "TodoGroupList": TodoGroupListDocument.self,
  ])

  /// Pages of this service get their tokens in cookies.
  private static let ofLogins = JSONValue.members([
    "OpenedSession": .object(["oneOf": [named("Session"), named("BrowserSession")]]),
    "RenewedSession": .object(["oneOf": [named("Tokens"), named("SessionExpiry")]]),
  ])

  /// Schemas written by hand: booths and the import report.
  private static let ofBooths = JSONValue.members([
    "Booth": booth, "BoothProperties": boothProperties, "BoothList": boothList, "BoothPage": boothPage,
    "BoothMap": boothMap, "SearchResults": searchResults, "Feature": feature, "FeatureCollection": featureCollection,
    "ImportReport": importReport,
  ])

  // MARK: Booths

  /// The fields of a booth, in the order in which they are written.
  static let boothFields: KeyValuePairs<String, JSONValue?> = [
    "id": integer, "source": text, "external_id": text, "name": text, "name_en": orNull(text),
    "brand": orNull(text), "brand_en": orNull(text),
    "road_address": orNull(text), "lot_address": orNull(text), "address_en": orNull(text),
    "latitude": number, "longitude": number, "phone": orNull(text), "opening_hours": orNull(text), "tags": list(text),
    "cuts": orNull(integer),
    "shots": orNull(integer), "price": orNull(integer), "even_prints_only": orNull(boolean),
    "capacity": orNull(integer), "last_verified": orNull(instant),
    "posts": text, "country": text, "currency": orNull(text), "time_zone": text,
    "status": enumeration(BoothStatus.allCases.map(\.rawValue)),
    "open": enumeration(OpenState.allCases.map(\.rawValue)),
    "evidence": orNull(named("BoothEvidence")), "open_state": named("OpenState"),
    "week": orNull(list(named("OpeningDay"))),
    "party_prices": list(named("PartyPrice")), "distance_m": number,
  ]

  /// The id of a GeoJSON feature is outside of its properties.
  private static let boothProperties = object(boothFields, optional: Set(boothFields.map(\.key)))
  private static let booth = object(boothFields, optional: Set(boothFields.map(\.key)).subtracting(["id"]))
  private static let boothList = object(
    ["count": integer, "location": named("Location"), "booths": list(named("Booth"))], optional: ["location"])
  private static let boothPage = object(
    ["count": integer, "next": orNull(text), "booths": list(named("Booth"))])
  private static let boothMap = object([
    "count": integer, "total": integer,
    "clusters": list(documents.schema(of: ClusterDocument.self)),
    "booths": list(named("Booth")),
  ])

  private static let searchResults = object([
    "results": list(
      object(
        [
          "kind": enumeration(SearchResult.Kind.allCases.map(\.rawValue)), "name": text, "name_en": text, "area": text,
          "area_en": text, "lines": list(text), "latitude": number, "longitude": number, "bbox": list(number),
          "booth_id": integer, "distance_m": number,
        ], optional: ["name_en", "area", "area_en", "lines", "bbox", "booth_id", "distance_m"])),
    "interpretation": list(
      object(
        [
          "text": text, "kind": enumeration(Interpretation.Meaning.kinds), "name": text,
          "filter": enumeration(BoothWish.filters), "value": integer,
          "suggestion": object(
            ["kind": enumeration(SearchResult.Kind.allCases.map(\.rawValue)), "name": text, "name_en": text],
            optional: ["name_en"]),
        ], optional: ["name", "filter", "value", "suggestion"])),
  ])

  private static let feature = object(
    [
      "type": .object(["const": "Feature"]), "id": integer,
      "geometry": object(["type": .object(["const": "Point"]), "coordinates": list(number)]),
      "properties": named("BoothProperties"), "links": list(named("Link")),
    ], optional: ["links"])
  private static let featureCollection = object(
    [
      "type": .object(["const": "FeatureCollection"]), "count": integer, "location": named("Location"),
      "total": integer, "clusters": list(.object(["type": "object"])), "next": orNull(text),
      "links": list(named("Link")), "timeStamp": instant, "numberMatched": integer,
      "numberReturned": integer, "features": list(named("Feature")),
    ],
    optional: [
      "count", "location", "total", "clusters", "next", "links", "timeStamp", "numberMatched", "numberReturned",
    ])

  // MARK: Imports

  private static let importReport = object([
    "dry_run": boolean, "run": orNull(integer), "source": text, "encoding": text, "crs": text, "decisions": list(text),
    "counts": object([
      "read": integer, "added": integer, "changed": integer, "unchanged": integer, "closed": integer,
      "duplicate": integer, "rejected": integer,
    ]),
    "left_out": integer,
    "changes": list(
      object([
        "kind": enumeration(["added", "changed", "closed"]), "line": integer, "id": integer, "name": text,
        "fields": list(object(["field": text, "before": text, "after": text])),
      ])),
    "duplicates": list(
      object([
        "line": integer, "external_id": text, "name": text, "original": integer,
        "same": enumeration(["identifier", "place"]), "distance_m": number,
      ])),
    "rejected": list(object(["line": integer, "code": text, "reason": text, "fields": list(text)])),
    "rejected_by_code": list(object(["code": text, "count": integer, "first_line": integer])),
    "warnings": list(object(["field": text, "count": integer, "first_line": integer, "example": text])),
  ])
}
