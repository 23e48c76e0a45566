import Foundation

/// Pixels that are drawn on, one thing over the other.
///
/// Lengths are parts of the height, whatever the size: x goes from 0 to ``right``, y from 0 at the top to 1.
struct Canvas {
    let width: Int
    let height: Int
    /// Three bytes each, row by row from the top.
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }

    var right: Double { Double(width) / Double(height) }

    /// From one colour at the top to another at `bottom`, and that to the end.
    mutating func shade(from top: Colour, to low: Colour, bottom: Double = 1) {
        for row in 0..<height {
            let share = min(1, (Double(row) + 0.5) / Double(height) / bottom)
            span(row, 0, Double(width), top.mixed(with: low, share), 1)
        }
    }

    mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: Colour) {
        polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], colour)
    }

    mutating func disc(_ x: Double, _ y: Double, _ radius: Double, _ colour: Colour, alpha: Double = 1) {
        ellipse(x, y, radius, radius, colour, alpha: alpha)
    }

    mutating func ellipse(
        _ x: Double, _ y: Double, _ across: Double, _ down: Double, _ colour: Colour, alpha: Double = 1
    ) {
        for row in rows(y - down, y + down) {
            let above = ((Double(row) + 0.5) / Double(height) - y) / down
            guard above * above < 1 else { continue }
            let half = across * (1 - above * above).squareRoot()
            span(row, (x - half) * Double(height), (x + half) * Double(height), colour, alpha)
        }
    }

    /// What lies inside of an odd number of its lines.
    mutating func polygon(_ corners: [(x: Double, y: Double)], _ colour: Colour, alpha: Double = 1) {
        let ys = corners.map(\.y)
        for row in rows(ys.min() ?? 0, ys.max() ?? 0) {
            let y = (Double(row) + 0.5) / Double(height)
            var crossings: [Double] = []
            for (place, from) in corners.enumerated() {
                let to = corners[(place + 1) % corners.count]
                guard (from.y <= y) != (to.y <= y) else { continue }
                crossings.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
            }
            crossings.sort()
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                span(row, crossings[pair] * Double(height), crossings[pair + 1] * Double(height), colour, alpha)
            }
        }
    }

    /// Everything below a line that goes from the left to the right.
    mutating func ground(_ colour: Colour, below line: (Double) -> Double) {
        for column in 0..<width {
            let edge = line((Double(column) + 0.5) / Double(height)) * Double(height)
            let first = max(0, Int(edge.rounded(.down)))
            for row in first..<max(first, height) {
                blend(column, row, colour, min(1, Double(row) + 1 - edge))
            }
        }
    }

    private func rows(_ top: Double, _ bottom: Double) -> Range<Int> {
        let first = max(0, Int((top * Double(height)).rounded(.down)))
        return first..<max(first, min(height, Int((bottom * Double(height)).rounded(.up))))
    }

    /// A part of a row; of the pixels at its ends as much as it covers.
    private mutating func span(_ row: Int, _ from: Double, _ to: Double, _ colour: Colour, _ alpha: Double) {
        let from = max(0, from)
        let to = min(Double(width), to)
        guard from < to else { return }
        for column in Int(from)..<min(width, Int(to.rounded(.up))) {
            let covered = min(to, Double(column + 1)) - max(from, Double(column))
            blend(column, row, colour, covered * alpha)
        }
    }

    private mutating func blend(_ column: Int, _ row: Int, _ colour: Colour, _ share: Double) {
        let place = (row * width + column) * 3
        func mixed(_ old: UInt8, _ new: Double) -> UInt8 { UInt8(Double(old) + (new - Double(old)) * share + 0.5) }
        pixels[place] = mixed(pixels[place], colour.red)
        pixels[place + 1] = mixed(pixels[place + 1], colour.green)
        pixels[place + 2] = mixed(pixels[place + 2], colour.blue)
    }
}
