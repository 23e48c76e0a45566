package import EventLog

extension Refusal {
    static let operatorRequired = Refusal("operator_required", "Only an operator can do this.")
    static let feedNotFound = Refusal("feed_not_found", "There is no such feed.")
    static let pictureNotFound = Refusal("picture_not_found", "The catalogue has no such picture.")
    /// Also of one that is there, for whom its poster has blocked.
    package static let snapNotFound = Refusal("snap_not_found", "There is no such snap.")
    package static let snapAlreadyViewed = Refusal("snap_already_viewed", "You have seen this snap; it is shown once.")
    static let snapNotOpened = Refusal("snap_not_opened", "Open the snap first: OpenSnap grants one fetch.")
    static let notYourSnap = Refusal("not_yours", "This snap is somebody else's.")
}
