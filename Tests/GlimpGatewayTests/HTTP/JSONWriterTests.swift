import Foundation
import Testing

@testable import GlimpGateway

@Suite struct JSONWriterTests {
    private struct Everything: Encodable {
        struct Empty: Encodable {}
        struct Base: Encodable { var inherited = true }
        /// Adds fields to those of another, in an object that has begun.
        struct Extended: Encodable {
            func encode(to encoder: any Encoder) throws {
                try Base().encode(to: encoder)
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode([1], forKey: .numbers)
                try Empty().encode(to: encoder)
                var again = encoder.container(keyedBy: Keys.self)
                try again.encode("more", forKey: .text)
            }
        }

        var text = "ada \"q\" \\ / \n\r\t\u{1}\u{1F} é 🙂 \u{2028}"
        var empty = ""
        var absent: Int?
        var numbers: [Int64] = [.min, -1, 0, 1, .max]
        var largest = UInt64.max
        var fraction = 0.1
        var whole = 3.0
        var boolean = false
        var nothing: [Int] = []
        var object = Empty()
        var lists = [[1], [], [2, 3]]
        var optionals: [Int?] = [1, nil]
        var dictionary = ["key": ["inner": "value"]]

        private enum Keys: String, CodingKey {
            case text, empty, absent, none, numbers, largest, fraction, whole, boolean, nothing, object, lists,
                optionals
            case dictionary, nested, list, extended, last, again
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(text, forKey: .text)
            try container.encode(empty, forKey: .empty)
            try container.encodeIfPresent(absent, forKey: .absent)
            try container.encode(absent, forKey: .none)
            try container.encode(numbers, forKey: .numbers)
            try container.encode(largest, forKey: .largest)
            try container.encode(fraction, forKey: .fraction)
            try container.encode(whole, forKey: .whole)
            try container.encode(boolean, forKey: .boolean)
            try container.encode(nothing, forKey: .nothing)
            try container.encode(object, forKey: .object)
            try container.encode(lists, forKey: .lists)
            try container.encode(optionals, forKey: .optionals)
            try container.encode(dictionary, forKey: .dictionary)
            var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
            try nested.encode(1, forKey: .text)
            try nested.encode(Base(), forKey: .object)
            var list = nested.nestedUnkeyedContainer(forKey: .list)
            try list.encode("in a list")
            // What is deeper has ended by now.
            try container.encode(Extended(), forKey: .extended)
            try container.encode([Extended(), Extended()], forKey: .last)
            var again = encoder.container(keyedBy: Keys.self)
            try again.encode("again", forKey: .again)
        }
    }

    @Test func whatItWritesMeansWhatFoundationWrites() throws {
        let ours = try JSONWriter.bytes(of: Everything())
        let theirs = try JSONEncoder().encode(Everything())
        let value = try JSONSerialization.jsonObject(with: Data(ours)) as? NSDictionary
        #expect(value == (try JSONSerialization.jsonObject(with: theirs) as? NSDictionary))
        #expect(value?.count == 17)
    }

    @Test func fieldsStandAsTheyWereEncoded() throws {
        struct Answer: Encodable {
            var zebra = 1
            var apple: [String] = ["a\"b", "c/d"]
            var none: String?
        }
        let text = String(decoding: try JSONWriter.bytes(of: Answer()), as: UTF8.self)
        #expect(text == #"{"zebra":1,"apple":["a\"b","c/d"]}"#)
        #expect(try JSONWriter.bytes(of: ["text"]) == Array(#"["text"]"#.utf8))
        #expect(try JSONWriter.bytes(of: "a\u{1F}") == Array(#""a\u001f""#.utf8))
    }

    @Test func membersOfAValueAreInOneOrder() throws {
        let members = Dictionary(uniqueKeysWithValues: (0..<50).map { ("k\($0 + 100)", JSONValue.integer($0)) })
        let text = String(decoding: try JSONWriter.bytes(of: JSONValue.object(members)), as: UTF8.self)
        let places = members.keys.sorted().compactMap { text.firstRange(of: "\"\($0)\"")?.lowerBound }
        #expect(places == places.sorted() && places.count == 50)
    }

    @Test func whatJSONCannotSayIsAnError() {
        #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Double.nan]) }
        #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Double.infinity]) }
    }
}
