/// Writes one value.
struct JSONValueEncoder: Encoder {
    let writer: JSONWriter

    /// Not kept: answers can be encoded, so nobody asks where it failed.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONObjectEncoder(writer: writer))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONListEncoder(writer: writer) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { writer.text.null() }
    func encode(_ value: Bool) { writer.text.boolean(value) }
    func encode(_ value: String) { writer.text.string(value) }
    func encode(_ value: Double) throws { try writer.text.number(value) }
    func encode(_ value: Float) throws { try writer.text.number(Double(value)) }
    func encode(_ value: Int) { writer.text.integer(value) }
    func encode(_ value: Int8) { writer.text.integer(value) }
    func encode(_ value: Int16) { writer.text.integer(value) }
    func encode(_ value: Int32) { writer.text.integer(value) }
    func encode(_ value: Int64) { writer.text.integer(value) }
    func encode(_ value: UInt) { writer.text.integer(value) }
    func encode(_ value: UInt8) { writer.text.integer(value) }
    func encode(_ value: UInt16) { writer.text.integer(value) }
    func encode(_ value: UInt32) { writer.text.integer(value) }
    func encode(_ value: UInt64) { writer.text.integer(value) }
    func encode(_ value: some Encodable) throws { try writer.value(value) }
}

private struct JSONObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let writer: JSONWriter
    private let level: Int

    init(writer: JSONWriter) {
        self.writer = writer
        level = writer.text.begin(isObject: true)
    }

    var codingPath: [any CodingKey] { [] }

    private func field(_ key: some CodingKey) -> JSONValueEncoder {
        writer.text.field(key.stringValue, at: level)
        return JSONValueEncoder(writer: writer)
    }

    func encodeNil(forKey key: Key) { field(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try field(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try field(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) { field(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try field(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { field(key).container(keyedBy: keyType) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { field(key).unkeyedContainer() }
    func superEncoder() -> any Encoder {
        writer.text.field("super", at: level)
        return JSONValueEncoder(writer: writer)
    }
    func superEncoder(forKey key: Key) -> any Encoder { field(key) }
}

private struct JSONListEncoder: UnkeyedEncodingContainer {
    private let writer: JSONWriter
    private let level: Int
    private(set) var count = 0

    init(writer: JSONWriter) {
        self.writer = writer
        level = writer.text.begin(isObject: false)
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func item() -> JSONValueEncoder {
        writer.text.next(at: level)
        count += 1
        return JSONValueEncoder(writer: writer)
    }

    mutating func encodeNil() { item().encodeNil() }
    mutating func encode(_ value: some Encodable) throws { try item().encode(value) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        item().container(keyedBy: keyType)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { item().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { item() }
}
