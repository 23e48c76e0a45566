import Foundation

extension Canvas {
    /// Boats before the hills on the other side.
    mutating func harbour(_ random: inout SeededRandom) {
        let level = random.between(0.5, 0.62)
        let light = sky(&random, horizon: level)
        ridge(&random, at: level, height: 0.18, light.far)
        row(&random, ground: level + 0.005, size: 0.09, light)
        sea(&random, from: level, light)
        for number in 0..<random.whole(2...4) {
            let y = random.between(level + 0.08, 0.92)
            boat(random.between(0.1, right - 0.1), y, 0.1 + (y - level) * 0.45, &random, light, sails: number > 0)
        }
    }

    private mutating func boat(
        _ x: Double, _ y: Double, _ size: Double, _ random: inout SeededRandom, _ light: Light, sails: Bool
    ) {
        let hull = light.on(Colour(random.one(of: [0xB23A3A, 0x2F5D8C, 0xF2EFE6, 0x2E6B4F, 0xD9A13B])))
        ellipse(x, y + size * 0.2, size * 0.6, size * 0.04, .black, alpha: 0.2)
        polygon(
            [
                (x - size * 0.55, y), (x + size * 0.6, y), (x + size * 0.4, y + size * 0.2),
                (x - size * 0.4, y + size * 0.2),
            ], hull)
        rectangle(x - size * 0.012, y - size, size * 0.024, size, light.on(Colour(0x5A4632)))
        guard sails else {
            return rectangle(x - size * 0.3, y - size * 0.22, size * 0.4, size * 0.22, light.on(Colour(0xF5F1E4)))
        }
        let cloth = light.on(Colour(random.one(of: [0xFFFFFF, 0xF3E3C0, 0xE07A5F])))
        polygon(
            [(x + size * 0.03, y - size), (x + size * 0.5, y - size * 0.1), (x + size * 0.03, y - size * 0.1)], cloth)
        polygon(
            [(x - size * 0.03, y - size * 0.9), (x - size * 0.4, y - size * 0.1), (x - size * 0.03, y - size * 0.1)],
            cloth.mixed(with: .black, 0.1))
    }

    mutating func lighthouse(_ random: inout SeededRandom) {
        let level = random.between(0.6, 0.7)
        let light = sky(&random, horizon: level)
        sea(&random, from: level, light)
        let x = random.between(0.3, right - 0.3)
        let top = level - random.between(0.38, 0.48)
        if light.isNight {
            let beam = Colour(0xFFF3B0)
            polygon([(x, top + 0.02), (x + 1.5, top - 0.12), (x + 1.5, top + 0.1)], beam, alpha: 0.3)
            polygon([(x, top + 0.02), (x - 1.5, top - 0.1), (x - 1.5, top + 0.12)], beam, alpha: 0.3)
        }
        ellipse(x, level + 0.05, 0.28, 0.09, light.on(Colour(0x6E6A64)))
        ellipse(x + 0.06, level + 0.03, 0.16, 0.07, light.on(Colour(0x837E76)))
        let stripe = light.on(Colour(random.one(of: [0xC8402F, 0x2B4F81, 0x333333])))
        for part in 0..<5 {
            let (high, low) = (Double(part) / 5, Double(part + 1) / 5)
            func half(_ share: Double) -> Double { 0.035 + 0.025 * share }
            func y(_ share: Double) -> Double { top + 0.06 + (level - top) * share }
            polygon(
                [
                    (x - half(high), y(high)), (x + half(high), y(high)), (x + half(low), y(low)),
                    (x - half(low), y(low)),
                ],
                part.isMultiple(of: 2) ? stripe : light.on(Colour(0xF4F1EA)))
        }
        rectangle(x - 0.03, top, 0.06, 0.06, Colour(0xFFE28A))
        polygon([(x - 0.045, top), (x + 0.045, top), (x, top - 0.05)], stripe)
    }

    mutating func hills(_ random: inout SeededRandom) {
        let light = sky(&random, horizon: 0.6)
        for step in 0..<4 {
            let share = Double(step) / 3
            ridge(
                &random, at: 0.55 + 0.13 * Double(step), height: 0.26 - 0.05 * Double(step),
                light.far.mixed(with: light.near, share))
        }
        for _ in 0..<random.whole(3...7) {
            let y = random.between(0.86, 0.98)
            tree(random.between(0.05, right - 0.05), y, random.between(0.12, 0.2), &random, light)
        }
    }

    mutating func meadow(_ random: inout SeededRandom) {
        let light = sky(&random, horizon: 0.55)
        ridge(&random, at: 0.58, height: 0.12, light.far)
        tree(random.between(0.15, right - 0.15), 0.66, random.between(0.3, 0.42), &random, light)
        ridge(&random, at: 0.68, height: 0.05, light.near)
        let colours = [0xE5484D, 0xF2C14E, 0xFFFFFF, 0xA77BCA, 0xF48FB1]
        for number in 0..<90 {
            let y = 0.7 + 0.3 * Double(number) / 90
            let (x, size) = (random.between(0, right), 0.004 + (y - 0.65) * 0.03)
            rectangle(x - size * 0.15, y, size * 0.3, size * 3, light.near.mixed(with: .black, 0.25))
            disc(x, y, size, light.on(Colour(random.one(of: colours))))
        }
    }

    mutating func street(_ random: inout SeededRandom) {
        let light = sky(&random, horizon: 0.7)
        ridge(&random, at: 0.6, height: 0.2, light.far)
        row(&random, ground: 0.72, size: 0.3, light)
        rectangle(0, 0.72, right, 0.28, light.on(Colour(0x9A948A)))
        for step in 0..<8 {
            let y = 0.74 + 0.035 * Double(step) * (1 + Double(step) / 12)
            rectangle(0, y, right, 0.003, light.on(Colour(0x857F75)))
        }
        tree(random.between(0.1, right - 0.1), 0.8, 0.32, &random, light)
    }

    /// Houses beside each other.
    private mutating func row(_ random: inout SeededRandom, ground: Double, size: Double, _ light: Light) {
        let walls = [0xE9C46A, 0xE07A5F, 0xF4F1DE, 0x81B29A, 0x7FA6C9, 0xD98E73, 0xC9ADA7]
        var x = random.between(-0.4, 0) * size
        while x < right {
            let width = size * random.between(0.55, 0.85)
            let high = size * random.between(0.7, 1.25)
            house(x, ground, width, high, light.on(Colour(random.one(of: walls))), &random, light)
            x += width * (random.isLikely(0.8) ? 1 : 1.5)
        }
    }

    private mutating func house(
        _ x: Double, _ ground: Double, _ width: Double, _ high: Double, _ wall: Colour,
        _ random: inout SeededRandom, _ light: Light
    ) {
        let top = ground - high
        rectangle(x, top, width, high, wall)
        let roof = light.on(Colour(random.one(of: [0x8C3B2E, 0x5B4A42, 0x4A5A6A])))
        polygon([(x - width * 0.06, top), (x + width * 1.06, top), (x + width / 2, top - width * 0.5)], roof)
        let glass = light.isNight ? Colour(0xFFD97A) : Colour(0x5C7A8A)
        let pane = width * 0.16
        for level in 0..<max(1, Int(high / (pane * 2.2)) - 1) {
            for column in 0..<2 {
                let isLit = !light.isNight || random.isLikely(0.7)
                rectangle(
                    x + width * (0.2 + 0.44 * Double(column)), top + pane * (0.6 + 2 * Double(level)), pane,
                    pane * 1.3, isLit ? glass : wall.mixed(with: .black, 0.4))
            }
        }
        rectangle(x + width * 0.42, ground - pane * 1.7, pane, pane * 1.7, wall.mixed(with: .black, 0.5))
    }
}
