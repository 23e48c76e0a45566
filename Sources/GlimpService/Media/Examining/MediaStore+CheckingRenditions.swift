import EventLog
import GlimpDomain
import MediaWork

extension MediaStore {
    /// What lies in a folder of `renditions/`.
    private struct Folder: Sendable {
        var files = 0
        var sets: [(set: RenditionSet, renditions: [Rendition])] = []
        var findings: [MediaFinding] = []
    }

    /// Opens each rendition with its owner's key, and has it decoded: nothing else says what it has to be.
    func checkRenditions(_ report: inout MediaCheckReport) async throws {
        for digits in MediaFiles.digits {
            let folder = try await upkeep.run { [self] in try look(in: digits) }
            report.renditions += folder.files
            for finding in folder.findings { report.add(finding) }
            for (set, renditions) in folder.sets {
                for finding in try await examine(set, renditions) { report.add(finding) }
            }
        }
    }

    private func look(in digits: String) throws -> Folder {
        let index = try openIndex()
        var folder = Folder()
        var sets: [RenditionSet: [Rendition]] = [:]
        try files.forEachRendition(in: digits) { path, file in
            guard let media = RenditionName.media(of: file) else {
                folder.findings.append(MediaFinding(kind: .foreign, media: nil, what: "\(path) is no rendition"))
                return
            }
            folder.files += 1
            guard try index.contains(media) else {
                folder.findings.append(
                    MediaFinding(kind: .strayRendition, media: media, what: "\(path) is of an upload that is gone"))
                return
            }
            // What is made no more goes with the next rebuild.
            guard let name = RenditionName(file) else { return }
            sets[RenditionSet(of: name), default: []].append(name.rendition)
        }
        folder.sets = sets.map { (set: $0.key, renditions: $0.value) }.sorted {
            "\($0.set.media).\($0.set.format)" < "\($1.set.media).\($1.set.format)"
        }
        return folder
    }

    private func examine(_ set: RenditionSet, _ renditions: [Rendition]) async throws -> [MediaFinding] {
        let found: MediaRecord?
        do {
            found = try await upkeep.run { [self] in try openIndex().record(of: set.media) }
        } catch let error as EventLogError where error.code == .corrupted || error.code == .newerFormat {
            // Told with the upload; what a rendition has to measure stands in that record.
            return []
        }
        guard let record = found else { return [] }
        return try await workers.run(for: nil) { [self] worker in try examine(set, renditions, of: record, worker) }
    }

    /// Blocks its thread.
    private func examine(
        _ set: RenditionSet, _ renditions: [Rendition], of record: MediaRecord, _ worker: MediaWorker
    ) throws -> [MediaFinding] {
        var findings: [MediaFinding] = []
        func add(_ rendition: Rendition, _ what: String) {
            let path = files.rendition(set.name(rendition))
            findings.append(MediaFinding(kind: .damagedRendition, media: set.media, what: "\(path) \(what)"))
        }
        var opened: [(rendition: Rendition, content: NamelessFile)] = []
        for rendition in renditions {
            switch try open(set.name(rendition), of: record) {
            case .content(let content): opened.append((rendition, content))
            case .fault(let what): add(rendition, what)
            case .gone: break
            }
        }
        let sizes = try worker.examine(set.format.picture, opened.map(\.content), limits)
        for ((rendition, _), size) in zip(opened, sizes) {
            let expected = rendition.size(width: Int(record.width), height: Int(record.height))
            guard size != expected else { continue }
            add(rendition, size.map { "measures \($0) instead of \(expected)" } ?? "can't be decoded")
        }
        return findings
    }

    private enum Opened {
        /// What is in it, in the clear.
        case content(NamelessFile)
        case fault(String)
        /// Since it was found.
        case gone
    }

    private func open(_ name: RenditionName, of record: MediaRecord) throws -> Opened {
        let path = files.rendition(name)
        do throws(EventLogError) {
            let content = try NamelessFile()
            try SealedFile(path, of: keys.key(of: record.owner)).copy(to: content.descriptor)
            return .content(content)
        } catch {
            switch error.code {
            case .corrupted: return .fault("is damaged, cut short, or another file")
            case .notFound where !FileSystem.exists(path): return .gone
            case .notFound, .newerFormat: return .fault("can't be opened: \(error.message)")
            default: throw error
            }
        }
    }
}
