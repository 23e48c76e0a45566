import MediaWork

/// What became of an upload.
package struct Upload: Sendable {
    package let record: MediaRecord
    /// Of the content as it was uploaded, 32 bytes. This and what follows are for the uploader alone; none of it is kept.
    package let sha256: [UInt8]
    package let origin: MediaOrigin
}
