import Crypto

@testable import WebAuthn

/// Passkeys whose keys and signatures Python's `cryptography` made, in the encodings of `python-fido2`.
struct Vector: Sendable {
  static let site = RelyingParty(origin: "https://booths.example")!
  static let challenge = (1...32).map { UInt8($0) }
  static let created = client("webauthn.create")
  static let got = client("webauthn.get")

  let algorithm: PasskeyAlgorithm
  /// Attestation objects, authenticator data and a signature, in Base64url.
  let none: String
  let packed: String
  let authenticatorData: String
  let signature: String

  func bytes(_ path: KeyPath<Vector, String>) -> [UInt8] { Base64URL.decode(self[keyPath: path])! }

  private static func client(_ type: String) -> [UInt8] {
    let challenge = Base64URL.encode(challenge)
    return Array(
      #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"https://booths.example","crossOrigin":false}"#.utf8)
  }
}

let vectors = [
  Vector(
    algorithm: .es256,
    none: """
      o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikimevL7kyxbHp97xg1bW9gPN_TBei5rCxKzUhYOGGPERdAAAABwAAAAAAAAAA\
      AAAAAAAAAAAAIBlAw7dXcFSO0d-xXYWDMiZn1dNoWcSiwa5ArtM9ZudlpQECAyYgASFYIILimGUW2N5x9-ap0ci4NQGR9vPIoRov\
      kWg6TS_2YEXJIlggW-C72_XXboD0fjAsw0dn6fcMoByx6mQ5BpcXWDbm1iw
      """,
    packed: """
      o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZyZjc2lnWEgwRgIhAIwpkDyoR4ontnDdeiuI87jsAD26B822hDAVzpv9S-DhAiEAgwod\
      -8SQfCpOqS9jgCyR65i4tSgdBpFBeLy4A6LqxZFoYXV0aERhdGFYpIpnry-5MsWx6fe8YNW1vYDzf0wXouawsSs1IWDhhjxEXQAA\
      AAcAAAAAAAAAAAAAAAAAAAAAACAZQMO3V3BUjtHfsV2FgzImZ9XTaFnEosGuQK7TPWbnZaUBAgMmIAEhWCCC4phlFtjecffmqdHI\
      uDUBkfbzyKEaL5FoOk0v9mBFySJYIFvgu9v1126A9H4wLMNHZ-n3DKAcsepkOQaXF1g25tYs
      """,
    authenticatorData: """
      imevL7kyxbHp97xg1bW9gPN_TBei5rCxKzUhYOGGPEQdAAAACA
      """,
    signature: """
      MEQCIH4kSb1RtyYRjb4GQSFsaBkQcOde8sYPl_1tFa35Em0gAiA5X19boDJFzalXtaRimynYbCbk6a8A81Ghs8MszTZs_A
      """),
  Vector(
    algorithm: .rs256,
    none: """
      o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVkBZ4pnry-5MsWx6fe8YNW1vYDzf0wXouawsSs1IWDhhjxEXQAAAAcAAAAAAAAA\
      AAAAAAAAAAAAACCZEJw1XyFB6iLWQ_kaZtsmUs01g1e9Cuuk7E65wK4enKQBAwM5AQAgWQEA0Lx5qxpizZJ4qz4KDgcYtA3Gr-F9\
      3hZl0hLgRhyI6FhwzmgZS4kA9fRqGmgCJc2j9ZbEmYolNRC7sK7M06BEzVL6nFR1gqPpv6urpnUL68hAZ9pcpSvwu3RA7-tEtKF7\
      RjOiJeDpC30LhrsrguUVVfL3gFouMKAk5CXR-w4hkb4mv2dX_7cNNoxVjvxtHBWNc9VU3oPr28NkrwoqemO5WFaSjq8DFfm4WbCe\
      B03-Ti88poihahZtv80NibvQdlUub3EH7MPZFJqX_wZbhn58CIgD1jVb7WFm1V_RWly5feJOOHpzp4gfdKsetT96nHXd24Gpxs9v\
      _A-hPnobkM9pVSFDAQAB
      """,
    packed: """
      o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZzkBAGNzaWdZAQCgDYoY5fVV2gfOmNlOgntmPLOblYZMtK2dEVDSUHmGL6fU0QZcbcEZ\
      BIRZ-vj5JY5zAtZ-WefllQ3gVJ4XQ3H-tzn62W9b2GRp1ijZ__5f0IahjoW6JqWhI9W28NtHUTiQuiovD5y3Ox9B_1NaRxQPZDE-\
      HBcLlR17DA_6sloI0PP5l74Ktd1E_trvxtXz31KLk0dKz7l7qAgmCAQKIzxzKbyBSVRFDiCl6i5Ng3w6nKziWs-YxEz36BqUaWqn\
      micVeosDqPKV1uixC4qzK9wJOU2AnABnQ3dszGqR1gR2izEaxBOB1PYxD-u4NPCv9PHhZJYv9uEhiJlIj5zUE5xpaGF1dGhEYXRh\
      WQFnimevL7kyxbHp97xg1bW9gPN_TBei5rCxKzUhYOGGPERdAAAABwAAAAAAAAAAAAAAAAAAAAAAIJkQnDVfIUHqItZD-Rpm2yZS\
      zTWDV70K66TsTrnArh6cpAEDAzkBACBZAQDQvHmrGmLNknirPgoOBxi0Dcav4X3eFmXSEuBGHIjoWHDOaBlLiQD19GoaaAIlzaP1\
      lsSZiiU1ELuwrszToETNUvqcVHWCo-m_q6umdQvryEBn2lylK_C7dEDv60S0oXtGM6Il4OkLfQuGuyuC5RVV8veAWi4woCTkJdH7\
      DiGRvia_Z1f_tw02jFWO_G0cFY1z1VTeg-vbw2SvCip6Y7lYVpKOrwMV-bhZsJ4HTf5OLzymiKFqFm2_zQ2Ju9B2VS5vcQfsw9kU\
      mpf_BluGfnwIiAPWNVvtYWbVX9FaXLl94k44enOniB90qx61P3qcdd3bganGz2_8D6E-ehuQz2lVIUMBAAE
      """,
    authenticatorData: """
      imevL7kyxbHp97xg1bW9gPN_TBei5rCxKzUhYOGGPEQdAAAACA
      """,
    signature: """
      flGmrD6FqGx0-VIkFTBVMNP4JcBxo0nZwhrrPhQDqTah19XVGYQ6JPMFahX7-ci16bDrYitVjJAQi2mWahgG1VCClKcShtghwtSR\
      XiTzkkNTyZRJEtfs0EDUarasYH8Xe_qvXEYOb8Qj0gufwmLq4zKkz_4Y_7thenQJiSChOhlsop1p_fMsC3bxm3yccf4BH0NEUlgA\
      pS9GmAIbJgE8gApqu22eUnm-1Yl0ufz6pA-hgvppnAq3V93qCu9ccBCpGr8S-W_QYqF53OexGKrHcNmdQlMpBMLo6EVDLTHj4f7-\
      z9_IZFZscnIiyaK5R-XimhH8n11jQz-tCh9EvImTGw
      """),
  Vector(
    algorithm: .edDSA,
    none: """
      o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViBimevL7kyxbHp97xg1bW9gPN_TBei5rCxKzUhYOGGPERdAAAABwAAAAAAAAAA\
      AAAAAAAAAAAAILzekY1pJilxHuGC-_zu9KUHzCymWcOQTOPA2rJN9qNOpAEBAycgBiFYIJEX_bXUknQ1Mr_Z2-a6GEoHRoyGdA7C\
      UxN8IHpIx9Oy
      """,
    packed: """
      o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZydjc2lnWEBt4occIm8D2mCMi-4cAkugNMmXiKErnjKGwNVm9riVosUUa-mWTw6ly-sa\
      q8O6JciYyYUsHgSSJ7plOxsOlckIaGF1dGhEYXRhWIGKZ68vuTLFsen3vGDVtb2A839MF6LmsLErNSFg4YY8RF0AAAAHAAAAAAAA\
      AAAAAAAAAAAAAAAgvN6RjWkmKXEe4YL7_O70pQfMLKZZw5BM48Dask32o06kAQEDJyAGIVggkRf9tdSSdDUyv9nb5roYSgdGjIZ0\
      DsJTE3wgekjH07I
      """,
    authenticatorData: """
      imevL7kyxbHp97xg1bW9gPN_TBei5rCxKzUhYOGGPEQdAAAACA
      """,
    signature: """
      9zPmlVjhS1Qdm2U4LjlPCbCX5KXr65FxZ_g9hnFnG3jYOCNnqG52rlpvtnw7prhYK-ba47UD5GmLDTiYEJeIBg
      """),
]
