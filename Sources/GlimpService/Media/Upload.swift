import MediaWork

/// What became of an upload.
package struct Upload: Sendable {
    package let record: MediaRecord
    /// For the uploader alone; nothing of it is kept.
    package let origin: MediaOrigin
}
