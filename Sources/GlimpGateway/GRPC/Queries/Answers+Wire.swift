import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import SwiftProtobuf

// Answers as calls carry them: nothing is added, left out, or computed here.

extension Glimp_V1_ProfileResponse {
    init(_ answer: Answer<Profile>) {
        self.init()
        position = answer.position.rawValue
        profile = Glimp_V1_Profile(answer.value)
    }
}

extension Glimp_V1_Profile {
    init(_ profile: Profile) {
        self.init()
        user = profile.userID.description
        username = profile.username
        displayName = profile.displayName
        if let picture = profile.picture { self.picture = Glimp_V1_Photo(picture) }
        registeredAt = Google_Protobuf_Timestamp(profile.registeredAt)
        if let email = profile.email { self.email = email }
    }
}

extension Glimp_V1_HomeResponse {
    init(_ answer: Answer<Home>) {
        self.init()
        position = answer.position.rawValue
        requests = Glimp_V1_RequestPage(answer.value.requests)
        friends = Glimp_V1_FriendPage(answer.value.friends)
        incomingInvitations = Glimp_V1_InvitationPage(answer.value.incomingInvitations)
        outgoingInvitations = Glimp_V1_InvitationPage(answer.value.outgoingInvitations)
        unreadNotifications = Glimp_V1_NotificationPage(answer.value.unreadNotifications)
    }
}

extension Glimp_V1_FriendsResponse {
    init(_ answer: Answer<Page<Friend>>) {
        self.init()
        position = answer.position.rawValue
        friends = Glimp_V1_FriendPage(answer.value)
    }
}

extension Glimp_V1_InvitationsResponse {
    init(_ answer: Answer<Invitations>) {
        self.init()
        position = answer.position.rawValue
        incoming = Glimp_V1_InvitationPage(answer.value.incoming)
        outgoing = Glimp_V1_InvitationPage(answer.value.outgoing)
    }
}

extension Glimp_V1_RequestsResponse {
    init(_ answer: Answer<GlimpRequests>) {
        self.init()
        position = answer.position.rawValue
        incoming = Glimp_V1_RequestPage(answer.value.incoming)
        outgoing = Glimp_V1_RequestPage(answer.value.outgoing)
    }
}

extension Glimp_V1_GlimpsResponse {
    init(_ answer: Answer<Page<Glimp>>) {
        self.init()
        position = answer.position.rawValue
        total = UInt64(answer.value.total)
        items = answer.value.items.map { glimp in
            .with {
                $0.request = glimp.request.description
                $0.asker = Glimp_V1_PersonSummary(glimp.asker)
                $0.answerer = Glimp_V1_PersonSummary(glimp.answerer)
                $0.answeredAt = Google_Protobuf_Timestamp(glimp.answeredAt)
                $0.photo = Glimp_V1_Photo(glimp.photo)
            }
        }
        if let next = answer.value.cursor { cursor = next }
    }
}
