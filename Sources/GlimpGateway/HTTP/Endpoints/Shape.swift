/// The form of a JSON value: what the OpenAPI description says of it (JSON Schema 2020-12).
indirect enum Shape: Sendable {
    /// A string, perhaps of a format: `uuid`, `date-time`, `byte`.
    case string(format: String? = nil, maximum: Int? = nil, oneOf: [String] = [])
    case integer(minimum: Int? = nil, maximum: Int? = nil)
    case number
    case boolean
    case list(Shape)
    case object([Field])
    /// Any JSON object.
    case anything
    /// One that has a name of its own in the description.
    case named(String, Shape)
    case nullable(Shape)
    /// One of these.
    case any([Shape])
    /// One of which more is to be said, in keywords of JSON Schema.
    case with(Shape, [String: JSONValue])
    /// Bytes as they are.
    case binary

    struct Field: Sendable {
        let name: String
        let shape: Shape
        var isRequired = true

        static func required(_ name: String, _ shape: Shape) -> Field { Field(name: name, shape: shape) }
        static func optional(_ name: String, _ shape: Shape) -> Field {
            Field(name: name, shape: shape, isRequired: false)
        }
    }

    static let text = Shape.string()
    static let id = Shape.string(format: "uuid")
    static let moment = Shape.string(format: "date-time")
    static let position = Shape.integer(minimum: 0)
    static let count = Shape.integer(minimum: 0)
}
