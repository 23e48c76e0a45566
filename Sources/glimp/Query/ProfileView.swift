import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct ProfileView: AnswerView {
    let answer: Answer<Profile>

    init(_ answer: Answer<Profile>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ProfileJSON(answer)) }

    var lines: [String] {
        let profile = answer.value
        var table = TextTable("field", "value")
        table.add("username", profile.username)
        table.add("id", profile.userID.description)
        if !profile.displayName.isEmpty { table.add("display name", profile.displayName) }
        if let email = profile.email { table.add("e-mail", email) }
        if let picture = profile.picture { table.add("picture", picture.media.description) }
        table.add("registered", profile.registeredAt.rfc3339)
        return table.lines
    }
}
