import Glibc
import GlimpDomain

/// A point of the unit sphere, and distances on it.
struct SpherePoint: Hashable {
    /// The mean radius of the earth in metres (IUGG: (2a + b) / 3 of WGS 84).
    static let earthRadius = 6_371_008.8

    let x: Double
    let y: Double
    let z: Double

    init(_ x: Double, _ y: Double, _ z: Double) {
        let length = (x * x + y * y + z * z).squareRoot()
        (self.x, self.y, self.z) = (x / length, y / length, z / length)
    }

    init(_ place: Place) {
        let degrees = Double.pi / 180 / 1_000_000
        let latitude = Double(place.latitude) * degrees
        let longitude = Double(place.longitude) * degrees
        (x, y, z) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// Along the great circle, in radians. Exact also for points that are close together or opposite each other, where
    /// the cosine alone is not.
    func angle(to other: SpherePoint) -> Double {
        let (a, b, c) = (y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
        return atan2((a * a + b * b + c * c).squareRoot(), x * other.x + y * other.y + z * other.z)
    }
}
