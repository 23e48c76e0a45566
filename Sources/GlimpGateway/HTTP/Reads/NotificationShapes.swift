import GlimpDomain
import GlimpReadModels

// The forms of notifications and changes, beside the types of GlimpService that encode them.

extension Shape {
    static let notification = Shape.named(
        "Notification",
        .object([
            .required("position", .position), .required("kind", .string(oneOf: NotificationKind.allCases.map(\.name))),
            .required("who", .person), .required("at", .moment), .optional("request", .id),
            .optional("photo", .id), .optional("comment", .id),
            .optional("expiresAt", .moment), .optional("secondsLeft", .count), .optional("ending", .text),
            .required("unread", .boolean),
        ]))

    static let notifications = Shape.named(
        "Notifications",
        .object([
            .required("position", .position), .required("total", .count), .required("items", .list(.notification)),
            .required("cursor", .nullable(.text)), .required("unread", .count), .required("readThrough", .position),
        ]))

    static let change = Shape.named(
        "Change",
        .object([
            .required("collection", .string(oneOf: PersonalCollection.allCases.map(\.name))), .required("key", .text),
            .required("position", .position), .optional("row", .anything),
        ]))

    static let changes = Shape.named(
        "Changes",
        .object([
            .required("position", .position), .required("items", .list(.change)),
            .required("cursor", .nullable(.text)),
        ]))
}
