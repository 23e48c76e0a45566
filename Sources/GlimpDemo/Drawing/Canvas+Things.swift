import Foundation

extension Canvas {
    private mutating func table(_ random: inout SeededRandom) {
        let wall = Colour(random.one(of: [0xE8DCC8, 0xCFE0D8, 0xF0D6C8, 0xD5DCEC]))
        shade(from: wall, to: wall.mixed(with: .black, 0.1), bottom: 0.6)
        let wood = Colour(random.one(of: [0xA9713F, 0x8A5A34, 0xC79A63, 0x6E4A34]))
        rectangle(0, 0.58, right, 0.42, wood)
        for step in 1..<5 {
            rectangle(0, 0.58 + 0.1 * Double(step), right, 0.004, wood.mixed(with: .black, 0.2))
        }
    }

    mutating func coffee(_ random: inout SeededRandom) {
        table(&random)
        let cup = Colour(random.one(of: [0xFFFFFF, 0x3D6C8C, 0xD1495B, 0x66A182, 0xEDAE49]))
        let (x, y) = (right / 2 + random.between(-0.12, 0.12), random.between(0.62, 0.68))
        ellipse(x, y + 0.14, 0.28, 0.07, .black, alpha: 0.18)
        ellipse(x, y + 0.12, 0.27, 0.065, Colour(0xF7F4EE))
        for angle in stride(from: -1.4, to: 1.4, by: 0.03) {
            disc(x + 0.16 + 0.07 * cos(angle), y - 0.02 + 0.07 * sin(angle), 0.016, cup.mixed(with: .black, 0.12))
        }
        polygon([(x - 0.17, y - 0.15), (x + 0.17, y - 0.15), (x + 0.12, y + 0.11), (x - 0.12, y + 0.11)], cup)
        ellipse(x, y + 0.11, 0.12, 0.03, cup)
        ellipse(x, y - 0.15, 0.17, 0.045, cup.mixed(with: .white, 0.4))
        ellipse(x, y - 0.145, 0.15, 0.036, Colour(0x4B2E1E))
        // What is drawn into the foam: a heart.
        for side in [-1.0, 1] { ellipse(x + side * 0.03, y - 0.152, 0.034, 0.013, Colour(0xE9D2B4)) }
        polygon([(x - 0.06, y - 0.15), (x + 0.06, y - 0.15), (x, y - 0.122)], Colour(0xE9D2B4))
        for wisp in 0..<3 {
            for step in 0..<40 {
                let up = Double(step) / 40
                disc(
                    x - 0.06 + 0.06 * Double(wisp) + 0.02 * sin(up * 8 + Double(wisp)), y - 0.22 - 0.25 * up, 0.012,
                    .white, alpha: 0.16 * (1 - up))
            }
        }
    }

    mutating func cake(_ random: inout SeededRandom) {
        table(&random)
        let (x, y) = (right / 2, 0.7)
        let icing = Colour(random.one(of: [0xF7B7C5, 0xFFF3E0, 0x8B5E3C, 0xB8E0D2]))
        ellipse(x, y + 0.1, 0.36, 0.08, Colour(0xF7F4EE))
        rectangle(x - 0.26, y - 0.16, 0.52, 0.24, Colour(0xD9A066))
        ellipse(x, y + 0.08, 0.26, 0.055, Colour(0xD9A066))
        rectangle(x - 0.26, y - 0.06, 0.52, 0.03, Colour(0xC8323C))
        ellipse(x, y - 0.16, 0.26, 0.06, icing)
        for drop in 0..<9 {
            ellipse(x - 0.24 + 0.06 * Double(drop), y - 0.15, 0.032, random.between(0.05, 0.1), icing)
        }
        let candles = random.whole(1...5)
        for number in 0..<candles {
            let place = x + 0.09 * (Double(number) - Double(candles - 1) / 2)
            rectangle(place - 0.009, y - 0.3, 0.018, 0.14, Colour(random.one(of: [0x4A90D9, 0xE0564F, 0x6ABF69])))
            disc(place, y - 0.33, 0.05, Colour(0xFFE08A), alpha: 0.25)
            ellipse(place, y - 0.325, 0.011, 0.026, Colour(0xFFB52E))
        }
    }

    mutating func dog(_ random: inout SeededRandom) {
        shade(from: Colour(random.one(of: [0xBFE3F5, 0xFCE3C5, 0xD9EAD3])), to: Colour(0xF4F7F2), bottom: 0.7)
        rectangle(0, 0.78, right, 0.22, Colour(0x7DAF5B))
        let fur = Colour(random.one(of: [0xB5793B, 0x5C4332, 0xE6D3B3, 0x3A3A3E, 0xD9A25F]))
        let dark = fur.mixed(with: .black, 0.35)
        let (x, y) = (right / 2, 0.45)
        ellipse(x, 0.95, 0.27, 0.3, fur)
        ellipse(x, 0.97, 0.13, 0.22, fur.mixed(with: .white, 0.55))
        ellipse(x, y, 0.23, 0.22, fur)
        for side in [-1.0, 1] { ellipse(x + side * 0.23, y + 0.02, 0.08, random.between(0.14, 0.2), dark) }
        if random.isLikely(0.5) { ellipse(x + 0.09, y - 0.04, 0.075, 0.085, fur.mixed(with: .white, 0.6)) }
        ellipse(x, y + 0.1, 0.13, 0.1, fur.mixed(with: .white, 0.5))
        for side in [-1.0, 1] {
            disc(x + side * 0.09, y - 0.04, 0.03, Colour(0x1F1713))
            disc(x + side * 0.09 + 0.01, y - 0.052, 0.009, .white)
        }
        if random.isLikely(0.7) { ellipse(x, y + 0.2, 0.04, 0.07, Colour(0xE5707E)) }
        ellipse(x, y + 0.15, 0.07, 0.014, dark)
        ellipse(x, y + 0.06, 0.045, 0.032, Colour(0x1F1713))
        rectangle(x - 0.14, y + 0.235, 0.28, 0.03, Colour(random.one(of: [0xC8323C, 0x2F6690, 0x3A7D44])))
    }

    mutating func kite(_ random: inout SeededRandom) {
        let light = sky(&random, horizon: 0.85)
        ridge(&random, at: 0.92, height: 0.08, light.near)
        let (x, y, size) = (right * random.between(0.35, 0.65), random.between(0.28, 0.42), random.between(0.13, 0.2))
        let colours = [0xE5484D, 0xF2C14E, 0x3E8EDE, 0x58B368].map { Colour($0) }
        let first = random.whole(0...3)
        let corners = [(0.0, -1.2), (0.8, 0), (0, 1.6), (-0.8, 0)]
        for side in 0..<4 {
            let (from, to) = (corners[side], corners[(side + 1) % 4])
            polygon(
                [(x, y), (x + from.0 * size, y + from.1 * size), (x + to.0 * size, y + to.1 * size)],
                colours[(first + side) % 4])
        }
        for step in 0..<140 {
            let down = Double(step) / 140
            let swing = x - 0.25 * down + 0.03 * sin(down * 14)
            disc(swing, y + 1.6 * size + down * 0.6, 0.0035, .white)
            if step % 24 == 12 { disc(swing, y + 1.6 * size + down * 0.6, 0.014, colours[step / 24 % 4]) }
        }
    }
}
