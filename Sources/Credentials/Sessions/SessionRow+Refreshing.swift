import FoundationEssentials

/// What to do with a refresh token that names this session. Pure.
enum RefreshDecision: Equatable {
    /// The tokens of now are replaced by new ones.
    case rotate
    /// The answer to the last refresh is given again, word for word.
    case repeatLast
    /// The tokens of the last refresh reached nobody: they are replaced, and the same token may be shown again.
    case rotateAgain
    /// A token that was replaced, and whose replacement is in use, came back: two parties have had it.
    case stolen
    case expired
    case revoked
}

extension SessionRow {
    /// - Parameters:
    ///   - hash: of the whole refresh token, whose first bytes are this session's.
    ///   - grace: see ``CredentialsOptions/refreshGrace``.
    func decision(on hash: [UInt8], at now: Date, grace: Duration) -> RefreshDecision {
        if revoked != nil { return .revoked }
        if now >= refreshExpires { return .expired }
        if isEqualInConstantTime(hash, refreshHash) { return .rotate }
        guard isEqualInConstantTime(hash, previousRefreshHash) else { return .stolen }
        if abs(now.timeIntervalSince(refreshed)) <= grace.seconds { return .repeatLast }
        return isConfirmed ? .stolen : .rotateAgain
    }
}
