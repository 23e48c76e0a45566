import Foundation
import FoundationNetworking
import Testing

/// One `glimp serve`, and what it is asked.
struct Server: Sendable {
    let process: RunningProcess
    let port: Int

    /// - Parameter data: its data directory; nil: that of the bench.
    init(
        _ bench: Workbench, _ options: [String] = [], data: String? = nil, environment: [String: String] = [:]
    ) async throws {
        let place = data.map { ["--data", $0] } ?? []
        process = try bench.start(
            ["serve", "--http", "127.0.0.1:0", "--grpc", "off"] + options + place, environment: environment)
        try await poll("it listens") { [process] in process.output.contains("Listening on") }
        port = try #require(process.output.split(separator: ":").last.flatMap { Int($0.dropLast()) })
    }

    /// - Parameters:
    ///   - wait: the position that the answer has to reflect.
    ///   - id: the command's.
    ///   - isJSON: whether the answer is.
    func send(
        _ method: String, _ path: String, _ body: String? = nil, as token: String? = nil, wait: Int? = nil,
        id: UUID? = nil, isJSON: Bool = true
    ) async throws -> (status: Int, json: JSON) {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let wait { request.setValue("\(wait)", forHTTPHeaderField: "Glimp-Wait-For") }
        if let id { request.setValue(id.uuidString, forHTTPHeaderField: "Idempotency-Key") }
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, data.isEmpty || !isJSON ? nil : try JSON(String(decoding: data, as: UTF8.self)))
    }

    func register(_ name: String) async throws -> String {
        let answer = try await send(
            "POST", "/v1/accounts", #"{"username":"\#(name)","password":"correct horse"}"#)
        return try #require(answer.json["accessToken"]?.text, "\(answer)")
    }
}
