import EventLog

extension Refusal {
    /// Also of one that is there, for whom its owner has blocked.
    static let publicPhotoNotFound = Refusal("photo_not_found", "There is no such photo.")
    static let commentNotFound = Refusal("comment_not_found", "There is no such comment.")
    static let notYourPhoto = Refusal("not_yours", "This photo is somebody else's.")
}
