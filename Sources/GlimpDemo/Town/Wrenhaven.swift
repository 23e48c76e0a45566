import GlimpSchemas
import SwiftProtobuf

/// The town: where its places are, and what people say of it.
enum Wrenhaven {
    /// On an island in the North Sea that no other map shows, in millionths of a degree.
    private static let centre = (latitude: 54_800_000, longitude: 2_400_000)

    private static let places: [Motif: (latitude: Int, longitude: Int)] = [
        .harbour: (-4_000, 2_000), .lighthouse: (-9_000, 21_000), .hills: (14_000, -12_000), .street: (1_000, -1_500),
        .meadow: (7_000, 9_000),
    ]

    /// Some steps from where the others have stood.
    static func place(of motif: Motif, _ random: inout SeededRandom) -> Glimp_V1_Place {
        let place = places[motif] ?? (0, 0)
        let (north, east) = (random.whole(-1_500...1_500), random.whole(-2_500...2_500))
        return .with {
            $0.latitude = Double(centre.latitude + place.latitude + north) / 1_000_000
            $0.longitude = Double(centre.longitude + place.longitude + east) / 1_000_000
        }
    }

    static let titles: [Motif: [String]] = [
        .harbour: ["Boats, waiting", "The harbour before breakfast", "Flat calm", "Home port"],
        .lighthouse: ["The old lighthouse", "Still on duty", "Wren Point", "As far as the road goes"],
        .hills: ["Seven hills, or eight", "From the top of Heron Hill", "After the rain", "The long way round"],
        .street: ["Market Street", "Number nine has new paint", "Quiet in town", "Where the baker lives"],
        .meadow: ["Everything is in flower", "Sheep were here", "The big tree", "Lunch break"],
    ]

    static let tags: [Motif: [String]] = [
        .harbour: ["sea", "boats"], .lighthouse: ["sea", "light"], .hills: ["walk", "view"],
        .street: ["town", "houses"],
        .meadow: ["flowers", "walk"],
    ]

    static let comments = [
        "I can smell the sea from here.", "Was that this morning?", "That light!", "I was there an hour too late.",
        "Can I come along next time?", "My favourite so far.", "So that is where you were.", "Look at that sky.",
        "You should print this one.", "I thought I knew every corner of this town.", "Worth getting up for.",
        "I have never seen it this empty.", "My grandmother lived just behind there.", "Which way were you facing?",
        "The gulls must love you.", "It rained on me there, an hour later.", "Now I want to go home.",
        "Look at those colours.", "Is the bench still there?", "We should meet there on Sunday.",
        "I walked past it and saw nothing. Thank you.", "How long did you wait for this?", "The sky does that in May.",
        "There is my bicycle!", "Quiet. I like that.", "I will show this to my sister.", "You have an eye for it.",
        "So much for bad weather.", "That path is gone now, isn’t it?", "I can hear the wind in it.",
        "This goes on my wall.", "Funny, I remember it larger.", "The left half is a picture of its own.",
        "First time that I see it from there.", "I know who painted that door.", "You make it look easy.",
        "Were you standing in the water?", "Send this to the mayor.", "Nobody would believe me without this.",
        "What a morning.", "I would have cropped it, and been wrong.", "The one place where my phone has no signal.",
        "More of these, please.", "That is where we learned to swim.", "You can see my roof!",
        "I had forgotten how green it gets.", "There was a fair once, right there.", "And then the fog came.",
    ]
}
