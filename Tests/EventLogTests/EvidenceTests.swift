import Foundation
import LMDB
import Testing

@testable import EventLog

/// Checkpoints that are signed, and what is refused; proofs that need no log.
@Suite struct EvidenceTests {
    let scratch: ScratchLog
    private var signing: String { scratch.root + "signing" }
    private var checkpointFile: String { scratch.path + "/evidence/checkpoint" }

    init() throws { scratch = try ScratchLog() }

    private func signer(_ origin: String? = "example.com/log") throws -> CheckpointSigner {
        try CheckpointSigner(directory: signing, origin: origin)
    }

    private func append(_ count: Int, to log: EventLog) async throws {
        _ = try await log.append(
            (0..<count).map { noted([EventTag("n:\($0 % 7)")], payload: Array("event \($0)".utf8)) })
    }

    private func code(_ body: () throws -> some Any) -> EventLogError.Code? {
        do { _ = try body() } catch { return (error as? EventLogError)?.code }
        return nil
    }

    @Test func anEmptyLogAndOneThatGrows() async throws {
        try await scratch.withLog { log in
            let signer = try signer()
            #expect(try log.signedCheckpoint() == nil)
            let empty = try signer.sign(log)
            #expect(empty.head == TreeHead(size: 0, root: .ofNothing))
            try await append(300, to: log)
            let first = try signer.sign(log)
            #expect(first.head.size == 300)
            #expect(try log.signedCheckpoint() == first)
            #expect(try log.signingKey() == signer.verifier)
            // Nothing was appended: it is the same once more.
            #expect(try signer.sign(log) == first)
            try await append(500, to: log)
            let second = try signer.sign(log)
            #expect(try second.head == log.treeHead())
            for checkpoint in [empty, first, second] {
                #expect(checkpoint.origin == "example.com/log")
                try checkpoint.requireSignature(by: signer.verifier)
                #expect(try log.treeHead(at: checkpoint.head.size) == checkpoint.head)
            }
            #expect(code { try log.treeHead(at: 801) } == .invalidInput)
        }
        #expect(try LogVerifier(directory: scratch.path).verify().signedThrough == Position(800))
    }

    @Test func theKeyIsMadeOnceAndOnlyItsOwnerReadsIt() throws {
        let verifier = try signer().verifier
        #expect(try signer(nil).verifier == verifier)
        #expect(code { try signer("example.com/other") } == .invalidInput)
        let held = try signer()
        #expect(code { try signer() } == .locked)
        withExtendedLifetime(held) {}
        let attributes = try FileManager.default.attributesOfItem(atPath: signing + "/key")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(code { try CheckpointSigner(directory: scratch.root + "none", origin: nil) } == .notFound)
        #expect(code { try CheckpointSigner(directory: scratch.root + "spaces", origin: "a b") } == .invalidInput)
    }

    /// What was signed binds: an older copy of the log, another log and an altered one are refused, by the signer and by
    /// whoever has to make the index again.
    @Test func whatDoesNotExtendTheLastIsNotSigned() async throws {
        try await scratch.withLog { log in
            try await append(20, to: log)
            _ = try signer().sign(log)
        }
        try scratch.copy("log", to: "old")
        try scratch.copy("index", to: "oldIndex")
        try await scratch.withLog { log in
            try await append(10, to: log)
            _ = try signer().sign(log)
        }
        try scratch.copy("evidence", to: "signed")
        try scratch.putBack("old", as: "log")
        try scratch.putBack("oldIndex", as: "index")
        // An older copy is not opened, with its index as little as without.
        #expect(code { try scratch.open() } == .checkpointMismatch)
        // Without what was published the signer has its own.
        try scratch.remove("evidence")
        try await scratch.withLog { log in
            #expect(code { try signer().sign(log) } == .checkpointMismatch)
            // As many again, but others.
            try await append(10, to: log)
            #expect(code { try signer().sign(log) } == .checkpointMismatch)
            #expect(try log.signedCheckpoint() == nil)
        }
        try FileManager.default.copyItem(atPath: scratch.root + "signed", toPath: scratch.path + "/evidence")
        try await scratch.withLog { log in
            #expect(code { try log.inclusionProof(of: Position(1)) } == .checkpointMismatch)
        }
        #expect(code { try LogVerifier(directory: scratch.path).verify() } == .checkpointMismatch)
        try scratch.remove("index")
        #expect(code { try scratch.open() } == .checkpointMismatch)
    }

    @Test func aShorterLogIsNoRebuiltIndex() async throws {
        try await scratch.withLog { try await append(20, to: $0) }
        try scratch.copy("log", to: "old")
        try await scratch.withLog { log in
            try await append(10, to: log)
            _ = try signer().sign(log)
        }
        try scratch.putBack("old", as: "log")
        // Its index is ahead of it, and made again.
        #expect(code { try scratch.open() } == .checkpointMismatch)
        #expect(message { try scratch.open() }.contains("30 events, and only 20 are here"))
    }

    private func message(_ body: () throws -> some Any) -> String {
        do { _ = try body() } catch { return "\(error)" }
        return ""
    }

    /// The hashes in the index are not believed: what is signed is what the records say.
    @Test func anAlteredTreeIsNotSigned() async throws {
        try await scratch.withLog { log in
            try await append(600, to: log)
            try log.catchUpIndex()
        }
        let environment = try Environment(directory: try scratch.generation())
        let tree: Table<UInt64> = try environment.openTable(TableDefinition("tree"))
        try environment.write { transaction in
            try transaction.put(TreeHash.ofNothing.bytes, for: TreeNode.key(1, 1), in: tree)
        }
        environment.close()
        await expectDamage("over the events 257 to 512 is another")
        try await scratch.withLog { log in
            // The edge in the checkpoint is right, and so is the root that is signed.
            let signed = try signer().sign(log)
            try await append(300, to: log)
            #expect(code { try signer().sign(log) } == .checkpointMismatch)
            _ = signed
        }
        try scratch.remove("index")
        let signed = try await scratch.withLog { try signer().sign($0) }
        #expect(signed.head.size == 900)
    }

    private func expectDamage(_ text: String) async {
        let message = message { try LogVerifier(directory: scratch.path).verify() }
        #expect(message.contains(text), "\(message)")
    }

    @Test(arguments: ["missing", "extra", "edge"])
    func damageOfTheTreeIsFound(_ damage: String) async throws {
        try await scratch.withLog { log in
            try await append(600, to: log)
            try log.catchUpIndex()
        }
        let environment = try Environment(directory: try scratch.generation())
        let tree: Table<UInt64> = try environment.openTable(TableDefinition("tree"))
        let meta: Table<String> = try environment.openTable(TableDefinition("meta"))
        try environment.write { transaction in
            switch damage {
            case "missing": try transaction.remove(TreeNode.key(1, 0), from: tree)
            case "extra": try transaction.put(TreeHash.ofNothing.bytes, for: TreeNode.key(1, 2), in: tree)
            default:
                let bytes = try #require(try transaction.get("checkpoint", in: meta)?.withUnsafeBytes { Array($0) })
                let checkpoint = IndexCheckpoint(bytes.span.bytes)
                let stored = try #require(checkpoint)
                let edge = try #require(
                    MerkleFrontier(size: 600, subtrees: stored.frontier.subtrees.dropLast() + [.ofNothing]))
                let altered = IndexCheckpoint(
                    frontier: edge, outcome: stored.outcome, logID: stored.logID, leafHash: stored.leafHash)
                try transaction.put(altered.encoded(), for: "checkpoint", in: meta)
            }
        }
        environment.close()
        await expectDamage(
            ["missing": "over the events 1 to 256 is missing", "extra": "has 3 nodes", "edge": "after event 600"][
                damage]
                ?? "")
    }

    /// The index made again, or by a process that was killed and another that went on, has the same tree.
    @Test func aTreeMadeAgainIsTheSame() async throws {
        let heads = try await scratch.withLog { log in
            try await append(700, to: log)
            try log.catchUpIndex()
            return try [0, 1, 255, 256, 257, 700].map { try log.treeHead(at: $0) }
        }
        try scratch.remove("index")
        try await scratch.withLog { log in
            let again = try heads.map { try log.treeHead(at: $0.size) }
            #expect(again == heads)
        }
        for _ in 0..<3 {
            let helper = try OtherProcess("append-tagged", scratch.path, 100, "g")
            _ = helper.waitForEnd()
            let open = try OtherProcess("open", scratch.path)
            #expect(try open.line() == "ready")
            open.kill()
        }
        try await scratch.withLog { log in
            let again = try heads.map { try log.treeHead(at: $0.size) }
            #expect(again == heads)
            try log.catchUpIndex()
            var leaves: [TreeHash] = []
            try log.forEachRecord {
                leaves.append(TreeHash(checked: $0.leafHash)); return true
            }
            #expect(leaves.count == 1_000)
            #expect(try log.treeHead().root == ReferenceTree(leaves).root(of: 1_000))
        }
        _ = try LogVerifier(directory: scratch.path).verify()
    }

    @Test func proofsAreCheckedWithoutTheLog() async throws {
        try await scratch.withLog { log in
            let signer = try signer()
            try await append(300, to: log)
            #expect(code { try log.inclusionProof(of: Position(1)) } == .notSigned)
            let old = try signer.sign(log)
            try await append(411, to: log)
            let new = try signer.sign(log)
            try await append(1, to: log)
            #expect(code { try log.inclusionProof(of: Position(712)) } == .notSigned)
            #expect(code { try log.inclusionProof(of: .beginning) } == .invalidInput)
            for position in [1, 255, 256, 257, 512, 711].map({ Position($0) }) {
                for content in [true, false] {
                    let proof = try log.inclusionProof(of: position, content: content)
                    guard case .inclusion(let read) = try ProofFile(Array(proof.description.utf8)) else {
                        Issue.record("no proof of inclusion")
                        continue
                    }
                    #expect(read == proof && read.checkpoint == new)
                    try read.verify(signer.verifier)
                    let event = try log.read(.all, from: position, limit: 1).first
                    #expect(read.content.event(at: position)?.id == (content ? event?.id : nil))
                    #expect(try log.position(of: #require(event).id) == position)
                }
            }
            let proof = try log.consistencyProof(from: 300)
            guard case .consistency(let read) = try ProofFile(Array(proof.description.utf8)) else {
                Issue.record("no proof of consistency")
                return
            }
            #expect(read == proof)
            try read.verify(signer.verifier, known: [old])
            #expect(code { try read.verify(signer.verifier, known: []) } == .notSigned)
            #expect(code { try read.verify(signer.verifier, known: [new]) } == .notSigned)
            let other = try log.consistencyProof(from: 256, to: 700)
            #expect(other.checkpoint == nil)
            #expect(code { try other.verify(signer.verifier, known: [old]) } == .notSigned)
            try log.consistencyProof(from: 0).verify(signer.verifier, known: [])
            #expect(code { try log.consistencyProof(from: 712) } == .invalidInput)
        }
    }

    /// Changing any byte of a proof makes it fail.
    @Test func anAlteredProofFails() async throws {
        try await scratch.withLog { log in
            let signer = try signer()
            try await append(5, to: log)
            let old = try signer.sign(log)
            try await append(7, to: log)
            _ = try signer.sign(log)
            let proofs = [
                try log.inclusionProof(of: Position(6)).description,
                try log.inclusionProof(of: Position(6), content: false).description,
                try log.consistencyProof(from: 5).description,
            ]
            for proof in proofs {
                let bytes = Array(proof.utf8)
                for place in bytes.indices {
                    var altered = bytes
                    altered[place] ^= 1
                    #expect(throws: EventLogError.self, "byte \(place) of \(proof)") {
                        switch try ProofFile(altered) {
                        case .inclusion(let proof): try proof.verify(signer.verifier)
                        case .consistency(let proof): try proof.verify(signer.verifier, known: [old])
                        }
                    }
                }
            }
        }
    }
}
