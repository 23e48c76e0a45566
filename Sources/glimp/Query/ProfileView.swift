import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct ProfileView: AnswerView {
    private let answer: Answer<Profile>

    init(_ answer: Answer<Profile>) { self.answer = answer }

    private struct JSON: Encodable {
        var position: UInt64
        var userId: String
        var username: String
        var displayName: String?
        var email: String?
        var picture: PhotoJSON?
        var registeredAt: String
    }

    func json() throws -> String {
        let profile = answer.value
        return try JSONText.line(
            JSON(
                position: answer.position.rawValue, userId: profile.userID.description, username: profile.username,
                displayName: profile.displayName.isEmpty ? nil : profile.displayName, email: profile.email,
                picture: profile.picture.map(PhotoJSON.init), registeredAt: profile.registeredAt.rfc3339))
    }

    func print() {
        let profile = answer.value
        var table = TextTable("field", "value")
        table.add("username", profile.username)
        table.add("id", profile.userID.description)
        if !profile.displayName.isEmpty { table.add("display name", profile.displayName) }
        if let email = profile.email { table.add("e-mail", email) }
        if let picture = profile.picture { table.add("picture", picture.media.description) }
        table.add("registered", profile.registeredAt.rfc3339)
        table.print()
        answer.printPosition()
    }
}
