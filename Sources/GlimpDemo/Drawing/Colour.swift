/// Red, green and blue in sRGB, 0 to 255.
struct Colour: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double

    /// `0xRRGGBB`.
    init(_ code: Int) {
        red = Double(code >> 16 & 0xFF)
        green = Double(code >> 8 & 0xFF)
        blue = Double(code & 0xFF)
    }

    /// This with as much of another in it: 0 nothing, 1 all.
    func mixed(with other: Colour, _ share: Double) -> Colour {
        var colour = self
        colour.red += (other.red - red) * share
        colour.green += (other.green - green) * share
        colour.blue += (other.blue - blue) * share
        return colour
    }

    static let white = Colour(0xFFFFFF)
    static let black = Colour(0x000000)
}
