import EventLog
import GlimpDomain
import MediaWork

/// What is in `media/`.
public struct MediaStatistics: Hashable, Sendable {
    public struct Format: Hashable, Sendable {
        /// Those that are kept.
        public var uploads = 0
        /// Of their files, as they are stored.
        public var bytes: UInt64 = 0
        /// Of the uploads, those that an event uses: they are kept for good.
        public var used = 0
        /// Those that a command named a short while ago; the log will be asked what became of it.
        public var claimed = 0
        /// Those that nobody has used yet.
        public var unused = 0
        /// Smaller sizes that are written in this format, whatever that of the upload.
        public var renditions = 0
        public var renditionBytes: UInt64 = 0

        public init() {}
    }

    /// By their type, `image/jpeg`.
    public var formats: [String: Format] = [:]
    /// Of none that is counted.
    public var unreadable = UnreadableRecords()

    public init() {}

    /// Of all formats.
    public var all: Format {
        formats.values.reduce(into: Format()) { all, format in
            all.uploads += format.uploads
            all.bytes += format.bytes
            all.used += format.used
            all.claimed += format.claimed
            all.unused += format.unused
            all.renditions += format.renditions
            all.renditionBytes += format.renditionBytes
        }
    }
}

extension MediaStore {
    /// Counts what is there, without looking into files.
    public func statistics() async throws -> MediaStatistics {
        guard exists else { return MediaStatistics() }
        return try await upkeep.run { [self] in
            var statistics = MediaStatistics()
            try openIndex().forEachUpload { entry in
                do throws(EventLogError) {
                    let (record, row) = (try entry.record.get(), try entry.unsettled.get())
                    statistics.formats[record.mime, default: .init()].add(record, row)
                } catch {
                    statistics.unreadable.add(entry.media, error)
                }
            }
            files.forEachRendition { path, name in
                guard let name = RenditionName(name) else { return }
                let mime = name.format.picture.mime
                statistics.formats[mime, default: .init()].renditions += 1
                statistics.formats[mime, default: .init()].renditionBytes += UInt64(FileSystem.size(of: path))
            }
            return statistics
        }
    }
}

extension MediaStatistics.Format {
    fileprivate mutating func add(_ record: MediaRecord, _ unsettled: Unsettled?) {
        uploads += 1
        bytes += UInt64(record.storedBytes)
        switch unsettled?.state {
        case nil: used += 1
        case .claimed: claimed += 1
        case .unused, .settling, .removed: unused += 1
        }
    }
}
