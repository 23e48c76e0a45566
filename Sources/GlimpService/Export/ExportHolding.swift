/// What a person has beside the log and the photos, as an archive tells of it. Few items, and nothing that opens
/// anything: who makes an archive sees to that.
package struct ExportHolding: Sendable {
    let file: ExportFile
    let items: [any Encodable & Sendable]

    package init(_ file: ExportFile, _ items: [any Encodable & Sendable]) {
        self.file = file
        self.items = items
    }
}
