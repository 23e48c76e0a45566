import Credentials
import Foundation
import GlimpDomain
import GlimpOutbox
import GlimpService
import HTTPTypes
import MediaWork
import Testing

@testable import GlimpGateway

/// Each endpoint, asked by each kind of caller, about something of Ada's.
@Suite struct WhoMaySeeWhatTests {
    enum Role: Int, CaseIterable {
        case nobody, stranger, friend, participant, owner, expired, revoked, powerless, `operator`, service
    }

    /// By `operationId`; one status for each role, in their order.
    private static let table: [String: [Int]] = [
        //               nobody strng frnd part  owner expir revok powrl oper  servc
        "register": /**/ [201, 201, 201, 201, 201, 201, 201, 201, 201, 201],
        "logIn": /*   */ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
        "refresh": /* */ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
        "listSessions": [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "logOut": /*  */ [401, 204, 204, 204, 204, 401, 401, 403, 403, 403],
        "logOutEverywhere": [401, 204, 204, 204, 204, 401, 401, 403, 403, 403],
        "changePassword": [401, 204, 204, 204, 204, 401, 401, 403, 403, 403],
        // Cancelling a request of Ada's to the participant.
        "execute": /* */ [401, 404, 404, 403, 200, 401, 401, 403, 403, 403],
        "executeBatch": [401, 200, 200, 200, 200, 401, 401, 403, 200, 403],
        "me": /*      */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "export": /*  */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "findUser": /**/ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "home": /*    */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "friends": /* */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "invitations": [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "requests": /**/ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "received": /**/ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "sent": /*    */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "shared": /*  */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "notifications": [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "changes": /* */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "photos": /*  */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "photo": /*   */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "albums": /*  */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "album": /*   */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "searchPhotos": [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "nearbyPhotos": [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "stream": /*  */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        // Without a body that says what it is.
        "upload": /*  */ [401, 422, 422, 422, 422, 401, 401, 403, 403, 403],
        // A photo that nobody has uploaded, which is told no differently from one that is not theirs to see.
        "fetchMedia": [401, 404, 404, 404, 404, 401, 401, 404, 404, 404],
        "headMedia": [401, 404, 404, 404, 404, 401, 401, 404, 404, 404],
        "fetchRendition": [401, 404, 404, 404, 404, 401, 401, 404, 404, 404],
        "headRendition": [401, 404, 404, 404, 404, 401, 401, 404, 404, 404],
        "feeds": /*   */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "feed": /*    */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        // A snap that nobody has posted; one that was is in the tests of feeds.
        "snapPicture": [401, 404, 404, 404, 404, 401, 401, 403, 403, 403],
        "headSnapPicture": [401, 404, 404, 404, 404, 401, 401, 403, 403, 403],
        "catalogue": /**/ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
        "cataloguePicture": [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
        // Pinging, enabling and deleting one of Ada's.
        "createWebhook": [401, 201, 201, 201, 201, 401, 401, 403, 403, 403],
        "listWebhook": [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "testWebhook": [401, 404, 404, 404, 200, 401, 401, 403, 403, 403],
        "enableWebhook": [401, 404, 404, 404, 204, 401, 401, 403, 403, 403],
        "deleteWebhook": [401, 404, 404, 404, 204, 401, 401, 403, 403, 403],
        "createPush": /**/ [401, 201, 201, 201, 201, 401, 401, 403, 403, 403],
        "listPush": /**/ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "testPush": /**/ [401, 404, 404, 404, 200, 401, 401, 403, 403, 403],
        "enablePush": [401, 404, 404, 404, 204, 401, 401, 403, 403, 403],
        "deletePush": [401, 404, 404, 404, 204, 401, 401, 403, 403, 403],
        "pushKey": /* */ [401, 200, 200, 200, 200, 401, 401, 403, 403, 403],
        "health": /*  */ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
        "ready": /*   */ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
        "metrics": /* */ [401, 403, 403, 403, 403, 401, 401, 403, 200, 403],
        "activity": /**/ [401, 403, 403, 403, 403, 401, 401, 403, 200, 403],
        // Nothing is signed, and no parameters are given.
        "logCheckpoint": [401, 403, 403, 403, 403, 401, 401, 403, 404, 403],
        "logKey": /*  */ [401, 403, 403, 403, 403, 401, 401, 403, 404, 403],
        "proveInclusion": [401, 403, 403, 403, 403, 401, 401, 403, 422, 403],
        "proveConsistency": [401, 403, 403, 403, 403, 401, 401, 403, 422, 403],
        "describe": /**/ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    ]

    @Test func everyCellIsAsTheTableSays() async throws {
        try await withHTTPGateway({
            $0.outbox.allowsPlainHTTP = true
            $0.outbox.allowsPrivateAddresses = true
        }) { gateway in
            let cast = try await Cast(gateway)
            let endpoints = gateway.interface.endpoints
            #expect(Set(endpoints.map(\.id)) == Set(Self.table.keys), "an endpoint is not in the table, or no more")
            for endpoint in endpoints {
                let row = try #require(Self.table[endpoint.id], "\(endpoint.id) is not in the table")
                for role in Role.allCases {
                    let status = try await cast.ask(endpoint, as: role)
                    #expect(status == row[role.rawValue], "\(endpoint.method) \(endpoint.path) by \(role): \(status)")
                }
            }
        }
    }

    /// By what the photo is of. The participant has uploaded them all.
    private static let photos: [Cast.Photo: [Int]] = [
        //               nobody strng frnd part  owner expir revok powrl oper  servc
        .unused: /*   */ [401, 404, 404, 200, 404, 401, 401, 404, 404, 404],
        .ofGlimp: /*  */ [401, 404, 404, 200, 200, 401, 401, 404, 404, 404],
        .ofPerson: /* */ [401, 200, 200, 200, 200, 401, 401, 404, 404, 404],
        .published: /**/ [401, 200, 200, 200, 200, 401, 401, 404, 404, 404],
    ]

    @Test(arguments: Cast.Photo.allCases) func aPhotoIsSeenByWhomItIsFor(photo: Cast.Photo) async throws {
        try await withHTTPGateway({ $0.requestsOfAddress = 1_000_000 }) { gateway in
            let cast = try await Cast(gateway)
            let row = try #require(Self.photos[photo])
            let path = "/v1/media/\(try #require(cast.photos[photo]))"
            for role in Role.allCases {
                let (token, status) = (try await cast.token(of: role), row[role.rawValue])
                // Parts, conditions and sizes of it tell nothing either.
                for (method, headers, ifSeen) in [
                    ("GET", [:], 200), ("HEAD", [:], 200), ("GET", ["Range": "bytes=0-3"], 206),
                    ("GET", ["Range": "bytes=9999999-"], 416), ("GET", ["If-None-Match": "*"], 304),
                    ("HEAD", ["If-None-Match": "*"], 304),
                ] as [(String, [String: String], Int)] {
                    let answer = try await gateway.send(method, path, as: token, headers: headers)
                    #expect(answer.status == (status == 200 ? ifSeen : status), "\(method) \(headers) by \(role)")
                }
                for rendition in Rendition.allCases {
                    let answer = try await gateway.send("GET", "\(path)/\(rendition.rawValue)", as: token)
                    #expect(answer.status == status, "\(rendition) by \(role)")
                }
                let unknown = try await gateway.send("GET", path + "/321", as: token)
                #expect(unknown.status == (status == 401 ? 401 : 404), "\(role)")
            }
        }
    }

    @Test func nobodySeesListsOfSomebodyElse() async throws {
        try await withHTTPGateway { gateway in
            let cast = try await Cast(gateway)
            for (role, friends) in [(Role.stranger, 0), (.friend, 1), (.participant, 1), (.owner, 2)] {
                let token = try await cast.token(of: role)
                let wait = ["Glimp-Wait-For": String(cast.position)]
                let list = try await gateway.send("GET", "/v1/friends", as: token, headers: wait)
                #expect(list.json["items"]?.items.count == friends, "\(role): \(list.text)")
                let asked = try await gateway.send("GET", "/v1/requests", as: token, headers: wait)
                let isConcerned = asked.text.contains(cast.request)
                #expect(isConcerned == (role == .owner || role == .participant), "\(role): \(asked.text)")
            }
        }
    }
}

/// Ada, who asked Bob for a glimp; Cyd, her friend; Dan, whom she does not know; and operators.
struct Cast {
    typealias Role = WhoMaySeeWhatTests.Role
    /// What an upload of Bob's is used for: nothing, his answer to Ada, his picture, a public photo.
    enum Photo: UInt8, CaseIterable { case unused, ofGlimp, ofPerson, published }
    let gateway: HTTPGateway
    let request = UUID().uuidString.lowercased()
    /// A public photo and an album of Bob's.
    private let photo = UUID().uuidString.lowercased()
    private let album = UUID().uuidString.lowercased()
    let position: Int
    /// The ids of Bob's uploads.
    let photos: [Photo: String]
    private let people: [Role: UserID]
    private let tokens: [Role: String]

    init(_ gateway: HTTPGateway) async throws {
        self.gateway = gateway
        let store = gateway.credentials
        var people: [Role: UserID] = [:]
        var first: [Role: String] = [:]
        for (role, name) in [(Role.owner, "ada"), (.participant, "bob"), (.friend, "cyd"), (.stranger, "dan")] {
            first[role] = try await gateway.register(name)
            people[role] = try gateway.interface.glimp.people.find(name)
        }
        let ada = try #require(first[.owner])
        try await gateway.befriend("ada", ("bob", try #require(first[.participant])), as: ada)
        try await gateway.befriend("ada", ("cyd", try #require(first[.friend])), as: ada)
        let bob = try #require(first[.participant])
        var photos: [Photo: String] = [:]
        for photo in Photo.allCases {
            photos[photo] = try await gateway.upload(MediaWorld.picture(photo.rawValue), as: bob)
        }
        func photo(_ photo: Photo) -> String { #"{"media":"\#(photos[photo] ?? "")"}"# }
        let answered = UUID().uuidString
        try await gateway.command("RequestGlimp", #"{"friends":["bob"],"requests":["\#(answered)"]}"#, as: ada)
        try await gateway.command(
            "AnswerGlimp", #"{"request":"\#(answered)","photo":\#(photo(.ofGlimp))}"#, as: bob)
        try await gateway.command("ChangeProfilePicture", #"{"photo":\#(photo(.ofPerson))}"#, as: bob)
        let publish = #"{"photo":\#(photo(.published)),"photoId":"\#(self.photo)","title":"Dawn"}"#
        try await gateway.command("PublishPhoto", publish, as: bob)
        let made = try await gateway.command("CreateAlbum", #"{"title":"Summer","album":"\#(album)"}"#, as: bob)
        // There for those who do not wait for it.
        _ = try await gateway.send("GET", "/v1/albums/\(album)", as: bob, headers: ["Glimp-Wait-For": "\(made)"])
        self.photos = photos
        position = try await gateway.command(
            "RequestGlimp", #"{"friends":["bob"],"requests":["\#(request)"]}"#, as: ada)
        let owner = try #require(people[.owner])
        var tokens = [Role.expired: ada]
        gateway.clock.advance(seconds: 2 * 3_600)
        let ended = try await store.openSession(for: owner.rawValue, label: "ended")
        try await store.revoke(ended.session, of: owner.rawValue)
        tokens[.revoked] = ended.accessToken.text
        for (role, scopes) in [
            (Role.powerless, Set<OperatorScope>()), (.operator, [.operate, .read, .events]), (.service, [.events]),
        ] {
            let account = try await store.operators.create(name: "\(role)", scopes: scopes)
            tokens[role] = try await store.operators.makeToken(for: account.id, label: "test").token.text
        }
        self.people = people
        self.tokens = tokens
    }

    /// A session of its own for each request: some end the one they come with.
    func token(of role: Role) async throws -> String? {
        if let user = people[role] {
            return try await gateway.credentials.openSession(for: user.rawValue, label: "test").accessToken.text
        }
        return tokens[role]
    }

    /// - Returns: the status.
    func ask(_ endpoint: Endpoint, as role: Role) async throws -> Int? {
        let path =
            endpoint.path.replacing("{username}", with: "ada").replacing("{user}", with: "ada")
            .replacing("{name}", with: "CancelGlimpRequest").replacing("{media}", with: request)
            .replacing("{rendition}", with: "320").replacing("{feed}", with: "Memes")
            .replacing("{snap}", with: request).replacing("{picture}", with: "cat")
            .replacing("{photo}", with: photo).replacing("{album}", with: album)
            .replacing("{subscription}", with: try await subscription(for: endpoint))
            + (endpoint.id == "searchPhotos" ? "?text=dawn" : endpoint.id == "nearbyPhotos" ? "?lat=0&lon=0" : "")
        let (body, token) = (try await body(of: endpoint, as: role), try await token(of: role))
        guard endpoint.id == "stream" else {
            return try await gateway.send(endpoint.method.rawValue, path, body, as: token).status
        }
        // It has no end: the head is enough.
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let head = await RawConnection.exchange(
            Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\(authorization)\r\n".utf8), port: gateway.port, until: .head)
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// A new one of Ada's, to which nobody listens.
    private func subscription(for endpoint: Endpoint) async throws -> String {
        guard endpoint.path.contains("{subscription}") else { return "" }
        let (ada, outbox) = (try #require(people[.owner]), gateway.interface.outbox)
        let url = "http://127.0.0.1:1/\(UUID())"
        for old in try outbox.allSubscriptions() where old.owner == ada { try await outbox.remove(old) }
        guard endpoint.path.contains("/push/") else {
            return try await outbox.subscribe(webhook: url, for: ada).0.id.description
        }
        return try await outbox.subscribe(push: url, p256dh: Self.p256dh, auth: Self.auth, for: ada).id.description
    }

    /// Of RFC 8291, appendix A.
    private static let p256dh =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

    private func body(of endpoint: Endpoint, as role: Role) async throws -> String? {
        let password = HTTPGateway.password
        switch endpoint.id {
        case "register": return #"{"username":"new-\#(role)","password":"\#(password)"}"#
        case "logIn": return #"{"username":"ada","password":"\#(password)"}"#
        case "refresh":
            let owner = try #require(people[.owner])
            let grant = try await gateway.credentials.openSession(for: owner.rawValue, label: "test")
            return #"{"refreshToken":"\#(grant.refreshToken.text)"}"#
        case "changePassword": return #"{"current":"\#(password)","new":"\#(password)"}"#
        case "execute": return #"{"request":"\#(request)"}"#
        case "executeBatch":
            return
                #"{"commands":[{"id":"\#(UUID())","command":"CancelGlimpRequest","body":{"request":"\#(request)"}}]}"#
        case "createWebhook": return #"{"url":"http://127.0.0.1:1/new"}"#
        case "createPush":
            return
                #"{"endpoint":"http://127.0.0.1:1/new","keys":{"p256dh":"\#(Self.p256dh)","auth":"\#(Self.auth)"}}"#
        default: return nil
        }
    }
}
