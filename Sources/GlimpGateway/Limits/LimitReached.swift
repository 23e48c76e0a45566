/// That somebody has, for now, as much as they may have: nothing was done.
struct LimitReached: Error, Equatable {
    /// Stable, `snake_case`.
    let code: String
    let message: String
    /// How long until it is worth trying again.
    let retryAfter: Duration
}
