/// What a picture measures, in pixels, at least 1 by 1.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// `320x240`.
    package init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0, height > 0 else {
            return nil
        }
        self.init(width: width, height: height)
    }

    package var description: String { "\(width)x\(height)" }
}
