import EventLog
import GlimpReadModels

/// Both lists of open requests as programs see them.
package struct RequestsJSON: Encodable, Sendable {
    package var position: UInt64
    package var incoming: ListJSON<RequestJSON>
    package var outgoing: ListJSON<RequestJSON>

    package init(_ answer: Answer<GlimpRequests>) {
        position = answer.position.rawValue
        incoming = ListJSON(answer.value.incoming, RequestJSON.init)
        outgoing = ListJSON(answer.value.outgoing, RequestJSON.init)
    }
}
