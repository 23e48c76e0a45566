import Foundation
import GRPCCore
import GlimpSchemas
import GlimpServices
import SwiftProtobuf

/// Every call of this server, asked about something of Ada's.
enum EveryCall {
    /// What is asked about.
    struct Subject: Sendable {
        var user = ""
        var username = ""
        var request = ""
        /// Public, of Bob's.
        var photo = ""
        var album = ""
    }

    /// Makes one call and gives what it was answered with, the beginning of it for streams.
    typealias Ask = @Sendable (TestGateway, Metadata, Subject) async throws -> any Message

    /// By `service/Method`.
    static let all: [String: Ask] = commands.merging(queries) { $1 }.merging(events) { $1 }.merging(others) { $1 }

    static let commands: [String: Ask] = [
        "glimp.v1.Commands/Execute": { gateway, who, subject in
            try await gateway.commands.execute(
                .of(Glimp_V1_CancelGlimpRequest.with { $0.request = subject.request }), metadata: who)
        },
        "glimp.v1.Commands/ExecuteBatch": { gateway, who, subject in
            let cancel = Glimp_V1_CancelGlimpRequest.with { $0.request = subject.request }
            return try await gateway.commands.executeBatch(.with { $0.commands = [try .of(cancel)] }, metadata: who)
        },
    ]

    /// What the person who is signed in sees.
    static let queries: [String: Ask] = [
        "glimp.v1.Queries/Me": { gateway, who, _ in try await gateway.queries.me(.init(), metadata: who) },
        "glimp.v1.Queries/FindByUsername": { gateway, who, subject in
            try await gateway.queries.findByUsername(.with { $0.username = subject.username }, metadata: who)
        },
        "glimp.v1.Queries/Home": { gateway, who, _ in try await gateway.queries.home(.init(), metadata: who) },
        "glimp.v1.Queries/Friends": { gateway, who, _ in try await gateway.queries.friends(.init(), metadata: who) },
        "glimp.v1.Queries/Invitations": { gateway, who, _ in
            try await gateway.queries.invitations(.init(), metadata: who)
        },
        "glimp.v1.Queries/Requests": { gateway, who, _ in try await gateway.queries.requests(.init(), metadata: who) },
        "glimp.v1.Queries/Received": { gateway, who, _ in try await gateway.queries.received(.init(), metadata: who) },
        "glimp.v1.Queries/Sent": { gateway, who, _ in try await gateway.queries.sent(.init(), metadata: who) },
        "glimp.v1.Queries/Shared": { gateway, who, subject in
            try await gateway.queries.shared(.with { $0.user = subject.user }, metadata: who)
        },
        "glimp.v1.Queries/Notifications": { gateway, who, _ in
            try await gateway.queries.notifications(.init(), metadata: who)
        },
        "glimp.v1.Queries/Changes": { gateway, who, _ in try await gateway.queries.changes(.init(), metadata: who) },
        "glimp.v1.Queries/Photos": { gateway, who, subject in
            try await gateway.queries.photos(.with { $0.user = subject.user }, metadata: who)
        },
        "glimp.v1.Queries/Photo": { gateway, who, subject in
            try await gateway.queries.photo(.with { $0.photo = subject.photo }, metadata: who)
        },
        "glimp.v1.Queries/SearchPhotos": { gateway, who, _ in
            try await gateway.queries.searchPhotos(.with { $0.text = "dawn" }, metadata: who)
        },
        "glimp.v1.Queries/NearbyPhotos": { gateway, who, _ in
            try await gateway.queries.nearbyPhotos(
                .with { ($0.center.latitude, $0.center.longitude) = (0, 0) }, metadata: who)
        },
        "glimp.v1.Queries/Albums": { gateway, who, subject in
            try await gateway.queries.albums(.with { $0.user = subject.user }, metadata: who)
        },
        "glimp.v1.Queries/Album": { gateway, who, subject in
            try await gateway.queries.album(.with { $0.album = subject.album }, metadata: who)
        },
        "glimp.v1.Queries/Feeds": { gateway, who, _ in try await gateway.queries.feeds(.init(), metadata: who) },
        "glimp.v1.Queries/Feed": { gateway, who, _ in
            try await gateway.queries.feed(.with { $0.feed = "Memes" }, metadata: who)
        },
        "glimp.v1.Notifications/Subscribe": { gateway, who, _ in
            try await gateway.live.subscribe(.with { $0.after = 0 }, metadata: who) { response in
                var messages = response.messages.makeAsyncIterator()
                _ = try await messages.next()
                return try await messages.next() ?? .init()
            }
        },
    ]

    /// The event log's own, of services.
    static let events: [String: Ask] = [
        "eventlog.v1.EventLog/Append": { gateway, who, _ in try await gateway.events.append(.one(), metadata: who) },
        "eventlog.v1.EventLog/AppendStream": { gateway, who, _ in
            try await gateway.events.appendStream(metadata: who) { writer in
                try await writer.write(.one())
            } onResponse: { response in
                try await response.messages.first { _ in true } ?? .init()
            }
        },
        "eventlog.v1.EventLog/Read": { gateway, who, _ in
            try await gateway.events.read(.with { $0.query = .everything }, metadata: who) { response in
                try await response.messages.first { _ in true } ?? .init()
            }
        },
        "eventlog.v1.EventLog/Subscribe": { gateway, who, _ in
            try await gateway.events.subscribe(.with { $0.query = .everything }, metadata: who) { response in
                try await response.messages.first { _ in true } ?? .init()
            }
        },
        "eventlog.v1.EventLog/Head": { gateway, who, _ in try await gateway.events.head(.init(), metadata: who) },
    ]

    private static let others: [String: Ask] = [
        "grpc.health.v1.Health/Check": { gateway, who, _ in try await gateway.health.check(.init(), metadata: who) },
        "grpc.health.v1.Health/Watch": { gateway, who, _ in
            try await gateway.health.watch(.init(), metadata: who) { response in
                try await response.messages.first { _ in true } ?? .init()
            }
        },
    ]
}
