public import ServiceLifecycle

extension GlimpDirectory {
    /// What keeps read models up and requests expiring for as long as a server runs; wait-outs and stops of read models
    /// are told by their status.
    /// - Parameter alarm: told what keeps requests from expiring, and what is left of erased persons from being removed.
    public func services(alarm: @escaping @Sendable (any Error) -> Void) -> [any Service] {
        projectors + [ExpiryProcess(self, alarm: alarm), ErasingService(log: log, erasing: erasing, alarm: alarm)]
    }
}
