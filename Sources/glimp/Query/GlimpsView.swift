import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct GlimpsView: AnswerView {
    let answer: Answer<Page<Glimp>>

    init(_ answer: Answer<Page<Glimp>>) { self.answer = answer }

    func json() throws -> String {
        try JSONText.line(ListJSON(answer.value, at: answer.position, GlimpJSON.init))
    }

    var lines: [String] {
        var table = TextTable("answered", "asked by", "from", "photo")
        for glimp in answer.value.items {
            let photo = glimp.photo
            table.add(
                glimp.answeredAt.rfc3339, glimp.asker.username, glimp.answerer.username,
                "\(photo.media) \(photo.width)×\(photo.height)")
        }
        return answer.value.lines("Glimps", table)
    }
}
