/// The passwords of at least eight characters among the 10,000 most common ones. Shorter ones fail the length check.
///
/// Data: the frequency list `passwords` of zxcvbn (https://github.com/dwolfhub/zxcvbn-python, MIT licence), which was
/// counted in published leaks.
enum CommonPasswords {
  static let all = Set(
    String(decoding: PackageResources.common_passwords_txt, as: UTF8.self).split(whereSeparator: \.isNewline))
}
