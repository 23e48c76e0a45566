import SwiftProtobuf

/// What is wrong with JSON, in words: SwiftProtobuf names its cases only.
package struct JSONProblem: CustomStringConvertible {
    private let error: any Error

    package init(_ error: any Error) { self.error = error }

    package var description: String {
        guard let error = error as? JSONDecodingError else { return "\(error)" }
        return switch error {
        case .unknownField(let name): "there is no field `\(name)`"
        case .malformedString: "a text was expected, in quotes and well-formed"
        case .malformedNumber, .leadingZero: "a number was expected"
        case .numberRange: "a number is too large, or not whole"
        case .malformedBool: "true or false was expected"
        case .malformedDuration: "a duration is written \"3600s\""
        case .malformedTimestamp: "a time is written as in RFC 3339, \"2026-11-21T09:30:00Z\""
        case .unrecognizedEnumValue: "a value is none of those allowed"
        case .illegalNull: "null is not allowed here"
        case .invalidUTF8: "it is not UTF-8"
        case .truncated: "the JSON ends too early"
        case .trailingGarbage: "something follows the JSON"
        case .messageDepthLimit: "it is nested too deeply"
        case .failure, .malformedMap, .schemaMismatch, .unquotedMapKey: "a JSON object of the right form was expected"
        default: "it does not fit (\(error))"
        }
    }
}
