import Foundation

/// The light of a time of day.
struct Light {
    let high: Colour
    let low: Colour
    let sun: Colour
    let far: Colour
    let near: Colour
    let sea: Colour
    let isNight: Bool

    static let times = [
        Light(0x6C7FB0, 0xF7C9A3, 0xFFE9B8, 0x8D86A8, 0x5D7A5E, 0x6D86A6),
        Light(0x4A9BE0, 0xD3ECF8, 0xFFF7D0, 0x8FB7B0, 0x5C9A4F, 0x2F7FB0),
        Light(0x8FB3C9, 0xE6EBEA, 0xFFFFFF, 0x9DB0AE, 0x6E9160, 0x6A93A0),
        Light(0x4B3B73, 0xF58A4B, 0xFFD27A, 0x6A4A6E, 0x3E4B45, 0x7A5A78),
        Light(0x0C1430, 0x2C3E6B, 0xF2F0DC, 0x1E2A4A, 0x16241F, 0x14234A, isNight: true),
    ]

    private init(
        _ high: Int, _ low: Int, _ sun: Int, _ far: Int, _ near: Int, _ sea: Int, isNight: Bool = false
    ) {
        (self.high, self.low, self.sun) = (Colour(high), Colour(low), Colour(sun))
        (self.far, self.near, self.sea) = (Colour(far), Colour(near), Colour(sea))
        self.isNight = isNight
    }

    /// A thing's colour in it.
    func on(_ colour: Colour) -> Colour { isNight ? colour.mixed(with: Colour(0x101830), 0.6) : colour }
}

extension Canvas {
    /// The sky, with its sun or moon, its stars or clouds.
    mutating func sky(_ random: inout SeededRandom, horizon: Double) -> Light {
        let light = random.one(of: Light.times)
        shade(from: light.high, to: light.low, bottom: horizon)
        if light.isNight {
            for _ in 0..<random.whole(40...90) {
                let (x, y) = (random.between(0, right), random.between(0, horizon * 0.9))
                disc(x, y, random.between(0.001, 0.003), .white, alpha: random.between(0.4, 1))
            }
        }
        let (x, y) = (random.between(0.15, right - 0.15), random.between(0.1, horizon * 0.75))
        for ring in stride(from: 4.0, through: 1.5, by: -0.5) { disc(x, y, 0.05 * ring, light.sun, alpha: 0.07) }
        disc(x, y, 0.05, light.sun)
        // A moon has a shadow.
        if light.isNight { disc(x + 0.022, y - 0.012, 0.044, light.high.mixed(with: light.low, y / horizon)) }
        for _ in 0..<(light.isNight ? 1 : random.whole(1...4)) { cloud(&random, light, horizon) }
        return light
    }

    private mutating func cloud(_ random: inout SeededRandom, _ light: Light, _ horizon: Double) {
        let (x, y) = (random.between(0, right), random.between(0.06, horizon * 0.6))
        let size = random.between(0.03, 0.07)
        let colour = light.on(Colour.white.mixed(with: light.low, 0.25))
        for _ in 0..<6 {
            ellipse(
                x + random.between(-2.2, 2.2) * size, y + random.between(-0.4, 0.4) * size,
                size * random.between(1, 1.8), size * random.between(0.5, 0.8), colour, alpha: 0.55)
        }
    }

    /// A line of hills, the lower the rougher.
    mutating func ridge(_ random: inout SeededRandom, at level: Double, height: Double, _ colour: Colour) {
        let waves = (0..<4).map { number in
            (random.between(1, 2.5) * Double(number + 1) * 2, random.between(0, 6.28), height / Double(number + 1))
        }
        ground(colour) { x in
            level - waves.reduce(0) { $0 + $1.2 * 0.5 * (1 + sin($1.0 * x + $1.1)) } * 0.5
        }
    }

    /// Water down to the bottom, with what glitters on it.
    mutating func sea(_ random: inout SeededRandom, from level: Double, _ light: Light) {
        let deep = light.sea.mixed(with: .black, 0.25)
        for step in 0..<12 {
            let share = Double(step) / 12
            rectangle(
                0, level + (1 - level) * share, right, (1 - level) / 11, light.sea.mixed(with: deep, share))
        }
        for _ in 0..<70 {
            let y = random.between(level + 0.01, 1)
            let length = random.between(0.02, 0.09) * (y - level + 0.25)
            let x = random.between(-0.1, right)
            ellipse(x, y, length, 0.0025, light.low, alpha: random.between(0.15, 0.5))
        }
    }

    mutating func tree(_ x: Double, _ y: Double, _ size: Double, _ random: inout SeededRandom, _ light: Light) {
        rectangle(x - size * 0.06, y - size * 0.5, size * 0.12, size * 0.5, light.on(Colour(0x6B4A32)))
        let green = light.near.mixed(with: Colour(random.one(of: [0x2F6B3A, 0x4E8B3C, 0x8A9A3B, 0xC07A35])), 0.55)
        for _ in 0..<5 {
            disc(
                x + random.between(-0.2, 0.2) * size, y - size * random.between(0.55, 0.9),
                size * random.between(0.18, 0.3), green.mixed(with: .white, random.between(0, 0.12)))
        }
    }
}
