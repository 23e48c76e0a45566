import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpService

/// What happens is in an archive, and the documentation says where.
@Suite struct ExportPlacesTests {
    /// Fails when somebody adds an event and does not say where an archive tells of it.
    @Test func everyTypeOfEventHasItsPlace() {
        let known = EventKind.all.map(\.type)
        for type in known {
            #expect(ExportPlaces.of(type) != nil, "ExportPlaces.files does not say where an archive tells of \(type)")
        }
        #expect(Set(ExportPlaces.files.keys) == Set(known))
    }

    @Test func everyFileHasAnEntryOfItsOwn() {
        let names = ExportFile.all.map(\.name)
        #expect(Set(names).count == names.count && names.first == "README.txt" && names.last == "manifest.json")
        #expect(Set(ExportPlaces.files.values.joined()).isSubset(of: ExportFile.all))
        #expect(Set(ExportHistory.lists.map(\.file)).isSubset(of: ExportFile.all))
    }

    /// The rows of a table of the documentation, each as its cells without their marks.
    private func rows(under heading: String) throws -> [[String]] {
        var checkout = URL(filePath: #filePath)
        for _ in 0..<4 { checkout.deleteLastPathComponent() }
        let text = try String(contentsOf: checkout.appending(path: "docs/EXPORT.md"), encoding: .utf8)
        let part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) })
        return part.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
        }
    }

    @Test func theDocumentationListsEveryTypeWithItsPlaces() throws {
        let documented = try rows(under: "Events").map { row in
            "\(row[0]): \(row[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.sorted())"
        }
        let placed = EventKind.all.map { kind in
            let files = (ExportPlaces.of(kind.type) ?? []).map(\.name).sorted()
            return "\(kind.type): \(files.isEmpty ? ["–"] : files)"
        }
        #expect(Set(documented) == Set(placed) && documented.count == placed.count)
    }

    @Test func theDocumentationListsEveryFile() throws {
        let documented = try rows(under: "Files").map { $0[0] }
        #expect(documented == ExportFile.all.map(\.name))
    }
}
