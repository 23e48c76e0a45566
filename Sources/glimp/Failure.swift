import ArgumentParser
import Credentials
import EventLog
import Foundation
import GlimpDemo
import GlimpDomain
import GlimpGateway
import GlimpOutbox
import GlimpReadModels
import GlimpService
import LMDB
import Projections

/// An error with the exit code that it ends the process with.
struct Failure: Error {
    enum Code: Int32 {
        case refused = 1
        case usage = 64
        case badData = 65
        case unavailable = 69
        case inputOutput = 74
    }
    var code: Code
    var message: String

    /// Tells why and ends the process. What was asked for, such as help, is a result and no error.
    static func exit<Root: ParsableCommand>(_ root: Root.Type, _ error: any Error) -> Never {
        Terminal.endProgress()
        guard let failure = Failure(error) else {
            let (message, code) = (root.fullMessage(for: error), root.exitCode(for: error))
            if code.isSuccess {
                do { try Output.write(message) } catch { exit(root, error) }
            } else if !message.isEmpty {
                Terminal.note(message)
            }
            Foundation.exit(code.rawValue)
        }
        if !failure.message.isEmpty { Terminal.note("glimp: \(failure.message)") }
        Foundation.exit(failure.code.rawValue)
    }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// nil: an error of the command line itself, or an exit that a command asked for.
    init?(_ error: any Error) {
        switch error {
        case let error as Failure: self = error
        case let error as EventLogError: self.init(Self.code(of: error.code), error.message)
        case let error as ProjectionError: self.init(Self.code(of: error.code), error.message)
        case let error as LMDBError: self.init(error)
        case let error as CredentialsError: self.init(Self.code(of: error.code), error.message)
        case let error as OutboxError:
            self.init([.invalidURL, .invalidKeys].contains(error.code) ? .usage : .refused, error.message)
        case is ApplyFailure, is UnreadableEvent, is EventDecodingError:
            self.init(.badData, String(describing: error))
        case let error as ReadModelError:
            let isMissing = error.code.rawValue.hasSuffix("_not_found")
            self.init(isMissing ? .refused : .usage, isMissing ? error.description : error.message)
        case let error as DemoError: self.init(.refused, error.description)
        case let error as ListeningError: self.init(.unavailable, error.description)
        case let error as SettingError: self.init(.usage, error.description)
        case let error as BadLine: self.init(.badData, error.description)
        case is CleanExit, is ExitCode, is ValidationError: return nil
        case let error where String(describing: type(of: error)) == "CommandError": return nil
        default: self.init(.inputOutput, String(describing: error))
        }
    }

    /// The log tells most of its errors in its own terms, so this is mostly about a read model; it does not say so.
    private init(_ error: LMDBError) {
        switch error.condition {
        case .corrupted, .invalidFile, .incompatibleTable, .versionMismatch:
            self.init(
                .badData,
                "\(error); if `glimp log verify` finds the log whole it is a projection: remove its directory, and it is "
                    + "made again from the log")
        case .busy, .readersFull, .alreadyOpen, .closed: self.init(.unavailable, "\(error)")
        default: self.init(.inputOutput, "\(error)")
        }
    }

    private static func code(of code: EventLogError.Code) -> Code {
        switch code {
        case .corrupted, .newerFormat, .invalidInput, .idReused, .checkpointMismatch, .invalidProof: .badData
        case .notSigned: .refused
        case .notFound, .locked, .closed, .busy, .conflict: .unavailable
        default: .inputOutput
        }
    }

    private static func code(of code: CredentialsError.Code) -> Code {
        switch code {
        case .busy: .unavailable
        case .inputOutput: .inputOutput
        case .corrupted, .newerFormat: .badData
        default: .refused
        }
    }

    private static func code(of code: ProjectionError.Code) -> Code {
        switch code {
        case .unknownGroup: .usage
        case .damaged, .stopped, .notApplicable, .superseded: .badData
        case .inputOutput: .inputOutput
        default: .unavailable
        }
    }
}
