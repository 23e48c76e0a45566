public import GlimpDomain

extension Place {
    /// The place that two numbers of degrees mean, `52.520008`, as ``init(degreesNorth:east:)`` has them.
    /// - Returns: nil for what is no number, too.
    public init?(latitude: String, longitude: String) {
        guard let latitude = Place.degrees(latitude), let longitude = Place.degrees(longitude) else { return nil }
        self.init(degreesNorth: latitude, east: longitude)
    }

    private static func degrees(_ text: String) -> Double? {
        // Neither an exponent, nor what else a number of Swift can be.
        guard text.utf8.count <= 32, text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text)
    }
}
