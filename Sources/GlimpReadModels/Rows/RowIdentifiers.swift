import FoundationEssentials
import GlimpDomain
import Projections

// Rows that name something and hold nothing else: the 16 bytes of its id.

extension RowValue where Self: Identifier {
    public init(rowBytes: [UInt8]) throws {
        var reader = KeyReader(RowKey(bytes: rowBytes))
        guard let id = reader.uuid(), reader.isAtEnd else {
            throw ProjectionError(.damaged, "an id has \(rowBytes.count) bytes")
        }
        self.init(rawValue: id)
    }

    public func rowBytes() throws -> [UInt8] { RowKey(rawValue).bytes }
}

extension PhotoID: RowValue {}
extension AlbumID: RowValue {}
