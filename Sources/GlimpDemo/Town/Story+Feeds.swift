import GlimpSchemas
import SwiftProtobuf

extension Story {
    private enum Shown {
        case drawn(Motif)
        case catalogue(String)
    }

    mutating func tellFeeds() {
        let posts: [(feed: String, who: String, shown: Shown)] = [
            ("Memes", "bo", .catalogue("cat")), ("Memes", "june", .catalogue("rocket")),
            ("Memes", "eun", .drawn(.cake)),
            ("Memes", "ivo", .catalogue("coffee")), ("Memes", "ada", .drawn(.face)),
            ("Dog spots", "greta", .drawn(.dog)), ("Dog spots", "carla", .drawn(.dog)),
            ("Dog spots", "kofi", .catalogue("dog")), ("Dog spots", "hana", .drawn(.dog)),
            ("Dog spots", "ada", .drawn(.dog)),
            ("Random", "lena", .drawn(.kite)), ("Random", "dov", .catalogue("mountain")),
            ("Random", "finn", .drawn(.harbour)), ("Random", "bo", .drawn(.street)),
            ("Random", "carla", .catalogue("sailboat")), ("Random", "kofi", .catalogue("balloon")),
        ]
        for (number, post) in posts.enumerated() {
            // The newest of them minutes ago, the oldest some days.
            let ago = number.isMultiple(of: 5) ? random.between(5, 50) * minute : random.between(1, 90) * hour
            let (feed, snap) = (post.feed, id("snap \(number)"))
            switch post.shown {
            case .drawn(let motif):
                let picture = Drawing(motif: motif, thing: "snap \(number)", person: post.who)
                tell(ago, post.who, picture: picture) { occasion in
                    Glimp_V1_PostSnap.with { ($0.feed, $0.snap, $0.picture.photo.media) = (feed, snap, occasion.media) }
                }
            case .catalogue(let name):
                tell(ago, post.who) { _ in
                    Glimp_V1_PostSnap.with { ($0.feed, $0.snap, $0.picture.catalogue) = (feed, snap, name) }
                }
            }
            for viewer in Person.all.map(\.username)
            where viewer != post.who && !Self.areApart(viewer, post.who) && random.isLikely(0.4) {
                let opened = ago * random.between(0.1, 0.95)
                tell(opened, viewer) { _ in Glimp_V1_OpenSnap.with { $0.snap = snap } }
                // Now and then somebody opens one and does not wait for the picture.
                if random.isLikely(0.85) { tell(opened - random.between(2, 20), viewer, fetches: snap) }
            }
        }
        let regretted = id("snap that was regretted")
        tell(50 * hour, "dov") { _ in
            Glimp_V1_PostSnap.with { ($0.feed, $0.snap, $0.picture.catalogue) = ("Memes", regretted, "sunset") }
        }
        tell(49 * hour, "dov") { _ in Glimp_V1_DeleteSnap.with { $0.snap = regretted } }
    }
}
