// The forms of the answers, beside the types of GlimpService that encode them.

extension Shape {
    static func page(of item: Shape) -> Shape {
        .object([
            .optional("position", .position), .required("total", .count), .required("items", .list(item)),
            .required("cursor", .nullable(.text)),
        ])
    }

    static let photo = Shape.named(
        "Photo",
        .object([
            .required("media", .id), .required("mime", .text), .required("width", .count),
            .required("height", .count), .required("bytes", .count),
        ]))

    private static let personFields: [Field] = [
        .required("userId", .id), .required("username", .text), .optional("displayName", .text),
        .optional("picture", .photo),
    ]

    static let person = Shape.named("Person", .object(personFields + [.optional("erased", .boolean)]))

    static let profile = Shape.named(
        "Profile",
        .object(
            personFields + [
                .required("position", .position), .optional("email", .text), .required("registeredAt", .moment),
            ]))

    static let friend = Shape.named(
        "Friend",
        .object(
            personFields + [
                .required("since", .moment), .required("sharedGlimps", .count),
                .optional(
                    "openRequest",
                    .object([
                        .required("request", .id), .required("expiresAt", .moment), .required("secondsLeft", .count),
                    ])),
            ]))

    static let invitation = Shape.named(
        "Invitation",
        .object([.required("inviter", .person), .required("invited", .person), .required("invitedAt", .moment)]))

    static let request = Shape.named(
        "GlimpRequest",
        .object([
            .required("request", .id), .required("asker", .person), .required("answerer", .person),
            .required("requestedAt", .moment), .required("expiresAt", .moment), .required("secondsLeft", .count),
        ]))

    static let glimp = Shape.named(
        "Glimp",
        .object([
            .required("request", .id), .required("asker", .person), .required("answerer", .person),
            .required("answeredAt", .moment), .required("photo", .photo),
        ]))

    static func bothWays(_ item: Shape) -> Shape {
        .object([
            .optional("position", .position), .required("incoming", .page(of: item)),
            .required("outgoing", .page(of: item)),
        ])
    }

    static let home = Shape.named(
        "Home",
        .object([
            .required("position", .position), .required("requests", .page(of: .request)),
            .required("friends", .page(of: .friend)), .required("invitations", .bothWays(.invitation)),
            .required("unreadNotifications", .page(of: .notification)),
        ]))
}
