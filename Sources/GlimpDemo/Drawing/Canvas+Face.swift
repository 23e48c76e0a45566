import Foundation

extension Canvas {
    /// A person, who looks the same in every picture; what is behind them, and their mood, differ.
    mutating func face(_ person: String, _ seed: Seed, _ random: inout SeededRandom) {
        var looks = seed.random(for: "face of \(person)")
        let skin = Colour(looks.one(of: [0xF5D0B0, 0xE8B48C, 0xC98F62, 0x9A6642, 0x6E4630]))
        let hair = Colour(looks.one(of: [0x2B1D16, 0x5A3A22, 0xB5803E, 0xC9532E, 0x8A8A8A, 0x1C1C24]))
        let shirt = Colour(looks.one(of: [0x2F6690, 0xC8553D, 0x3A7D44, 0x8E6BBF, 0xE0A030, 0x444E5C]))
        let (isLong, hasGlasses, hasHat) = (looks.isLikely(0.45), looks.isLikely(0.35), looks.isLikely(0.2))
        let hasBeard = !isLong && looks.isLikely(0.4)
        let (x, y) = (right / 2, 0.45)
        let wall = Colour(random.one(of: [0xBFD7EA, 0xF6E7CB, 0xD8E2DC, 0xF2C6B4, 0xC7CEEA, 0xCDE7BE]))
        shade(from: wall.mixed(with: .white, 0.3), to: wall.mixed(with: .black, 0.12))
        if isLong { ellipse(x, y + 0.12, 0.27, 0.4, hair) }
        ellipse(x, 1.04, 0.38, 0.3, shirt)
        rectangle(x - 0.075, y + 0.16, 0.15, 0.2, skin.mixed(with: .black, 0.12))
        ellipse(x, y + 0.35, 0.1, 0.05, skin.mixed(with: .black, 0.12))
        if !isLong { ellipse(x, y - 0.07, 0.225, 0.25, hair) }
        for side in [-1.0, 1] { disc(x + side * 0.205, y + 0.01, 0.04, skin.mixed(with: .black, 0.06)) }
        if hasBeard {
            ellipse(x, y + 0.08, 0.2, 0.21, hair)
        }
        ellipse(x, y, 0.2, hasBeard ? 0.2 : 0.26, skin)
        // A parting to one side.
        let side = looks.isLikely(0.5) ? 1.0 : -1.0
        polygon(
            [
                (x - 0.19 * side, y - 0.06), (x - 0.17 * side, y - 0.26), (x + 0.13 * side, y - 0.28),
                (x + 0.2 * side, y - 0.08), (x + 0.06 * side, y - 0.17),
            ], hair)
        eyes(x, y, hasGlasses, &random)
        polygon([(x, y - 0.01), (x + 0.022, y + 0.07), (x - 0.02, y + 0.07)], skin.mixed(with: .black, 0.15))
        mouth(x, y + 0.13, skin, hasBeard ? hair : nil, &random)
        if hasHat {
            let felt = shirt.mixed(with: .black, 0.3)
            ellipse(x, y - 0.2, 0.3, 0.045, felt)
            ellipse(x, y - 0.25, 0.19, 0.13, felt.mixed(with: .white, 0.08))
        }
    }

    private mutating func eyes(_ x: Double, _ y: Double, _ hasGlasses: Bool, _ random: inout SeededRandom) {
        let look = random.between(-0.008, 0.008)
        let isWinking = random.isLikely(0.12)
        for side in [-1.0, 1] {
            let eye = x + side * 0.085
            if isWinking, side > 0 {
                ellipse(eye, y - 0.02, 0.035, 0.006, Colour(0x3A2A22))
            } else {
                ellipse(eye, y - 0.02, 0.034, 0.024, .white)
                disc(eye + look, y - 0.02, 0.017, Colour(0x3A2A22))
                disc(eye + look + 0.006, y - 0.027, 0.005, .white)
            }
            if hasGlasses {
                for angle in stride(from: 0.0, to: 6.28, by: 0.08) {
                    disc(eye + 0.06 * cos(angle), y - 0.02 + 0.05 * sin(angle), 0.005, Colour(0x2B2B33))
                }
            }
        }
        if hasGlasses { rectangle(x - 0.026, y - 0.028, 0.052, 0.009, Colour(0x2B2B33)) }
    }

    private mutating func mouth(
        _ x: Double, _ y: Double, _ skin: Colour, _ beard: Colour?, _ random: inout SeededRandom
    ) {
        let (width, depth) = (random.between(0.05, 0.08), random.between(0.02, 0.045))
        ellipse(x, y, width, depth, Colour(0x8E2F36))
        ellipse(x, y - depth * 0.1, width * 0.8, depth * 0.4, .white)
        // What is above the lower half makes it a smile.
        ellipse(x, y - depth * 0.75, width * 1.15, depth * 0.75, skin)
    }
}
