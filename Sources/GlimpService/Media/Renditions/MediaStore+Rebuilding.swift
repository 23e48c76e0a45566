import EventLog
import GlimpDomain
import Glibc
import MediaWork

/// What a rebuild of renditions has come to.
public struct RenditionRebuild: Sendable {
    /// Those that were there.
    public internal(set) var all = 0
    /// Those that were made anew.
    public internal(set) var made = 0
    /// Those that are made no more, or whose upload is gone.
    public internal(set) var removed = 0
    /// Uploads whose renditions can't be made, each once, and why: what was there stays.
    public internal(set) var failures: [MediaID: EventLogError] = [:]
}

extension MediaStore {
    /// Makes all renditions again that are there, one after the other: each takes the place of the old one, which stays
    /// whole for whoever reads it. May be ended at any moment and begun again.
    /// - Throws: ``EventLogError`` `full`, `busy` and what else is no picture's fault.
    public func rebuildRenditions(
        progress: (RenditionRebuild) -> Void = { _ in }
    ) async throws -> RenditionRebuild {
        var rebuild = RenditionRebuild()
        guard exists else { return rebuild }
        try workers.check()
        let (names, others) = try await upkeep.run { [files] in files.renditionNames }
        rebuild.all = names.count + others.count
        for path in others { unlink(path) }
        rebuild.removed = others.count
        // Those of one format are made from one decoding.
        let sets = Dictionary(grouping: names, by: RenditionSet.init(of:)).mapValues { Set($0.map(\.rendition)) }
        try await withThrowingTaskGroup(of: (RenditionSet, Remade).self) { group in
            var rest = Array(sets)[...]
            for (set, renditions) in rest.prefix(limits.picturesAtOnce) {
                group.addTask { (set, try await self.remake(set, renditions)) }
            }
            rest = rest.dropFirst(limits.picturesAtOnce)
            while let (set, remade) = try await group.next() {
                let count = sets[set]?.count ?? 0
                switch remade {
                case .made: rebuild.made += count
                case .removed: rebuild.removed += count
                case .failed(let error): rebuild.failures[set.media] = error
                }
                progress(rebuild)
                if let (set, renditions) = rest.popFirst() {
                    group.addTask { (set, try await self.remake(set, renditions)) }
                }
            }
        }
        return rebuild
    }

    private enum Remade: Sendable {
        case made, removed
        case failed(EventLogError)
    }

    private func remake(_ set: RenditionSet, _ renditions: Set<Rendition>) async throws -> Remade {
        @Sendable func remove() -> Remade {
            for rendition in renditions { unlink(files.rendition(set.name(rendition))) }
            return .removed
        }
        let found: MediaRecord?
        do {
            found = try await upkeep.run { [self] in try openIndex().record(of: set.media) }
        } catch let error as EventLogError where error.code == .corrupted || error.code == .newerFormat {
            return .failed(error)
        }
        guard let record = found else { return remove() }
        return try await workers.run(for: record.owner) { [self] worker -> Remade in
            do {
                try self.renditions.remake(set, renditions, of: record, worker)
                return .made
            } catch let error as EventLogError where error.code == .corrupted || error.code == .notFound {
                // Perhaps it was swept meanwhile.
                guard try openIndex().record(of: set.media) == nil else { return .failed(error) }
                return remove()
            }
        }
    }
}

extension MediaFiles {
    /// The renditions that are there, and the paths of those that are made no more.
    fileprivate var renditionNames: (names: [RenditionName], others: [String]) {
        var names: [RenditionName] = []
        var others: [String] = []
        forEachRendition { path, file in
            if let name = RenditionName(file) { names.append(name) } else { others.append(path) }
        }
        return (names, others)
    }
}
