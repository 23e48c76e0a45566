import HTTPTypes

/// A method that a path does not have: 405, which says those it has (RFC 9110, section 15.5.6).
struct OtherMethods {
    let path: String
    let method: HTTPRequest.Method
    let problem: Problem

    private static let all: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    static func of(_ endpoints: [Endpoint]) -> [OtherMethods] {
        Dictionary(grouping: endpoints, by: \.path).flatMap { path, endpoints in
            var there = Set(endpoints.map(\.method))
            // The router answers HEAD as it does GET.
            if there.contains(.get) { there.insert(.head) }
            var problem = Problem("method_not_allowed", "This method is not for this path.")
            problem.allowed = all.filter(there.contains)
            return all.filter { !there.contains($0) }.map { OtherMethods(path: path, method: $0, problem: problem) }
        }
    }
}
