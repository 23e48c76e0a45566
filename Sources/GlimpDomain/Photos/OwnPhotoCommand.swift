public import EventLog

/// A command about a public photo of the one who acts.
public protocol OwnPhotoCommand: CallerCommand where State == PhotoHistory {
    var me: UserID { get }
    var photo: PhotoID { get }
    /// What follows for a photo that is published and one's own.
    func decide(on photo: PhotoHistory.Publication) -> Ruling
}

extension OwnPhotoCommand {
    public var boundary: Query { Query([.publication(of: photo), .blocks(of: me)]) }

    public var initialState: PhotoHistory { PhotoHistory(photo, for: me) }

    public static func evolve(_ state: inout PhotoHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: PhotoHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): .refused(refusal)
        case .success(let photo): decide(on: photo)
        }
    }
}
