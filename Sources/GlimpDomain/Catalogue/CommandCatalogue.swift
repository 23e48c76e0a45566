/// The commands that callers can send, by name. To add one: a type that is a ``CallerCommand``, and its line here.
public enum CommandCatalogue {
    private static let kinds: [CommandKind] = [
        CommandKind(RegisterAccount.self),
        CommandKind(ChangeEmail.self),
        CommandKind(ChangeDisplayName.self),
        CommandKind(ChangeProfilePicture.self),
        CommandKind(SetNotificationPreferences.self),
        CommandKind(EraseAccount.self),
        CommandKind(InviteFriend.self),
        CommandKind(AcceptFriend.self),
        CommandKind(DeclineFriend.self),
        CommandKind(CancelInvitation.self),
        CommandKind(RemoveFriend.self),
        CommandKind(BlockUser.self),
        CommandKind(UnblockUser.self),
        CommandKind(RequestGlimp.self),
        CommandKind(AnswerGlimp.self),
        CommandKind(DeclineGlimp.self),
        CommandKind(CancelGlimpRequest.self),
        CommandKind(HideGlimp.self),
        CommandKind(DefineFeeds.self),
        CommandKind(PostSnap.self),
        CommandKind(OpenSnap.self),
        CommandKind(DeleteSnap.self),
        CommandKind(PublishPhoto.self),
        CommandKind(EditPhoto.self),
        CommandKind(UnpublishPhoto.self),
        CommandKind(CreateAlbum.self),
        CommandKind(RenameAlbum.self),
        CommandKind(AddToAlbum.self),
        CommandKind(RemoveFromAlbum.self),
        CommandKind(ReorderAlbum.self),
        CommandKind(SetAlbumCover.self),
        CommandKind(DeleteAlbum.self),
        CommandKind(LikePhoto.self),
        CommandKind(UnlikePhoto.self),
        CommandKind(CommentOnPhoto.self),
        CommandKind(DeleteComment.self),
        CommandKind(MarkNotificationsRead.self),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })

    /// What the commands are called: accounts, then friends, then glimps, then feeds, then photos, then notifications.
    public static var names: [String] { kinds.map(\.name) }

    /// What callers are told of each command, in the order of ``names``.
    public static var descriptions: [CommandDescription] { kinds.map(\.description) }

    /// Reads a command whose body is the JSON form of its message. A field that the message does not have, or of
    /// another type, is an error.
    public static func receive(_ name: String, json: [UInt8]) throws(CommandInputError) -> ReceivedCommand {
        try kind(name).receive(.json(json))
    }

    /// Reads a command whose body is its message in binary form, as strictly.
    public static func receive(_ name: String, binary: [UInt8]) throws(CommandInputError) -> ReceivedCommand {
        try kind(name).receive(.binary(binary))
    }

    static func kind(_ name: String) throws(CommandInputError) -> CommandKind {
        guard let kind = byName[name] else { throw .unknownCommand(name) }
        return kind
    }
}

/// Why a body is no command at all. Bad input, not a refusal: it leaves no outcome.
public enum CommandInputError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownCommand(String)
    case malformed(command: String, reason: String)
    case malformedLine(String)

    public var description: String {
        switch self {
        case .unknownCommand(let name): "there is no command \(name)"
        case .malformed(let command, let reason): "the body is no \(command): \(reason)"
        case .malformedLine(let reason): "it is no command line: \(reason)"
        }
    }
}
