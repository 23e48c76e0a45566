import GlimpSchemas
import SwiftProtobuf

extension Story {
    private enum Ending {
        /// After a part of the time that there was.
        case answered(Double)
        case declined, cancelled
        /// Nobody did anything: it expires, or is open still.
        case none
    }

    mutating func tellGlimps() {
        for friendship in Self.friendships {
            for number in 0..<friendship.glimps {
                let every = 9 / Double(friendship.glimps)
                let ago = (9.5 - every * (Double(number) + random.between(0, 0.6))) * day
                // In turns, so that both have asked where there is more than one.
                let isForth = number.isMultiple(of: 2)
                let (asker, answerer) =
                    isForth ? (friendship.one, friendship.other) : (friendship.other, friendship.one)
                let minutes = Double(random.one(of: [15, 30, 60, 120, 300]))
                ask(asker, [answerer], ago, minutes, .answered(random.between(0.05, 0.9)), "\(number)")
            }
        }
        ask("eun", ["ada"], 26 * hour, 15, .none)
        ask("ada", ["greta"], 30 * hour, 60, .declined)
        ask("dov", ["ada"], 22 * hour, 30, .declined)
        ask("ada", ["finn"], 20 * hour, 30, .none)
        ask("ada", ["hana"], 18 * hour, 120, .cancelled)
        let hidden = id(Self.request("ada", "dov", "0"))
        tell(16 * hour, "ada") { _ in Glimp_V1_HideGlimp.with { $0.glimp = hidden } }
        // Unread, and still open now.
        ask("ada", ["carla"], 7 * hour, 120, .answered(0.4), "late")
        ask("hana", ["ada"], 3 * hour, 2 * 1_440, .none)
        ask("carla", ["ada"], 40 * minute, 300, .none)
        ask("bo", ["ada"], 11 * minute, 60, .none)
        ask("eun", ["ada"], 2 * minute, 15, .none, "again")
        ask("ada", ["dov"], 2 * hour, 1_440, .none)
        ask("ada", ["finn", "greta"], 25 * minute, 120, .none, "now")
        ask("kofi", ["bo"], 90 * minute, 300, .none)
        ask("ivo", ["hana"], 5 * hour, 2 * 1_440, .none)
        ask("june", ["carla"], 30 * minute, 120, .none)
        ask("lena", ["greta"], 4 * hour, 1_440, .none)
    }

    private static func request(_ asker: String, _ answerer: String, _ name: String) -> String {
        "request of \(asker) to \(answerer) \(name)"
    }

    private mutating func ask(
        _ asker: String, _ answerers: [String], _ ago: Double, _ minutes: Double, _ ending: Ending, _ name: String = ""
    ) {
        let requests = answerers.map { id(Self.request(asker, $0, name)) }
        tell(ago, asker) { _ in
            Glimp_V1_RequestGlimp.with {
                ($0.friends, $0.requests) = (answerers, requests)
                $0.answerWithin.seconds = Int64(minutes * minute)
            }
        }
        for (answerer, request) in zip(answerers, requests) {
            switch ending {
            case .answered(let share):
                let picture = Drawing(
                    motif: random.one(of: Motif.moments), thing: Self.request(asker, answerer, name), person: answerer)
                tell(ago - minutes * minute * share, answerer, picture: picture) { occasion in
                    Glimp_V1_AnswerGlimp.with { ($0.request, $0.photo.media) = (request, occasion.media) }
                }
            case .declined:
                tell(ago - 4 * minute, answerer) { _ in Glimp_V1_DeclineGlimp.with { $0.request = request } }
            case .cancelled:
                tell(ago - 4 * minute, asker) { _ in Glimp_V1_CancelGlimpRequest.with { $0.request = request } }
            case .none: break
            }
        }
    }
}
