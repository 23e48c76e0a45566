import EventLog
import Foundation
import GlimpDomain

/// What the rules of the domain imply, kept as plainly as possible: it makes random histories that could have happened,
/// and says what each list must hold.
struct World {
    struct Request: Hashable {
        var id: GlimpRequestID
        var asker: UserID
        var answerer: UserID
        var position: UInt64
        var expiresAt: Timestamp
    }
    struct Glimp: Hashable {
        var id: GlimpRequestID
        var asker: UserID
        var answerer: UserID
        var position: UInt64
        var hiddenBy: Set<UserID> = []
    }
    struct Invitation: Hashable {
        var inviter: UserID
        var invited: UserID
        var position: UInt64
    }

    private(set) var names: [UserID: String] = [:]
    private(set) var emails: [UserID: String] = [:]
    private(set) var pairs: Set<Pair> = []
    private(set) var invitations: [Invitation] = []
    private(set) var requests: [Request] = []
    private(set) var glimps: [Glimp] = []
    private(set) var told = ToldWorld()
    private(set) var photos = PhotoWorld()
    /// Who has blocked the other.
    private var blockers: [Pair: UserID] = [:]
    private var position: UInt64 = 0

    var users: [UserID] { names.keys.sorted() }

    /// The events of one more thing that happens at `now`; empty when the dice gave something impossible.
    mutating func happen(at now: Timestamp, _ random: inout Seeded) throws -> [DomainEvent] {
        var events = try next(at: now, &random)
        happen(events)
        if random.next() % 2 == 0, let user = users.randomElement(using: &random) {
            let more = try photos.next(user, hasBlocked: hasBlocked, &random)
            happen(more)
            events += more
        }
        return events
    }

    private mutating func happen(_ events: [DomainEvent]) {
        for event in events {
            position += 1
            evolve(event)
            told.evolve(event, at: position)
            photos.evolve(event, at: position)
        }
    }

    private mutating func next(at now: Timestamp, _ random: inout Seeded) throws -> [DomainEvent] {
        if names.count < 4 || (names.count < 12 && random.next() % 20 == 0) {
            let number = names.count
            let email = number % 2 == 0 ? "U\(number)@example.org" : nil
            return [try .registered(UserID(rawValue: random.uuid()), "u\(number)", email: email)]
        }
        guard let a = users.randomElement(using: &random), let b = users.randomElement(using: &random), a != b else {
            return []
        }
        let pair = Pair(a, b)
        let invitation = invitations.first { $0.inviter == a && $0.invited == b }
        let reverse = invitations.first { $0.inviter == b && $0.invited == a }
        let dice = random.next() % 23
        if let blocker = blockers[pair] {
            let other = blocker == a ? b : a
            return dice == 8 ? [.userUnblocked(UserUnblocked(blocker: blocker, blocked: other))] : []
        }
        switch dice {
        case 0..<4:
            if pairs.contains(pair) || invitation != nil { return [] }
            if reverse != nil { return [.friendAccepted(FriendAccepted(inviter: b, accepter: a))] }
            return [.friendInvited(FriendInvited(inviter: a, invited: b))]
        case 4..<7: return invitation == nil ? [] : [.friendAccepted(FriendAccepted(inviter: a, accepter: b))]
        case 7:
            guard invitation != nil else { return [] }
            if random.next() % 2 == 0 { return [.friendDeclined(FriendDeclined(inviter: a, decliner: b))] }
            return [.invitationCancelled(InvitationCancelled(inviter: a, invited: b))]
        case 8: return end(of: pair, by: a, b, at: now, isBlocked: random.next() % 2 == 0)
        case 9:
            return [.displayNameChanged(DisplayNameChanged(user: a, displayName: "Name \(random.next() % 100)"))]
        case 10:
            let address = "new\(position)@example.org"
            guard let hash = EmailAddress(address).map(testHasher.hash) else { return [] }
            let former = emails[a].flatMap { EmailAddress($0) }.map(testHasher.hash)
            return [
                .emailChanged(EmailChanged(user: a, email: address, emailHash: hash, previousEmailHash: former)),
                .profilePictureChanged(ProfilePictureChanged(user: a, photo: try photo(random.uuid()))),
            ]
        case 20, 21: return read(by: a, &random)
        case 22:
            let pushed = Set(NotificationKind.allCases.filter { _ in random.next() % 2 == 0 })
            return [.notificationPreferencesSet(NotificationPreferencesSet(user: a, pushed: pushed))]
        case 11..<15:
            guard pairs.contains(pair), open(a, b, at: now) == nil else { return [] }
            let expiresAt = now + Int64(60 + random.next() % 3_000)
            return [.asked(GlimpRequestID(rawValue: random.uuid()), a, b, until: expiresAt)]
        case 15:
            guard let glimp = glimps.randomElement(using: &random), !glimp.hiddenBy.contains(glimp.asker) else {
                return []
            }
            let user = glimp.hiddenBy.contains(glimp.answerer) || random.next() % 2 == 0 ? glimp.asker : glimp.answerer
            return [
                .glimpHidden(
                    GlimpHidden(request: glimp.id, asker: glimp.asker, answerer: glimp.answerer, hiddenBy: user))
            ]
        default: return try close(at: now, &random)
        }
    }

    private func close(at now: Timestamp, _ random: inout Seeded) throws -> [DomainEvent] {
        guard let request = requests.randomElement(using: &random) else { return [] }
        let (id, asker, answerer) = (request.id, request.asker, request.answerer)
        if request.expiresAt <= now {
            return [
                .glimpExpired(GlimpExpired(request: id, asker: asker, answerer: answerer, expiresAt: request.expiresAt))
            ]
        }
        switch random.next() % 6 {
        case 0: return [.glimpDeclined(GlimpDeclined(request: id, asker: asker, answerer: answerer))]
        case 1: return [.glimpRequestCancelled(GlimpRequestCancelled(request: id, asker: asker, answerer: answerer))]
        default: return [try .answered(id, asker, answerer)]
        }
    }

    private func end(of pair: Pair, by a: UserID, _ b: UserID, at now: Timestamp, isBlocked: Bool) -> [DomainEvent] {
        let blocked: [DomainEvent] = isBlocked ? [.userBlocked(UserBlocked(blocker: a, blocked: b))] : []
        if isBlocked, let open = invitations.first(where: { Pair($0.inviter, $0.invited) == pair }) {
            if open.inviter == a {
                return blocked + [.invitationCancelled(InvitationCancelled(inviter: a, invited: b))]
            }
            return blocked + [.friendDeclined(FriendDeclined(inviter: b, decliner: a))]
        }
        guard pairs.contains(pair) else { return [] }
        let cancelled = [open(a, b, at: now), open(b, a, at: now)].compactMap(\.self).map {
            DomainEvent.glimpRequestCancelled(
                GlimpRequestCancelled(request: $0.id, asker: $0.asker, answerer: $0.answerer))
        }
        return blocked + [.friendRemoved(FriendRemoved(remover: a, removed: b))] + cancelled
    }

    /// Up to somewhere, often the end.
    private func read(by user: UserID, _ random: inout Seeded) -> [DomainEvent] {
        let through = random.next() % 2 == 0 ? position : 1 + random.next() % position
        guard through > told.readThrough[user, default: 0] else { return [] }
        return [.notificationsRead(NotificationsRead(user: user, position: Position(through)))]
    }

    func hasBlocked(_ user: UserID, _ other: UserID) -> Bool { blockers[Pair(user, other)] == user }

    func areApart(_ a: UserID, _ b: UserID) -> Bool { blockers[Pair(a, b)] != nil }

    func open(_ asker: UserID, _ answerer: UserID, at now: Timestamp) -> Request? {
        requests.first { $0.asker == asker && $0.answerer == answerer && $0.expiresAt > now }
    }

    private mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .accountRegistered(let event):
            names[event.user] = event.details.clear!.username
            emails[event.user] = event.details.clear!.email
        case .emailChanged(let event): emails[event.user] = event.details.clear!.email
        case .friendInvited(let event):
            invitations.append(Invitation(inviter: event.inviter, invited: event.invited, position: position))
        case .friendAccepted(let event):
            pairs.insert(Pair(event.inviter, event.accepter))
            invitations.removeAll { Pair($0.inviter, $0.invited) == Pair(event.inviter, event.accepter) }
        case .friendDeclined(let event):
            invitations.removeAll { $0.inviter == event.inviter && $0.invited == event.decliner }
        case .invitationCancelled(let event):
            invitations.removeAll { $0.inviter == event.inviter && $0.invited == event.invited }
        case .userBlocked(let event): blockers[Pair(event.blocker, event.blocked)] = event.blocker
        case .userUnblocked(let event): blockers[Pair(event.blocker, event.blocked)] = nil
        case .friendRemoved(let event): pairs.remove(Pair(event.remover, event.removed))
        case .glimpRequested(let event):
            requests.append(
                Request(
                    id: event.request, asker: event.asker, answerer: event.answerer, position: position,
                    expiresAt: event.expiresAt))
        case .glimpAnswered(let event):
            requests.removeAll { $0.id == event.request }
            glimps.append(
                Glimp(id: event.request, asker: event.asker, answerer: event.answerer, position: position))
        case .glimpDeclined(let event): requests.removeAll { $0.id == event.request }
        case .glimpRequestCancelled(let event): requests.removeAll { $0.id == event.request }
        case .glimpExpired(let event): requests.removeAll { $0.id == event.request }
        case .glimpHidden(let event):
            for index in glimps.indices where glimps[index].id == event.request {
                glimps[index].hiddenBy.insert(event.hiddenBy)
            }
        default: break
        }
    }
}
