import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf

/// Two weeks in the life of Wrenhaven, which end now: everything that a list can show has happened to ada, and much of
/// it to the others.
struct Story: Sendable {
    let seed: Seed
    var random: SeededRandom
    private var told: [Step] = []

    init(_ seed: Seed) {
        self.seed = seed
        random = seed.random(for: "story")
        tellArrivals()
        tellFriendships()
        tellGlimps()
        tellFeeds()
        tellPhotos()
        tellReading()
    }

    /// In the order in which it happened.
    var steps: [Step] {
        // Sorting keeps no order among equals by itself.
        told.enumerated().sorted { ($1.element.ago, $0.offset) < ($0.element.ago, $1.offset) }.map(\.element)
    }

    /// The person's id as commands supply it.
    func user(_ name: String) -> UUID { seed.id(of: "person \(name)") }

    func id(_ thing: String) -> String { seed.id(of: thing).uuidString.lowercased() }

    /// - Parameter ago: before the end of the story, in seconds.
    mutating func tell(
        _ ago: Double, _ who: String, picture: Drawing? = nil,
        _ command: @escaping @Sendable (Step.Occasion) -> any Message
    ) {
        tell(ago, who, picture, .command(command))
    }

    /// - Parameter ago: before the end of the story, in seconds.
    mutating func tell(_ ago: Double, _ who: String, fetches snap: String) { tell(ago, who, nil, .fetch(snap: snap)) }

    private mutating func tell(_ ago: Double, _ who: String, _ picture: Drawing?, _ deed: Step.Deed) {
        // Nothing happens at a full second.
        let ago = Int64((ago + random.between(0, 1)) * 1_000_000)
        told.append(Step(ago: ago, who: who, picture: picture, deed: deed))
    }

    private mutating func tellArrivals() {
        for (number, person) in Person.all.enumerated() {
            let ago = 14 * day - Double(number) * 2 * hour - random.between(0, hour)
            let (name, id) = (person.username, user(person.username).uuidString.lowercased())
            tell(ago, name) { _ in
                Glimp_V1_RegisterAccount.with {
                    ($0.userID, $0.username, $0.displayName) = (id, name, person.displayName)
                    $0.email = "\(name)@wrenhaven.example"
                }
            }
            let face = Drawing(motif: .face, thing: "profile of \(name)", person: name)
            tell(ago - random.between(60, 900), name, picture: face) { occasion in
                Glimp_V1_ChangeProfilePicture.with { $0.photo.media = occasion.media }
            }
        }
    }

    /// What was read before the last things happened.
    private mutating func tellReading() {
        for (name, ago) in [("ada", 9 * hour), ("bo", 26 * hour), ("carla", 2 * hour), ("dov", 3 * day)] {
            tell(ago, name) { occasion in
                Glimp_V1_MarkNotificationsRead.with { $0.position = occasion.position.rawValue }
            }
        }
        tell(12 * day, "greta") { _ in
            Glimp_V1_SetNotificationPreferences.with {
                $0.pushed = [.friendInvited, .friendAccepted, .glimpRequested, .glimpAnswered, .photoLiked]
            }
        }
    }
}

let minute = 60.0
let hour = 60 * minute
let day = 24 * hour
