/// What a client calls itself, as it is kept: without control characters, at most 100 Unicode scalars. What is longer is
/// cut off: a browser's name may not keep its owner from logging in.
enum SessionLabel {
    static let maximumScalars = 100

    static func kept(_ label: String) -> String {
        // Bounded before it is looked at scalar by scalar.
        let scalars = label.unicodeScalars.prefix(4 * maximumScalars).filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: scalars.prefix(maximumScalars))
        return String(kept)
    }
}
