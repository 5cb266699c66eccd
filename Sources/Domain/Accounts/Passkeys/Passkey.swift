package import Basics
import WebAuthn

/// A passkey of an account, as it is stored.
package struct Passkey: Hashable, Sendable {
  /// How many an account may have.
  package static let maxCount = 20
  /// In characters.
  package static let maxNameLength = 50

  package let id: PasskeyID
  package let account: AccountID
  /// The identifier that its authenticator chose: 1 to 1,023 bytes.
  package let credential: [UInt8]
  /// The public key (COSE).
  package let key: [UInt8]
  /// The number of its algorithm (COSE).
  package let algorithm: Int
  /// The authenticator's count of signatures at the last use; 0 if it does not count.
  package let signCount: UInt32
  /// Whether its owner may have it on several devices.
  package let isBackupEligible: Bool
  /// Whether it was on several devices, or backed up, at the last use.
  package let isBackedUp: Bool
  /// 1 to 50 characters.
  package let name: String
  package let createdAt: Timestamp
  /// The last login or operator session; nil: none.
  package let usedAt: Timestamp?
  /// Whether it opens operator sessions in place of a code.
  package let isSecondFactor: Bool

  package init(
    id: PasskeyID, account: AccountID, credential: [UInt8], key: [UInt8], algorithm: Int, signCount: UInt32,
    isBackupEligible: Bool, isBackedUp: Bool, name: String, createdAt: Timestamp, usedAt: Timestamp? = nil,
    isSecondFactor: Bool = false
  ) {
    (self.id, self.account, self.credential, self.key) = (id, account, credential, key)
    (self.algorithm, self.signCount) = (algorithm, signCount)
    (self.isBackupEligible, self.isBackedUp) = (isBackupEligible, isBackedUp)
    (self.name, self.createdAt, self.usedAt, self.isSecondFactor) = (name, createdAt, usedAt, isSecondFactor)
  }

  var state: PasskeyState {
    PasskeyState(signCount: signCount, isBackupEligible: isBackupEligible, isBackedUp: isBackedUp)
  }
}

/// What a browser needs to make a passkey.
package struct PasskeyCreation: Hashable, Sendable {
  package let challenge: [UInt8]
  /// Stands for the account on the authenticator: 24 bytes.
  package let userHandle: [UInt8]
  /// What the authenticator shows: the e-mail address, or the nickname if there is none.
  package let userName: String
  package let displayName: String
  /// Authenticators that have one of these make no other one.
  package let excluded: [[UInt8]]
}

/// What a browser needs to use a passkey.
package struct PasskeyRequest: Hashable, Sendable {
  package let challenge: [UInt8]
  /// The passkeys of which one is to be used; empty: any of the site.
  package let allowed: [[UInt8]]
}

/// A browser's answer to `PasskeyCreation`.
package struct PasskeyRegistration: Hashable, Sendable {
  package var clientData: [UInt8]
  package var attestationObject: [UInt8]

  package init(clientData: [UInt8], attestationObject: [UInt8]) {
    (self.clientData, self.attestationObject) = (clientData, attestationObject)
  }
}

/// A browser's answer to `PasskeyRequest`.
package struct PasskeyAssertion: Hashable, Sendable {
  package var credential: [UInt8]
  package var clientData: [UInt8]
  package var authenticatorData: [UInt8]
  package var signature: [UInt8]
  /// The `userHandle` with which the passkey was made; nil if the authenticator does not keep it.
  package var userHandle: [UInt8]?

  package init(
    credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
  ) {
    (self.credential, self.clientData, self.authenticatorData) = (credential, clientData, authenticatorData)
    (self.signature, self.userHandle) = (signature, userHandle)
  }
}
