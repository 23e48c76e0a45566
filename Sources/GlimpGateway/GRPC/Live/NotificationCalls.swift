import EventLog
import GRPCCore
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf

/// `glimp.v1.Notifications`: what happens to the person who is signed in, as it happens.
///
/// A message is made when the one before was taken, so nothing piles up for a slow reader.
struct NotificationCalls: Glimp_V1_Notifications.ServiceProtocol {
    let glimp: GlimpDirectory
    let door: PersonDoor
    let call: GRPCCall
    /// How long nothing may be told.
    let heartbeat: Duration
    /// How long a reader may take nothing.
    let patience: Duration
    let places: Places

    func subscribe(
        request: ServerRequest<Glimp_V1_SubscribeRequest>, context: ServerContext
    ) async throws -> StreamingServerResponse<Glimp_V1_SubscribeResponse> {
        call.stream(context) { writer in
            let person = try door.person(request.metadata)
            let place = try places.take(person)
            defer { withExtendedLifetime(place) {} }
            let asked = request.message.hasAfter ? Position(request.message.after) : nil
            let start = try PersonalStream.start(after: asked, in: glimp)
            let stream = PersonalStream(
                user: person, models: glimp.readModels, now: { [clock = glimp.clock] in clock.now() },
                heartbeat: heartbeat,
                requireSession: { _ = try door.session(request.metadata) })
            switch try await stream.follow(after: start, { try await writer.write(.init($0), within: patience) }) {
            case .sessionEnded(let cause): throw cause
            case .shutDown: throw CallFailure.shuttingDown
            }
        }
    }
}

extension Glimp_V1_SubscribeResponse {
    init(_ news: PersonalStream.News) {
        self.init()
        switch news {
        case .started(let position), .heartbeat(let position): self.position = position.rawValue
        case .changed(let message):
            position = message.position.rawValue
            collections = message.collections.map { Glimp_V1_Collection($0) }.sorted { $0.rawValue < $1.rawValue }
            notifications = message.notifications.map { Glimp_V1_NotificationRow($0.row) }
        }
    }
}
