import Foundation
import GRPCCore
import Logging
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

/// The doors of a process. All hear of its end at the same moment, so that one that is slow to close keeps no other open;
/// and when one can't be served, the others end as well.
struct Doors: Service {
    let doors: [Door]
    let logger: Logger

    func run() async throws {
        // Each is a group of its own: a group tells its services to end one after the other.
        let groups = doors.map { ServiceGroup(services: [$0], logger: logger) }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for group in groups { tasks.addTask { try await group.run() } }
            do {
                // Not all at once: the first that fails is to be heard.
                while try await tasks.next() != nil {}
            } catch {
                for group in groups { await group.triggerGracefulShutdown() }
                while await tasks.nextResult() != nil {}
                throw error
            }
        }
    }
}

extension IOError {
    fileprivate var errnoText: String { String(cString: strerror(errnoCode)) }
}
