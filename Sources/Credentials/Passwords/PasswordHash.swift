import CryptoExtras
import FoundationEssentials

/// A password's scrypt hash with all that is needed to check it, in the PHC string format:
/// `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`, salt and hash in base64 without padding.
struct PasswordHash: Equatable, Sendable {
    static let saltByteCount = 16
    static let hashByteCount = 32

    let parameters: ScryptParameters
    let salt: [UInt8]
    let hash: [UInt8]

    /// Takes the time and memory that `parameters` ask for.
    static func make(
        of password: [UInt8], _ parameters: ScryptParameters, salt: [UInt8]
    ) throws(CredentialsError) -> PasswordHash {
        PasswordHash(
            parameters: parameters, salt: salt, hash: try evaluate(password, parameters, salt, hashByteCount))
    }

    /// Takes the time and memory that the hash was made with.
    func isHash(of password: [UInt8]) throws(CredentialsError) -> Bool {
        isEqualInConstantTime(try Self.evaluate(password, parameters, salt, hash.count), hash)
    }

    private static func evaluate(
        _ password: [UInt8], _ parameters: ScryptParameters, _ salt: [UInt8], _ byteCount: Int
    ) throws(CredentialsError) -> [UInt8] {
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: password, salt: salt, outputByteCount: byteCount, rounds: 1 << parameters.logN,
                blockSize: parameters.r, parallelism: parameters.p)
            return key.withUnsafeBytes { Array($0) }
        } catch {
            // Its only reason with parameters that are in bounds.
            throw CredentialsError(.busy, "there is no memory to hash a password; try again later")
        }
    }
}

/// The stored form.
extension PasswordHash {
    var stored: [UInt8] {
        let cost = "ln=\(parameters.logN),r=\(parameters.r),p=\(parameters.p)"
        return Array("$scrypt$\(cost)$\(Self.base64(salt))$\(Self.base64(hash))".utf8)
    }

    /// - Throws: `corrupted`.
    init(stored: [UInt8]) throws(CredentialsError) {
        let parts = String(decoding: stored, as: UTF8.self).split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let parameters = Self.parameters(parts[2]),
            let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]), salt.count >= 8, hash.count >= 16
        else { throw .damaged("the hash of a password") }
        self.init(parameters: parameters, salt: salt, hash: hash)
    }

    private static func parameters(_ text: Substring) -> ScryptParameters? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        var values: [Int] = []
        for (field, name) in zip(fields, ["ln=", "r=", "p="]) {
            guard field.hasPrefix(name), let value = Int(field.dropFirst(name.count)) else { return nil }
            values.append(value)
        }
        let parameters = ScryptParameters(logN: values[0], r: values[1], p: values[2])
        return parameters.isBounded ? parameters : nil
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)).map { [UInt8]($0) }
    }
}
