import Foundation
import Synchronization

/// A photo that is another one each time, so that each is kept: what follows the end of a JPEG belongs to nobody.
final class DifferentPhotos: Sendable {
    private let photo: Data
    private let count = Atomic<UInt64>(0)

    init(_ photo: Data) { self.photo = photo }

    func next() -> Data {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return photo + withUnsafeBytes(of: number) { Data($0) }
    }
}
