import SwiftProtobuf

extension JSONProblem {
    /// What is wrong with a body, and which field of it: SwiftProtobuf does not tell which.
    /// - Parameters:
    ///   - error: what reading `json` ended with.
    ///   - fields: those that are known.
    ///   - read: reads a body; what it throws is thrown of the field alone, too.
    /// - Returns: says nothing of what the body held.
    static func description(
        of error: any Error, in json: [UInt8], _ fields: [CommandField] = [], read: ([UInt8]) throws -> Void
    ) -> String {
        let whole: Google_Protobuf_Value
        do { whole = try Google_Protobuf_Value(jsonUTF8Bytes: json) } catch { return broken(error) }
        func failure(_ value: Google_Protobuf_Value) -> (any Error)? {
            do {
                try read(value.jsonUTF8Bytes())
                return nil
            } catch { return error }
        }
        guard case .structValue = whole.kind, let found = narrow(whole, path: [], failure, { $0 }) else {
            return JSONProblem(error).description
        }
        return found.description(fields)
    }

    private struct Found {
        let path: [String]
        let error: any Error

        /// `friends[2]`. Whoever sent it chose its words: not all of them are repeated.
        private var name: String { String(path.joined(separator: ".").replacing(".[", with: "[").prefix(100)) }

        func description(_ fields: [CommandField]) -> String {
            if case .unknownField = error as? JSONDecodingError { return "there is no field `\(name)`" }
            guard !path.isEmpty else { return JSONProblem(error).description }
            var field: CommandField?
            var members = fields
            var isItem = false
            for step in path {
                isItem = step.hasPrefix("[")
                if isItem { continue }
                field = members.first { $0.name == step }
                members = field?.members ?? []
            }
            guard let field else { return "`\(name)`: \(JSONProblem(error))" }
            return "`\(name)` has to be \(isItem ? field.expectationOfOne : field.expectation)"
        }
    }

    /// So many fields of an object, and items of a list, are looked at: a refusal costs no more than an acceptance.
    private static let maximumLooks = 1_000

    /// Each field by itself, and what is in it: the innermost that does not fit, whatever stands beside it.
    private static func narrow(
        _ value: Google_Protobuf_Value, path: [String], _ failure: (Google_Protobuf_Value) -> (any Error)?,
        _ wrap: (Google_Protobuf_Value) -> Google_Protobuf_Value
    ) -> Found? {
        guard let error = failure(wrap(value)) else { return nil }
        switch value.kind {
        case .structValue(let object):
            for (name, member) in object.fields.sorted(by: { $0.key < $1.key }).prefix(maximumLooks) {
                let found = narrow(member, path: path + [name], failure) { inner in
                    wrap(.with { $0.structValue.fields[name] = inner })
                }
                if let found { return found }
            }
        case .listValue(let list):
            // A list where none belongs does not fit for its items.
            guard failure(wrap(.with { $0.listValue = .init() })) == nil else { break }
            for (number, item) in list.values.prefix(maximumLooks).enumerated() {
                let found = narrow(item, path: path + ["[\(number)]"], failure) { inner in
                    wrap(.with { $0.listValue.values = [inner] })
                }
                if let found { return found }
            }
        default: break
        }
        return Found(path: path, error: error)
    }

    private static func broken(_ error: any Error) -> String {
        switch error as? JSONDecodingError {
        case .truncated, .trailingGarbage, .messageDepthLimit, .invalidUTF8:
            "it is no JSON: \(JSONProblem(error))"
        default: "it is no JSON: names and texts stand in double quotes, commas between members only"
        }
    }
}
