public import GlimpSchemas
public import Projections
public import SwiftProtobuf

/// A row that is a message of `Schemas/glimp/v1/rows.proto`.
public protocol RowMessage: RowValue, Message {}

extension RowMessage {
    public init(rowBytes: [UInt8]) throws { try self.init(serializedBytes: rowBytes) }

    public func rowBytes() throws -> [UInt8] {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return try serializedBytes(options: options)
    }
}

extension Glimp_V1_Rows_Account: RowMessage {}
extension Glimp_V1_Rows_Owner: RowMessage {}
extension Glimp_V1_Rows_Friend: RowMessage {}
extension Glimp_V1_Rows_Invitation: RowMessage {}
extension Glimp_V1_Rows_Request: RowMessage {}
extension Glimp_V1_Rows_Glimp: RowMessage {}
extension Glimp_V1_Rows_Waiting: RowMessage {}
extension Glimp_V1_Rows_Notification: RowMessage {}
extension Glimp_V1_Rows_NotificationPreferences: RowMessage {}
extension Glimp_V1_Rows_PublicPhoto: RowMessage {}
extension Glimp_V1_Rows_SearchTerms: RowMessage {}
extension Glimp_V1_Rows_NearbyPlace: RowMessage {}
extension Glimp_V1_Rows_Album: RowMessage {}
extension Glimp_V1_Rows_Comment: RowMessage {}
extension Glimp_V1_Rows_CommentPlace: RowMessage {}
