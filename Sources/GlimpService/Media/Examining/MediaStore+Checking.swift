import EventLog
import GlimpDomain

extension MediaStore {
    /// Compares the index with the files, and each file with what its record says of it; opens and decodes each
    /// rendition. Changes nothing; uploads and sweeps may go on meanwhile.
    /// - Parameter progress: told how many uploads have been looked at, and how many there are.
    /// - Throws: ``EventLogError`` when the index can't be read, or `glimp-media-worker` is missing.
    public func check(
        progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> MediaCheckReport {
        guard exists else { return MediaCheckReport() }
        try workers.check()
        var report = try await upkeep.run { [self] in
            var report = MediaCheckReport()
            let index = try openIndex()
            try checkUploads(index, &report, progress)
            try checkFiles(index, &report)
            for path in files.leftovers {
                report.add(MediaFinding(kind: .leftover, media: nil, what: "\(path) is what a dead process has left"))
            }
            return report
        }
        try await checkRenditions(&report)
        return report
    }

    private func checkUploads(
        _ index: MediaIndex, _ report: inout MediaCheckReport, _ progress: (Int, Int) -> Void
    ) throws {
        let counts = try index.counts()
        if counts.uploads != counts.contents {
            report.add(
                MediaFinding(
                    kind: .misindexed, media: nil,
                    what: "\(counts.contents) contents lead to \(counts.uploads) uploads in \(files.index)"))
        }
        try index.forEachUpload { entry in
            report.uploads += 1
            progress(report.uploads, counts.uploads)
            for finding in try findings(entry, index) { report.add(finding) }
            if case .success(let record) = entry.record { report.bytes += UInt64(record.storedBytes) }
        }
    }

    private func findings(_ entry: MediaIndex.Entry, _ index: MediaIndex) throws -> [MediaFinding] {
        func finding(_ kind: MediaFinding.Kind, _ what: String) -> MediaFinding {
            MediaFinding(kind: kind, media: entry.media, what: what)
        }
        let record: MediaRecord
        switch entry.record {
        case .success(let read): record = read
        case .failure(let error): return [finding(.damaged, error.message)]
        }
        var findings: [MediaFinding] = []
        if !entry.isFoundByContent {
            findings.append(finding(.misindexed, "the content of upload \(entry.media) does not lead to it"))
        }
        if case .failure(let error) = entry.unsettled { findings.append(finding(.damaged, error.message)) }
        guard let fault = files.fault(of: record) else {
            return findings + (try lostKey(of: record)).map { finding(.damaged, $0) }
        }
        // It may have been swept since the record was read.
        guard try index.contains(entry.media) else { return [] }
        return findings + [finding(fault.kind, fault.what)]
    }

    /// Why what a person has uploaded can't be opened, though it is whole.
    private func lostKey(of record: MediaRecord) throws(EventLogError) -> [String] {
        do throws(EventLogError) {
            _ = try keys.key(of: record.owner)
            return []
        } catch  where error.code == .notFound || error.code == .corrupted {
            return [error.message]
        }
    }

    private func checkFiles(_ index: MediaIndex, _ report: inout MediaCheckReport) throws {
        for digits in MediaFiles.digits {
            let folder = "\(files.directory)/files/\(digits)"
            for name in FileSystem.names(in: folder) {
                guard let media = MediaID(name), files.file(media) == "\(folder)/\(name)" else {
                    report.add(
                        MediaFinding(kind: .foreign, media: nil, what: "\(folder)/\(name) is no upload's file"))
                    continue
                }
                // In this order: an upload has its record before its name on the way goes.
                guard !FileSystem.exists(files.incoming(media)), try !index.contains(media),
                    FileSystem.exists(files.file(media))
                else { continue }
                report.add(MediaFinding(kind: .unrecorded, media: media, what: "\(folder)/\(name) has no record"))
            }
        }
    }
}
