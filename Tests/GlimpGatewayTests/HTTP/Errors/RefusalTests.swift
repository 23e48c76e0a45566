import Credentials
import Foundation
import GlimpDomain
import Testing

@testable import GlimpGateway

/// Each refusal of the domain, provoked over HTTP: its status, its code, its form.
@Suite struct RefusalTests {
    private struct Row {
        let code: String
        let status: Int
        let command: String
        let body: String
        let name: String

        init(_ code: String, _ status: Int, _ command: String, _ body: String, as name: String = "ada") {
            self.code = code
            self.status = status
            self.command = command
            self.body = body
            self.name = name
        }
    }

    private static let rows = [
        Row("invalid_display_name", 422, "ChangeDisplayName", #"{"displayName":"a\u0007"}"#),
        Row("invalid_email", 422, "ChangeEmail", #"{"email":"ada"}"#),
        Row("email_taken", 409, "ChangeEmail", #"{"email":"Bob@Example.org"}"#),
        Row("invalid_photo", 422, "ChangeProfilePicture", #"{"photo":{"media":"x"}}"#),
        Row("photo_not_found", 404, "ChangeProfilePicture", #"{"photo":{"media":"<new>"}}"#),
        Row("photo_not_square", 422, "ChangeProfilePicture", #"{"photo":{"media":"<tall>"}}"#),
        Row(
            "invalid_pushed", 422, "SetNotificationPreferences",
            #"{"pushed":["NOTIFICATION_KIND_FRIEND_INVITED","NOTIFICATION_KIND_FRIEND_INVITED"]}"#),
        Row("not_yours", 403, "EraseAccount", #"{"user":"bob"}"#),
        Row("invalid_friend", 422, "InviteFriend", #"{"friend":""}"#),
        Row("user_not_found", 404, "InviteFriend", #"{"friend":"nobody"}"#),
        // Whom one is blocked by is not there.
        Row("user_not_found", 404, "InviteFriend", #"{"friend":"eve"}"#),
        Row("self", 409, "InviteFriend", #"{"friend":"ada"}"#),
        Row("blocked", 409, "InviteFriend", #"{"friend":"dan"}"#),
        Row("already_friends", 409, "InviteFriend", #"{"friend":"bob"}"#),
        Row("already_invited", 409, "InviteFriend", #"{"friend":"cyd"}"#),
        Row("invalid_inviter", 422, "AcceptFriend", "{}"),
        Row("no_invitation", 409, "AcceptFriend", #"{"inviter":"cyd"}"#),
        Row("invalid_invited", 422, "CancelInvitation", "{}"),
        Row("not_friends", 409, "RemoveFriend", #"{"friend":"cyd"}"#),
        Row("invalid_user", 422, "BlockUser", "{}"),
        Row("invalid_friends", 422, "RequestGlimp", "{}"),
        Row("invalid_requests", 422, "RequestGlimp", #"{"friends":["bob"],"requests":["x"]}"#),
        Row("invalid_answer_within", 422, "RequestGlimp", #"{"friends":["bob"],"answerWithin":"59s"}"#),
        Row("id_in_use", 409, "RequestGlimp", #"{"friends":["bob"],"requests":["<answered>"]}"#),
        Row("request_already_open", 409, "RequestGlimp", #"{"friends":["bob"]}"#),
        Row("invalid_request", 422, "AnswerGlimp", #"{"request":"x"}"#),
        Row("request_not_found", 404, "AnswerGlimp", #"{"request":"<others>","photo":{"media":"<square>"}}"#),
        Row("not_yours", 403, "AnswerGlimp", #"{"request":"<hers>","photo":{"media":"<square>"}}"#),
        Row("already_answered", 409, "AnswerGlimp", #"{"request":"<answered>","photo":{"media":"<square>"}}"#),
        Row("request_closed", 409, "DeclineGlimp", #"{"request":"<declined>"}"#),
        Row("request_expired", 409, "DeclineGlimp", #"{"request":"<expired>"}"#),
        Row("photo_already_sent", 409, "AnswerGlimp", #"{"request":"<open>","photo":{"media":"<square>"}}"#),
        Row("invalid_glimp", 422, "HideGlimp", #"{"glimp":"x"}"#),
        Row("glimp_not_found", 404, "HideGlimp", #"{"glimp":"<open>"}"#),
        Row("operator_required", 403, "DefineFeeds", #"{"feeds":[{"name":"Cats"}]}"#),
        Row("invalid_feeds", 422, "DefineFeeds", "{}", as: "operator"),
        Row("feed_not_found", 404, "PostSnap", #"{"feed":"Cats","picture":{"catalogue":"cat"}}"#),
        Row("picture_not_found", 404, "PostSnap", #"{"feed":"Memes","picture":{"catalogue":"unicorn"}}"#),
        Row("invalid_picture", 422, "PostSnap", #"{"feed":"Memes"}"#),
        Row("invalid_snap", 422, "OpenSnap", #"{"snap":"x"}"#),
        Row("snap_not_found", 404, "OpenSnap", #"{"snap":"<new>"}"#),
        Row("snap_already_viewed", 410, "OpenSnap", #"{"snap":"<snap>"}"#),
        Row("not_yours", 403, "DeleteSnap", #"{"snap":"<snap>"}"#),
        Row("invalid_title", 422, "PublishPhoto", #"{"photo":{"media":"<tall>"},"title":"a\u0007"}"#),
        Row("invalid_tags", 422, "PublishPhoto", #"{"photo":{"media":"<tall>"},"tags":[""]}"#),
        Row(
            "invalid_place", 422, "PublishPhoto",
            #"{"photo":{"media":"<tall>"},"place":{"latitude":90.000001,"longitude":0}}"#),
        Row("invalid_photo_id", 422, "PublishPhoto", #"{"photo":{"media":"<tall>"},"photoId":"x"}"#),
        Row("id_in_use", 409, "PublishPhoto", #"{"photo":{"media":"<tall>"},"photoId":"<bobs>"}"#),
        // What Bob sent her is no upload of hers.
        Row("photo_not_found", 404, "PublishPhoto", #"{"photo":{"media":"<sent>"}}"#),
        Row("not_yours", 403, "EditPhoto", #"{"photo":"<bobs>"}"#),
        Row("not_yours", 403, "UnpublishPhoto", #"{"photo":"<bobs>"}"#),
        Row("photo_not_found", 404, "UnpublishPhoto", #"{"photo":"<new>"}"#),
        Row("photo_not_found", 404, "LikePhoto", #"{"photo":"<eves>"}"#),
        Row("blocked", 409, "LikePhoto", #"{"photo":"<dans>"}"#),
        Row("photo_not_found", 404, "UnlikePhoto", #"{"photo":"<eves>"}"#),
        Row("invalid_text", 422, "CommentOnPhoto", #"{"photo":"<bobs>","text":" "}"#),
        Row("photo_not_found", 404, "CommentOnPhoto", #"{"photo":"<eves>","text":"Hello"}"#),
        Row("invalid_comment", 422, "DeleteComment", #"{"comment":"x"}"#),
        Row("comment_not_found", 404, "DeleteComment", #"{"comment":"<new>"}"#),
        Row("invalid_album", 422, "AddToAlbum", #"{"album":"x"}"#),
        Row("album_not_found", 404, "AddToAlbum", #"{"album":"<new>","photo":"<bobs>"}"#),
        Row("photo_not_found", 404, "AddToAlbum", #"{"album":"<album>","photo":"<bobs>"}"#),
        Row("invalid_photos", 422, "ReorderAlbum", #"{"album":"<album>"}"#),
        Row("photo_not_in_album", 409, "ReorderAlbum", #"{"album":"<album>","photos":["<bobs>"]}"#),
        Row("invalid_position", 422, "MarkNotificationsRead", #"{"position":"99999999"}"#),
        Row("actor_required", 403, "InviteFriend", #"{"friend":"bob"}"#, as: "operator"),
    ]

    /// What no command that comes over HTTP can be refused with, and why.
    private static let elsewhere: [String: String] = [
        "username_taken": "RegisterAccount is POST /v1/accounts, see below",
        "invalid_username": "RegisterAccount is POST /v1/accounts, see below",
        "invalid_user_id": "of RegisterAccount, which no caller gives an id",
        "request_not_due": "of ExpireGlimpRequest, which no caller sends",
        "invalid_taken_at": "what is no time is malformed JSON",
        "snap_not_opened": "of fetching the picture of a snap, which is no command",
        "photo_shown_too_often": "of the 101st publication of an upload",
        "unblocked_too_often": "of the 21st unblocking of a person",
    ]

    @Test func eachHasItsStatusItsCodeAndItsForm() async throws {
        try await withHTTPGateway { gateway in
            let cast = try await RefusalCast(gateway)
            let account = try await gateway.credentials.operators.create(name: "op", scopes: [.operate])
            let operatorToken = try await gateway.credentials.operators.makeToken(for: account.id, label: "t").token
                .text
            for row in Self.rows {
                let answer = try await gateway.send(
                    "POST", "/v1/commands/\(row.command)", cast.filled(row.body),
                    as: row.name == "operator" ? operatorToken : cast.token(row.name))
                Self.expect(answer, row.status, row.code)
            }
            for (body, status, code) in [
                (#"{"username":"ADA","password":"correct horse"}"#, 409, "username_taken"),
                (#"{"username":"a da","password":"correct horse"}"#, 422, "invalid_username"),
                (#"{"username":"gus","password":"correct horse","email":"BOB@example.org"}"#, 409, "email_taken"),
            ] { Self.expect(try await gateway.send("POST", "/v1/accounts", body), status, code) }
        }
    }

    private static func expect(_ answer: HTTPAnswer, _ status: Int, _ code: String) {
        #expect(answer.status == status && answer.code == code, "\(code): \(answer.status) \(answer.text)")
        #expect(answer.header("Content-Type") == "application/problem+json", "\(code)")
        #expect(answer.json["type"]?.text == "urn:glimp:problem:\(code)")
        #expect(answer.json["status"]?.number == status && answer.json["title"]?.text?.isEmpty == false)
        #expect(answer.json["detail"]?.text?.isEmpty == false, "\(code)")
    }

    /// A code that the domain comes to know needs a row.
    @Test func everyCodeOfTheDomainHasARow() throws {
        let known = Set(Self.rows.map(\.code)).union(Self.elsewhere.keys)
        let found = try Self.codesOfTheDomain()
        #expect(found.count > 30, "the domain's codes are not written as they were")
        #expect(found.subtracting(known) == [], "no row")
        #expect(known.subtracting(found) == [], "no such code")
    }

    /// As they are written in the domain's own files: refusals, and fields that can be out of bounds.
    private static func codesOfTheDomain() throws -> Set<String> {
        var checkout = URL(filePath: #filePath)
        for _ in 0..<5 { checkout.deleteLastPathComponent() }
        let domain = checkout.appending(path: "Sources/GlimpDomain")
        let files = FileManager.default.enumerator(at: domain, includingPropertiesForKeys: nil)
        var codes: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/Refusal\(\s*"([a-z_]+)"\s*[,)]/#) { codes.insert(String(match.1)) }
            for match in text.matches(of: #/\.invalid\(\s*"([a-z_]+)"/#) { codes.insert("invalid_\(match.1)") }
            for match in text.matches(of: #/\.(?:person|field|id|photo)\([^"\n]*"([a-z_]+)"/#) {
                codes.insert("invalid_\(match.1)")
            }
            for match in text.matches(of: #/_ field: String = "([a-z_]+)"/#) { codes.insert("invalid_\(match.1)") }
        }
        return codes
    }
}
