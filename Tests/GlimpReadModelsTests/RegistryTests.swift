import Foundation
import Projections
import Testing

@testable import GlimpReadModels

@Suite("The register of read models")
struct RegistryTests {
    @Test("has every projection of the module")
    func isComplete() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/GlimpReadModels")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var declared: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?:struct|class|enum|actor) (\w+): (?:Glimp)?Projection\b/) {
                declared.insert(String(match.1))
            }
        }
        let registered = GlimpReadModels.all.flatMap(\.members).map { String(describing: type(of: $0)) }
        #expect(declared.count == 18)
        #expect(Set(registered) == declared)
        // Several groups may have a projection for themselves, none has it twice.
        #expect(GlimpReadModels.all.allSatisfy { Set($0.members.map(\.name)).count == $0.members.count })
    }

    @Test("gives each group one name")
    func names() {
        #expect(
            GlimpReadModels.all.map(\.name)
                == ["accounts", "collections", "photos", "feeds", "expiry", "activity"])
    }
}
