import Configuration

/// The forms that settings have.
extension Setting {
    typealias Field<Value> = any (WritableKeyPath<ServerSettings, Value> & Sendable)

    static func whole(
        _ key: String, _ field: Field<Int>, _ range: ClosedRange<Int>, _ summary: String
    ) -> Setting {
        Setting(key: key, summary: summary, form: "\(range.lowerBound)…\(range.upperBound)", type: .int) {
            content, settings throws(Unfit) in
            guard case .int(let value) = content, range.contains(value) else { throw .outside(range) }
            settings[keyPath: field] = value
        } read: {
            "\($0[keyPath: field])"
        }
    }

    static func decimal(
        _ key: String, _ field: Field<Double>, _ range: ClosedRange<Double>, _ summary: String
    ) -> Setting {
        Setting(key: key, summary: summary, form: "\(range.lowerBound)…\(range.upperBound)", type: .double) {
            content, settings throws(Unfit) in
            guard case .double(let value) = content, range.contains(value) else { throw .outside(range) }
            settings[keyPath: field] = value
        } read: {
            "\($0[keyPath: field])"
        }
    }

    /// A span of time, in whole seconds.
    static func seconds(
        _ key: String, _ field: Field<Duration>, _ range: ClosedRange<Int>, _ summary: String
    ) -> Setting {
        Setting(key: key, summary: summary, form: "\(range.lowerBound)…\(range.upperBound)", type: .int) {
            content, settings throws(Unfit) in
            guard case .int(let value) = content, range.contains(value) else { throw .outside(range) }
            settings[keyPath: field] = .seconds(value)
        } read: {
            "\($0[keyPath: field].components.seconds)"
        }
    }

    static func flag(_ key: String, _ field: Field<Bool>, _ summary: String) -> Setting {
        Setting(key: key, summary: summary, form: "true, false", type: .bool) { content, settings throws(Unfit) in
            guard case .bool(let value) = content else { throw Unfit(reason: "must be true or false") }
            settings[keyPath: field] = value
        } read: {
            "\($0[keyPath: field])"
        }
    }

    static func file(_ key: String, _ field: Field<String?>, _ summary: String) -> Setting {
        Setting(key: key, summary: summary, form: "a file", type: .string) { content, settings throws(Unfit) in
            guard case .string(let path) = content, !path.isEmpty else { throw Unfit(reason: "must name a file") }
            settings[keyPath: field] = path
        } read: {
            $0[keyPath: field] ?? ""
        }
    }

    /// Several of a kind: a list in a file, with commas elsewhere.
    static func list(
        _ key: String, _ field: Field<[String]>, of form: String, _ summary: String,
        isFit: @escaping @Sendable (String) -> Bool
    ) -> Setting {
        Setting(key: key, summary: summary, form: form, type: .stringArray) { content, settings throws(Unfit) in
            guard case .stringArray(let values) = content, values.count <= 100, values.allSatisfy(isFit) else {
                throw Unfit(reason: "must be at most 100 of: \(form)")
            }
            settings[keyPath: field] = values
        } read: {
            $0[keyPath: field].joined(separator: ",")
        }
    }

    /// Anything else that is text.
    static func text(
        _ key: String, form: String, _ summary: String, read: @escaping @Sendable (ServerSettings) -> String,
        apply: @escaping @Sendable (String, inout ServerSettings) throws(Unfit) -> Void
    ) -> Setting {
        Setting(key: key, summary: summary, form: form, type: .string) { content, settings throws(Unfit) in
            guard case .string(let text) = content else { throw Unfit(reason: "must be text") }
            try apply(text, &settings)
        } read: {
            read($0)
        }
    }
}

extension Setting.Unfit {
    fileprivate static func outside<Bound>(_ range: ClosedRange<Bound>) -> Self {
        Self(reason: "must be between \(range.lowerBound) and \(range.upperBound)")
    }
}
