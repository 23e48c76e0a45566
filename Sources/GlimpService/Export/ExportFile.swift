/// A file of an archive, and what its README says of it.
package struct ExportFile: Hashable, Sendable {
    package let name: String
    let about: String

    private init(_ name: String, _ about: String) {
        self.name = name
        self.about = about
    }
}

extension ExportFile {
    static let readme = ExportFile("README.txt", "This.")

    // Read from the person's collections.
    static let profile = ExportFile("profile.json", "Who you are here.")
    static let preferences = ExportFile("preferences.json", "Which kinds of news are pushed to you.")
    static let friends = ExportFile("friends.json", "Your friends.")
    static let incomingInvitations = ExportFile("invitations-incoming.json", "Open invitations to you.")
    static let outgoingInvitations = ExportFile("invitations-outgoing.json", "Open invitations of yours.")
    static let incomingRequests = ExportFile("requests-incoming.json", "Who waits for a glimp of yours.")
    static let outgoingRequests = ExportFile("requests-outgoing.json", "Whose glimp you wait for.")
    static let received = ExportFile("glimps-received.json", "Glimps that you got, oldest first.")
    static let sent = ExportFile("glimps-sent.json", "Glimps that you sent, oldest first.")
    static let notifications = ExportFile("notifications.json", "What you were told, newest first, read or not.")

    // Told by who makes the archive: neither events nor rows.
    package static let sessions = ExportFile("sessions.json", "Where you are logged in.")
    package static let webhooks = ExportFile("webhooks.json", "Where your notifications are posted, without secrets.")
    package static let phones = ExportFile("push.json", "Phones and browsers that are told, without their keys.")

    // Made of events.
    static let blocked = ExportFile("blocked.json", "Whom you have blocked.")
    static let snapsPosted = ExportFile("snaps-posted.json", "What you posted to feeds.")
    static let snapsOpened = ExportFile(
        "snaps-opened.json", "What you opened in feeds; their pictures are seen once and are not here.")
    static let publicPhotos = ExportFile("public-photos.json", "Photos that you published.")
    static let albums = ExportFile("albums.json", "Your albums, their photos in order.")
    static let likes = ExportFile("likes.json", "Photos that you like.")
    static let comments = ExportFile("comments.json", "What you wrote about photos.")
    static let commentsReceived = ExportFile("comments-received.json", "What others wrote about your photos.")
    static let events = ExportFile(
        "events.ndjson", "Everything that happened to your account, one line of JSON each, oldest first.")

    static let photos = ExportFile(
        "photos.json",
        "Your uploads and the photos of glimps that you got: which file in photos/ each is, or why it could not be read."
    )
    static let manifest = ExportFile("manifest.json", "What is in the archive; its last file.")

    /// In their order in the archive. The photos themselves, in `photos/`, come before the last two.
    static let all = [
        readme, profile, preferences, friends, incomingInvitations, outgoingInvitations, incomingRequests,
        outgoingRequests, received, sent, notifications, sessions, webhooks, phones, blocked, snapsPosted, snapsOpened,
        publicPhotos, albums, likes, comments, commentsReceived, events, photos, manifest,
    ]
}
