import CBaseline
import EventLog
import FoundationEssentials

/// The events of the peers' figures (a 200-byte payload, a type of 16, three tags of 22, about 20 events a tag), the
/// same for the C baseline and for the event log.
struct Workload: Sendable {
    let baseline = cb_workload_default()

    func event(_ number: UInt64) -> Event {
        var tags: [Tag] = []
        for place in 0..<Int32(3) {
            var text = [CChar](repeating: 0, count: 22)
            cb_event_tag(baseline, number, place, &text)
            tags.append(Tag(Self.string(text)))
        }
        let type = UnsafeBufferPointer(start: cb_event_type(number), count: 16)
        let payload = UnsafeBufferPointer(start: cb_event_payload(number), count: 200)
        return Event(
            id: Self.id(number), type: EventType(Self.string(Array(type))), tags: tags,
            payload: payload.map { UInt8(bitPattern: $0) })
    }

    func events(_ first: UInt64, _ count: Int) -> [Event] { (0..<UInt64(count)).map { event(first + $0) } }

    /// The tag that read `number` asks for.
    func readTag(_ number: UInt64) -> Tag {
        var text = [CChar](repeating: 0, count: 22)
        cb_read_tag(baseline, number, &text)
        return Tag(Self.string(text))
    }

    private static func string(_ bytes: [CChar]) -> String {
        String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func id(_ number: UInt64) -> UUID {
        var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: number.bigEndian, toByteOffset: 8, as: UInt64.self) }
        return UUID(uuid: bytes)
    }
}
