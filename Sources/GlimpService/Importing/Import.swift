public import EventLog
import GlimpDomain

/// Applies commands from lines of JSON, in order, several to a commit.
public actor Import {
    public struct Options: Sendable {
        /// Each line's `at` is the accepted time, and what was due by then expires first.
        public var isHistorical = false
        /// End at the first refusal.
        public var stopsOnRefusal = false
        /// Gets `{"id","position"}` for each accepted line, once it is durable.
        public var acknowledgements: AcknowledgementFile?

        public init() {}
    }

    /// What an import came to.
    public struct Summary: Sendable {
        /// Accepted in this run.
        public var applied = 0
        /// By code.
        public var refused: [String: Int] = [:]
        /// Lines whose outcome existed, accepted or refused.
        public var duplicates = 0
        /// Appended by this run: by its lines, and in a historical import by what expired between them.
        public var events: UInt64 = 0
        /// The log's head.
        public var position = Position.beginning
        public var lines = 0
        /// The refusal that ended it, with its line.
        public var stoppedBy: (line: Int, refusal: Refusal)?
    }

    private struct InFlight {
        var line: Int
        var idText: String?
        var registers: Username?
        var submission: Submission
    }

    private let glimp: GlimpDirectory
    private let options: Options
    private let chain = SubmissionChain()
    private let expiry: HistoricalExpiry?
    private let startTime: Timestamp
    private var lastTime: Timestamp?
    private var inFlight: [InFlight] = []
    private var firstInFlight = 0
    /// The names that lines on their way ask for, with how many do.
    private var registering: [Username: Int] = [:]
    private var summary = Summary()
    /// Of the first line that failed.
    private var failure: (any Error)?

    /// Lines on their way at once: bounds memory, and how many share a commit.
    private static let window = 512
    private static let shareOfACommit = 64

    public init(into glimp: GlimpDirectory, options: Options) async throws {
        self.glimp = glimp
        self.options = options
        expiry = options.isHistorical ? try await HistoricalExpiry(log: glimp.log, keys: glimp.keys) : nil
        let head = try glimp.log.head()
        let last = try glimp.log.read(.all, from: head, backwards: true, limit: 1).first
        startTime = last?.time ?? Timestamp(microseconds: .min)
    }

    /// Applies every line.
    /// - Parameter progress: called now and then with what was done so far.
    /// - Throws: ``BadLine`` for the first line that can't be applied; ``EventLogError``. What came before stays
    ///   applied and acknowledged.
    public func run(
        _ lines: LineReader, progress: @Sendable (Summary) -> Void
    ) async throws -> Summary {
        let before = try glimp.log.head()
        glimp.log.gather(atLeast: Self.shareOfACommit)
        defer { glimp.log.gather(atLeast: 1) }
        // What is durable is noted, whatever keeps the rest from becoming so: that is the error to tell.
        defer { try? options.acknowledgements?.flush() }
        do {
            while summary.stoppedBy == nil, let line = try await next(of: lines) {
                if line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
                try await apply(line.bytes, number: line.number)
                if summary.lines.isMultiple(of: Self.window) { progress(summary) }
            }
            try await settle(leaving: 0)
        } catch {
            // The lines on their way stood before this: what becomes of them is noted, and the first failure told.
            await settleAll()
            throw failure ?? error
        }
        try options.acknowledgements?.flush()
        summary.position = try glimp.log.head()
        summary.events = options.isHistorical ? summary.position.rawValue - before.rawValue : summary.events
        return summary
    }

    private func next(of lines: LineReader) async throws -> (number: Int, bytes: ArraySlice<UInt8>)? {
        try await lines.next(beforeWaiting: { try await settle(leaving: 0) })
    }

    private func apply(_ bytes: ArraySlice<UInt8>, number: Int) async throws {
        let line = try ImportLine(bytes, number: number, isHistorical: options.isHistorical)
        let isPast = try checkTime(line, number: number)
        // Where the log ends is known only when it is known what became of the lines before.
        if line.command.namesPosition { try await settle(leaving: 0) }
        let sender = try await sender(of: line, number: number)
        let submission: Submission
        do {
            submission = try submit(line, sender)
        } catch let error as EventLogError where error.code == .idReused {
            submission = Submission(failed: error)
        }
        summary.lines += 1
        let registers = line.command.registeredUsername
        if let registers { registering[registers, default: 0] += 1 }
        inFlight.append(
            InFlight(line: number, idText: line.idText, registers: registers, submission: submission))
        // A line that may fail by its time, or end the run, is settled before the next is looked at.
        try await settle(leaving: isPast || options.stopsOnRefusal ? 0 : Self.window)
    }

    private func submit(_ line: ImportLine, _ sender: CommandBus.Sender) throws -> Submission {
        guard let at = line.at, let expiry else {
            return try glimp.commands.submit(line.command, by: sender, id: line.id, in: chain)
        }
        return try glimp.commands.submit(line.command, by: sender, id: line.id, at: at, in: chain) { transaction in
            try expiry.expire(dueBy: at, in: &transaction)
        }
    }

    /// - Returns: whether the line lies before the log's last event, which only a line with an outcome may.
    private func checkTime(_ line: ImportLine, number: Int) throws -> Bool {
        guard let at = line.at else { return false }
        if let lastTime, at < lastTime { throw BadLine(number: number, reason: "`at` goes backwards") }
        guard at <= glimp.clock.now() else { throw BadLine(number: number, reason: "`at` lies in the future") }
        lastTime = at
        return at < startTime
    }

    private func sender(of line: ImportLine, number: Int) async throws -> CommandBus.Sender {
        try await settleRegistrations(mentionedBy: line)
        if let actor = line.actor, line.command.registersAnother(than: actor) {
            throw BadLine(number: number, reason: "`as` names another username than the body registers")
        }
        return try glimp.commands.sender(named: line.actor, of: line.command)
    }

    /// A name can be looked up only when it is known what became of its registration.
    private func settleRegistrations(mentionedBy line: ImportLine) async throws {
        guard !registering.isEmpty else { return }
        let names = line.command.mentionedPeople + [line.actor].compactMap { $0 }
        for name in names {
            guard let username = Username(name), registering[username] != nil else { continue }
            return try await settle(leaving: 0)
        }
    }

    /// Waits for lines on their way, oldest first, until at most `count` are left.
    private func settle(leaving count: Int) async throws {
        if count == 0 { glimp.log.hurry() }
        while inFlight.count - firstInFlight > count { try await accountForOldest() }
        if count == 0 { try options.acknowledgements?.flush() }
    }

    /// Waits for every line on its way, also after one that failed.
    private func settleAll() async {
        glimp.log.hurry()
        while inFlight.count > firstInFlight { try? await accountForOldest() }
    }

    private func accountForOldest() async throws {
        let oldest = inFlight[firstInFlight]
        firstInFlight += 1
        if firstInFlight > Self.window {
            inFlight.removeFirst(firstInFlight)
            firstInFlight = 0
        }
        do { try await account(for: oldest) } catch {
            failure = failure ?? error
            throw error
        }
    }

    private func refuse(_ refusal: Refusal, _ line: Int, again: Bool = false) {
        if again { summary.duplicates += 1 } else { summary.refused[refusal.code, default: 0] += 1 }
        if options.stopsOnRefusal, summary.stoppedBy == nil { summary.stoppedBy = (line, refusal) }
    }

    private func account(for line: InFlight) async throws {
        if let name = line.registers, let count = registering[name] {
            registering[name] = count > 1 ? count - 1 : nil
        }
        let outcome: Outcome
        do {
            outcome = try await line.submission.outcome()
        } catch let error as EventLogError where error.code == .invalidInput {
            throw BadLine(number: line.line, reason: error.message)
        } catch let error as EventLogError where error.code == .idReused {
            refuse(Refusal(error.code.rawValue, error.message), line.line)
            return
        }
        switch outcome.result {
        case .refused(let refusal):
            refuse(refusal, line.line, again: outcome.isDuplicate)
        case .nothingToAppend:
            if outcome.isDuplicate { summary.duplicates += 1 } else { summary.applied += 1 }
        case .appended(let first, let last, _):
            if outcome.isDuplicate {
                summary.duplicates += 1
            } else {
                summary.applied += 1
                summary.events += last.rawValue - first.rawValue + 1
            }
            if let id = line.idText { try options.acknowledgements?.add(id: id, position: outcome.position) }
        }
    }
}
