/// What a smaller picture is to measure.
package struct SmallerSize: Hashable, Sendable, CustomStringConvertible {
    package let size: PixelSize
    /// Cut to the size, at the centre; else pressed into it.
    package let crops: Bool

    package var width: Int { size.width }
    package var height: Int { size.height }

    package init(_ size: PixelSize, crops: Bool) {
        self.size = size
        self.crops = crops
    }

    /// `320x240`, `75x75-crop`.
    package init?(_ text: String) {
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 1 || words.count == 2 && words[1] == "crop", let size = PixelSize(words[0]) else {
            return nil
        }
        self.init(size, crops: words.count == 2)
    }

    package var description: String { "\(size)\(crops ? "-crop" : "")" }
}
