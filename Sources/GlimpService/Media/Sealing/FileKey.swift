import Crypto
import EventLog
import FoundationEssentials

/// The key of one sealed file. It follows from its owner's key, a random salt in the file, and the file's name: another
/// file's bytes under this name do not open.
///
/// No two files share a key, so the number of a chunk is nonce enough. The last one's differs: a file that was cut short
/// at the end of a chunk does not open (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
struct FileKey: Sendable {
    private let key: SymmetricKey

    /// - Parameters:
    ///   - header: as it stands in the file, its salt included.
    ///   - name: of the file, without its folder.
    init(of owner: SymmetricKey, header: [UInt8], name: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: owner, salt: Array(header.suffix(SealedLayout.saltBytes)),
            info: Array("glimp media file v1 ".utf8) + header + Array(name.utf8), outputByteCount: 32)
    }

    /// A header for a new file.
    static func header() -> [UInt8] {
        let zeros = SealedLayout.headerBytes - SealedLayout.magic.count - 1 - SealedLayout.saltBytes
        return SealedLayout.magic + [SealedLayout.form] + [UInt8](repeating: 0, count: zeros)
            + SymmetricKey(size: SymmetricKeySize(bitCount: SealedLayout.saltBytes * 8)).withUnsafeBytes { Array($0) }
    }

    func seal(_ content: some DataProtocol, chunk: Int, isLast: Bool) throws -> [UInt8] {
        let box = try AES.GCM.seal(content, using: key, nonce: try nonce(chunk, isLast))
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// - Returns: nil for what was altered, moved, or sealed otherwise.
    func open(_ sealed: [UInt8], chunk: Int, isLast: Bool) -> Data? {
        guard sealed.count > SealedLayout.tagBytes, let nonce = try? nonce(chunk, isLast),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(SealedLayout.tagBytes),
                tag: sealed.suffix(SealedLayout.tagBytes))
        else { return nil }
        return try? AES.GCM.open(box, using: key)
    }

    private func nonce(_ chunk: Int, _ isLast: Bool) throws -> AES.GCM.Nonce {
        let number = withUnsafeBytes(of: UInt64(chunk).bigEndian) { Array($0) }
        return try AES.GCM.Nonce(data: [0, 0, 0] + number + [isLast ? 1 : 0])
    }
}
