import APIKit
import Accounts
import Basics
import Contracts

extension PersonDocument {
  init(_ person: Person) {
    self.init(id: person.id, nickname: person.nickname, photo: person.photo)
  }
}

extension AccountDocument {
  init(_ profile: Profile) {
    let account = profile.account
    self.init(
      id: account.id, email: account.email?.description, isEmailVerified: account.emailVerifiedAt != nil,
      nickname: account.nickname.description, bio: account.bio, photo: account.photo, createdAt: account.createdAt,
      followerCount: profile.followerCount,
      followingCount: profile.followingCount, postCount: profile.postCount)
  }
}

extension ProfileDocument {
  init(_ profile: Profile) {
    let account = profile.account
    self.init(
      id: account.id, nickname: account.nickname.description, bio: account.bio, photo: account.photo,
      createdAt: account.createdAt, followerCount: profile.followerCount, followingCount: profile.followingCount,
      postCount: profile.postCount, isFollowed: profile.isFollowed)
  }
}

extension IdentityDocument {
  init(_ identity: LinkedIdentity) {
    self.init(
      provider: ProviderValue(rawValue: identity.provider.rawValue), email: identity.email?.description,
      linkedAt: identity.linkedAt)
  }
}

extension TokensDocument {
  init(_ tokens: SessionTokens) {
    self.init(
      accessToken: tokens.access, accessExpiresAt: tokens.accessExpiresAt, refreshToken: tokens.refresh,
      refreshExpiresAt: tokens.refreshExpiresAt)
  }
}

extension DeviceDocument {
  init(_ session: LoginSession, of caller: Caller) {
    self.init(
      id: session.id, name: session.device.description, openedAt: session.openedAt, usedAt: session.usedAt,
      isCurrent: session.id == caller.session)
  }
}
