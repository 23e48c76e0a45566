public import GlimpDomain

extension Place {
    /// The place that two numbers of degrees mean, `52.520008`; beyond the sixth decimal they are rounded.
    /// - Returns: nil for what is no number, and beyond the poles or the 180th meridian.
    public init?(latitude: String, longitude: String) {
        guard let latitude = Place.microdegrees(latitude), let longitude = Place.microdegrees(longitude) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// In degrees.
    public var degrees: (latitude: Double, longitude: Double) {
        (Double(latitude) / 1_000_000, Double(longitude) / 1_000_000)
    }

    private static func microdegrees(_ text: String) -> Int32? {
        // Neither an exponent, nor what else a number of Swift can be.
        guard text.utf8.count <= 32, text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { Int32(exactly: ($0 * 1_000_000).rounded()) }
    }
}
