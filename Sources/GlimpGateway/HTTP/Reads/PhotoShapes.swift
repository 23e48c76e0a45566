// The forms of public photos and albums, beside the types of GlimpService that encode them.

extension Shape {
    /// A list whose length nobody tells: a page of it may have fewer items than were asked for, and a cursor.
    static func excerpt(of item: Shape) -> Shape {
        .object([
            .required("position", .position), .required("items", .list(item)), .required("cursor", .nullable(.text)),
        ])
    }

    private static let place = Shape.object([.required("latitude", .number), .required("longitude", .number)])

    private static let photoSize = Shape.named(
        "PhotoSize",
        .object([
            .required("name", .text), .required("width", .count), .required("height", .count), .required("url", .text),
        ]))

    static let publicPhoto = Shape.named(
        "PublicPhoto",
        .object([
            .required("photo", .id), .required("owner", .person), .required("title", .text),
            .required("tags", .list(.text)), .optional("place", place), .optional("takenAt", .moment),
            .required("publishedAt", .moment), .required("content", .photo), .required("sizes", .list(photoSize)),
        ]))

    static let nearbyPhoto = Shape.named(
        "NearbyPhoto", .object([.required("photo", .publicPhoto), .required("distance", .number)]))

    private static let comment = Shape.named(
        "Comment",
        .object([
            .required("comment", .id), .required("author", .person), .required("text", .text), .required("at", .moment),
        ]))

    static let photoDetail = Shape.named(
        "PhotoDetail",
        .object([
            .required("position", .position), .required("photo", .publicPhoto), .required("likes", .count),
            .required("likedByMe", .boolean), .required("comments", .page(of: comment)),
        ]))

    static let album = Shape.named(
        "Album",
        .object([
            .required("album", .id), .required("owner", .person), .required("title", .text),
            .optional("cover", .publicPhoto), .required("photoCount", .count), .required("createdAt", .moment),
        ]))

    static let albumContent = Shape.named(
        "AlbumContent",
        .object([
            .required("position", .position), .required("album", .album), .required("photos", .page(of: .publicPhoto)),
        ]))
}
