import Testing

@testable import GlimpReadModels

@Suite("Registry")
struct RegistryTests {
    @Test func names() { #expect(GlimpReadModels.all.map(\.name) == ["accounts", "collections"]) }
}
