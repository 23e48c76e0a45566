// The forms of feeds, beside the types of GlimpService that encode them.

extension Shape {
    private static let snap = Shape.named(
        "Snap",
        .object([
            .required("snap", .id), .required("poster", .person), .required("postedAt", .moment),
            .required("age", .text), .required("read", .boolean),
        ]))

    private static let feedFields: [Field] = [
        .required("feed", .id), .required("name", .text), .required("total", .count),
        .required("items", .list(snap)), .required("cursor", .nullable(.text)),
    ]

    static let feed = Shape.named("Feed", .object(feedFields + [.optional("position", .position)]))

    static let feeds = Shape.named(
        "Feeds", .object([.required("position", .position), .required("feeds", .list(feed))]))

    static let catalogue = Shape.object([.required("pictures", .list(.text))])
}
