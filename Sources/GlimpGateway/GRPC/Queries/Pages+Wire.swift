import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import SwiftProtobuf

extension Glimp_V1_FriendPage {
    init(_ page: Page<Friend>) {
        self.init()
        total = UInt64(page.total)
        items = page.items.map { friend in
            .with {
                $0.person = Glimp_V1_PersonSummary(friend.person)
                $0.since = Google_Protobuf_Timestamp(friend.since)
                $0.sharedGlimps = UInt64(friend.sharedGlimps)
                guard let open = friend.openRequest else { return }
                $0.openRequest = .with {
                    $0.request = open.request.description
                    $0.expiresAt = Google_Protobuf_Timestamp(open.expiresAt)
                }
            }
        }
        if let next = page.cursor { cursor = next }
    }
}

extension Glimp_V1_InvitationPage {
    init(_ page: Page<Invitation>) {
        self.init()
        total = UInt64(page.total)
        items = page.items.map { invitation in
            .with {
                $0.inviter = Glimp_V1_PersonSummary(invitation.inviter)
                $0.invited = Glimp_V1_PersonSummary(invitation.invited)
                $0.invitedAt = Google_Protobuf_Timestamp(invitation.invitedAt)
            }
        }
        if let next = page.cursor { cursor = next }
    }
}

extension Glimp_V1_RequestPage {
    init(_ page: Page<GlimpRequest>) {
        self.init()
        total = UInt64(page.total)
        items = page.items.map { request in
            .with {
                $0.request = request.request.description
                $0.asker = Glimp_V1_PersonSummary(request.asker)
                $0.answerer = Glimp_V1_PersonSummary(request.answerer)
                $0.requestedAt = Google_Protobuf_Timestamp(request.requestedAt)
                $0.expiresAt = Google_Protobuf_Timestamp(request.expiresAt)
                $0.secondsLeft = request.secondsLeft
            }
        }
        if let next = page.cursor { cursor = next }
    }
}

extension Glimp_V1_PersonSummary {
    init(_ person: PersonSummary) {
        self.init()
        user = person.userID.description
        username = person.username
        displayName = person.displayName
        erased = person.isErased
        if let picture = person.picture { self.picture = Glimp_V1_Photo(picture) }
    }
}

extension Google_Protobuf_Timestamp {
    init(_ time: Timestamp) { self.init(seconds: time.seconds, nanos: time.nanoseconds) }
}

extension Glimp_V1_Photo {
    init(_ photo: Photo) {
        self.init()
        media = photo.media.description
        mime = photo.mime
        width = photo.width
        height = photo.height
        bytes = photo.bytes
    }
}
