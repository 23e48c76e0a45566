import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct SnapViewTests {
    private func open(_ events: DomainEvent..., by viewer: UserID = ada, in session: UUID? = nil) throws -> Ruling {
        let door = Door(hasher: hasher, head: .beginning, makeID: { uuid(1) }, people: [:], session: session)
        let command = try OpenSnap(.with { $0.snap = snap.description }, by: .user(viewer), at: door)
        return try Given(events: [registered(viewer)] + events, elsewhere: []).when(command)
    }

    private func fetch(
        _ events: DomainEvent..., by viewer: UserID = ada, in session: UUID? = nil, at now: Timestamp = at(0)
    ) throws -> Ruling {
        try Given(events: events, elsewhere: []).when(
            FetchSnap(snap: snap, viewer: viewer, session: session), at: now)
    }

    @Test func aSnapIsOpenedOnceByEachPerson() throws {
        #expect(try open(posted(ben)) == .accepted([viewed(ben, by: ada)]))
        #expect(try open(posted(ben), in: session) == .accepted([viewed(ben, by: ada, in: session)]))
        #expect(try open(posted(ben), viewed(ben, by: ada)).code == "snap_already_viewed")
        #expect(try open(posted(ben), viewed(ben, by: ada), fetched(by: ada)).code == "snap_already_viewed")
        // Its poster has a view too.
        #expect(try open(posted(ben), by: ben) == .accepted([viewed(ben, by: ben)]))
        let history = given(
            try registered(ada), posted(ben),
            elsewhere: [viewed(ben, by: cleo), viewed(ben, by: ada, otherSnap), posted(ben, otherSnap)])
        #expect(
            try history.when(OpenSnap.self, by: ada) { $0.snap = snap.description }
                == .accepted([viewed(ben, by: ada)]))
    }

    @Test func whatIsNotThereIsNotOpened() throws {
        let nothing = try open()
        #expect(nothing.code == "snap_not_found")
        #expect(try open(posted(ben), snapDeleted(ben)) == nothing)
        #expect(try open(posted(ben), blocked(ben, ada)) == nothing)
        #expect(try open(posted(ben), blocked(ben, ada), unblocked(ben, ada)).code == nil)
        #expect(try open(posted(ben), blocked(ada, ben)).code == "blocked")
    }

    @Test func aViewGrantsOneFetch() throws {
        #expect(try fetch(posted(ben), viewed(ben, by: ada)) == .accepted([fetched(by: ada)]))
        #expect(try fetch(posted(ben), viewed(ben, by: ada), fetched(by: ada)).code == "snap_already_viewed")
        #expect(try fetch(posted(ben)).code == "snap_not_opened")
        #expect(try fetch().code == "snap_not_found")
        #expect(try fetch(posted(ben), blocked(ben, ada)).code == "snap_not_found")
    }

    @Test func itIsForAMinute() throws {
        let (post, view) = (posted(ben), viewed(ben, by: ada, until: at(60)))
        #expect(try fetch(post, view, at: Timestamp(microseconds: at(60).microseconds - 1)).code == nil)
        #expect(try fetch(post, view, at: at(60)).code == "snap_already_viewed")
        // From when it was opened.
        let late = try given(registered(ada), posted(ben)).when(OpenSnap.self, by: ada, at: at(7)) {
            $0.snap = snap.description
        }
        #expect(late == .accepted([viewed(ben, by: ada, until: at(67))]))
    }

    @Test func itIsForTheSessionThatOpened() throws {
        let (post, view) = (posted(ben), viewed(ben, by: ada, in: session))
        #expect(try fetch(post, view, in: session).code == nil)
        #expect(try fetch(post, view, in: uuid(0x601)).code == "snap_already_viewed")
        #expect(try fetch(post, view).code == "snap_already_viewed")
        #expect(try fetch(post, viewed(ben, by: ada), in: session).code == nil)
    }

    @Test func whatEndsAfterwardsEndsTheFetch() throws {
        let (post, view) = (posted(ben), viewed(ben, by: ada))
        #expect(try fetch(post, view, snapDeleted(ben)).code == "snap_already_viewed")
        #expect(try fetch(post, view, blocked(ben, ada)).code == "snap_already_viewed")
        #expect(try fetch(post, view, blocked(ada, ben)).code == "snap_already_viewed")
        #expect(try fetch(post, view, blocked(ada, ben), unblocked(ada, ben)).code == nil)
    }
}
