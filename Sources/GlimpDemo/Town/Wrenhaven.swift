/// The town: where its places are, and what people say of it.
enum Wrenhaven {
    /// On an island in the North Sea that no other map shows, in millionths of a degree.
    private static let centre = (latitude: 54_800_000, longitude: 2_400_000)

    private static let places: [Motif: (latitude: Int, longitude: Int)] = [
        .harbour: (-4_000, 2_000), .lighthouse: (-9_000, 21_000), .hills: (14_000, -12_000), .street: (1_000, -1_500),
        .meadow: (7_000, 9_000),
    ]

    /// Some steps from where the others have stood.
    static func place(of motif: Motif, _ random: inout SeededRandom) -> (latitude: Int32, longitude: Int32) {
        let place = places[motif] ?? (0, 0)
        return (
            Int32(centre.latitude + place.latitude + random.whole(-1_500...1_500)),
            Int32(centre.longitude + place.longitude + random.whole(-2_500...2_500))
        )
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
        "You should print this one.", "I thought I knew every corner of this town.",
    ]
}
