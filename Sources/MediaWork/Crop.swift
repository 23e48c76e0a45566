/// Which part of a picture is kept. What counts is the picture as it is seen, turned upright.
package enum Crop: Hashable, Sendable, CustomStringConvertible {
    case none
    /// The largest square at its centre.
    case square
    case box(CropBox)

    package init?(_ text: String) {
        switch text {
        case "none": self = .none
        case "square": self = .square
        default:
            guard let box = CropBox(text) else { return nil }
            self = .box(box)
        }
    }

    package var description: String {
        switch self {
        case .none: "none"
        case .square: "square"
        case .box(let box): box.description
        }
    }

    /// The part of a picture of this size; nil: it does not lie within.
    package func box(width: Int, height: Int) -> CropBox?? {
        switch self {
        case .none: return .some(nil)
        case .square:
            let size = min(width, height)
            return Self.unlessWhole(
                CropBox(x: (width - size) / 2, y: (height - size) / 2, size: size), width, height)
        case .box(let box):
            guard box.x + box.size <= width, box.y + box.size <= height else { return nil }
            return Self.unlessWhole(box, width, height)
        }
    }

    private static func unlessWhole(_ box: CropBox, _ width: Int, _ height: Int) -> CropBox?? {
        .some(width == box.size && height == box.size ? nil : box)
    }
}

/// A square within a picture, in pixels.
package struct CropBox: Hashable, Sendable, CustomStringConvertible {
    package let x: Int
    package let y: Int
    /// At least 1.
    package let size: Int

    package init(x: Int, y: Int, size: Int) {
        self.x = x
        self.y = y
        self.size = size
    }

    /// `x,y,size`.
    package init?(_ text: String) {
        let numbers = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map(Self.number)
        guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let size = numbers[2], size > 0 else {
            return nil
        }
        self.init(x: x, y: y, size: size)
    }

    /// Digits and nothing else, few enough for any sum of two.
    private static func number(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    package var description: String { "\(x),\(y),\(size)" }
}
