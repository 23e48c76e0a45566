/// Shapes as JSON Schema, those with a name once.
struct SchemaCollection {
    private(set) var named: [String: JSONValue] = [:]

    /// - Returns: the schema, or a reference to it.
    @discardableResult
    mutating func add(_ shape: Shape) -> JSONValue {
        switch shape {
        case .string(let format, let maximum, let oneOf):
            var schema: [String: JSONValue] = ["type": "string"]
            if let format { schema["format"] = .string(format) }
            if let maximum { schema["maxLength"] = .integer(maximum) }
            if !oneOf.isEmpty { schema["enum"] = .list(oneOf.map { .string($0) }) }
            return .object(schema)
        case .integer(let minimum, let maximum):
            var schema: [String: JSONValue] = ["type": "integer"]
            if let minimum { schema["minimum"] = .integer(minimum) }
            if let maximum { schema["maximum"] = .integer(maximum) }
            return .object(schema)
        case .number: return ["type": "number"]
        case .boolean: return ["type": "boolean"]
        case .list(let item): return ["type": "array", "items": add(item)]
        case .object(let fields): return object(fields)
        case .anything: return ["type": "object"]
        case .nullable(let shape): return ["anyOf": [add(shape), ["type": "null"]]]
        case .any(let shapes): return ["anyOf": .list(shapes.map { add($0) })]
        case .with(let shape, let words):
            guard case .object(let schema) = add(shape) else { return .object(words) }
            return .object(schema.merging(words) { $1 })
        case .binary: return [:]
        case .named(let name, let shape):
            if named[name] == nil {
                named[name] = [:]
                named[name] = add(shape)
            }
            return ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    private mutating func object(_ fields: [Shape.Field]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for field in fields { properties[field.name] = add(field.shape) }
        return [
            "type": "object", "properties": .object(properties),
            "required": .list(fields.filter(\.isRequired).map { .string($0.name) }),
        ]
    }
}
