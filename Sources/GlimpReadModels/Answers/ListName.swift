/// Which list a cursor belongs to. The numbers stand in cursors that callers keep: never reuse one.
enum ListName: UInt8 {
    case friends = 1
    case incomingInvitations = 2
    case outgoingInvitations = 3
    case incomingRequests = 4
    case outgoingRequests = 5
    case received = 6
    case receivedOldestFirst = 7
    case sent = 8
    case sentOldestFirst = 9
    case shared = 10
    case notifications = 11
    case unreadNotifications = 12
    case changes = 13
    case photos = 14
    case comments = 15
    case search = 16
    case nearby = 17
    case albums = 18
    case albumPhotos = 19
    case feed = 20
    case activityOfPeople = 21
}
