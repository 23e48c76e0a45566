import Foundation
import GRPCCore
import NIOCore
import ServiceLifecycle

/// A door that can't be opened: where, and why.
public struct ListeningError: Error, CustomStringConvertible {
    public let description: String
}

/// A server whose failure to listen is told with its address.
struct Door: Service {
    let name: String
    let address: ListenAddress
    let server: any Service

    func run() async throws {
        do {
            try await server.run()
        } catch {
            guard let reason = Self.ioError(error) else { throw error }
            throw ListeningError(description: "\(name) can't be served on \(address): \(reason.errnoText)")
        }
    }

    private static func ioError(_ error: any Error) -> IOError? {
        if let error = error as? RuntimeError { return error.cause.flatMap(ioError) }
        return error as? IOError
    }
}

/// The doors of a process, which hear of its end at the same moment: one that is slow to close keeps no other open.
struct Doors: Service {
    let doors: [Door]

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for door in doors { group.addTask { try await door.run() } }
            defer { group.cancelAll() }
            try await group.waitForAll()
        }
    }
}

extension IOError {
    fileprivate var errnoText: String { String(cString: strerror(errnoCode)) }
}
