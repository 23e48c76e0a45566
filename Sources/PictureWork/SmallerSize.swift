/// What a smaller picture is to measure.
package struct SmallerSize: Hashable, Sendable, CustomStringConvertible {
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// Cut to the size, at the centre; else pressed into it.
    package let crops: Bool

    package init(width: Int, height: Int, crops: Bool) {
        self.width = width
        self.height = height
        self.crops = crops
    }

    /// `320x240`, `75x75-crop`.
    package init?(_ text: String) {
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = words[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard words.count == 1 || words.count == 2 && words[1] == "crop", numbers.count == 2, let width = numbers[0],
            let height = numbers[1], width > 0, height > 0
        else { return nil }
        self.init(width: width, height: height, crops: words.count == 2)
    }

    package var description: String { "\(width)x\(height)\(crops ? "-crop" : "")" }
}
