import EventLog

extension Refusal {
    static func requestAlreadyOpen(_ friends: [String]) -> Refusal {
        Refusal("request_already_open", "Your request is open already.", subjects: friends)
    }
    static let requestNotFound = Refusal("request_not_found", "There is no such request.")
    static let notYours = Refusal("not_yours", "This is up to the other one.")
    static let alreadyAnswered = Refusal("already_answered", "The request was answered.")
    static let requestClosed = Refusal("request_closed", "The request was declined or cancelled.")
    static let requestExpired = Refusal("request_expired", "The time to answer is over.")
    static let requestNotDue = Refusal("request_not_due", "There is still time to answer.")
    static let photoAlreadySent = Refusal("photo_already_sent", "You sent this picture in another answer.")
    static let glimpNotFound = Refusal("glimp_not_found", "There is no such glimp.")
}
