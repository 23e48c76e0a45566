import Foundation
import GlimpDomain

/// How a text is searched for: what it has in common with other ways of writing it. Foundation knows the compatible
/// forms of Unicode, FoundationEssentials does not.
enum SearchTerms {
    /// Longer terms are the same when they begin the same: LMDB's keys have a bound.
    private static let maximumBytes = 200

    /// The words of a title, each once, in their order: runs of letters and digits, and each ideograph by itself, since
    /// no spaces stand between those.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(bounded(String(word))) }
            word = String.UnicodeScalarView()
        }
        for scalar in folded(text).unicodeScalars {
            if scalar.properties.isIdeographic {
                end()
                words.append(String(scalar))
            } else if belongsToWord(scalar) {
                word.append(scalar)
            } else {
                end()
            }
        }
        end()
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }

    /// A whole tag, blanks between its words counting as one; nil: nothing is left of it.
    static func tag(_ text: String) -> String? {
        let words = folded(text).unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
        return words.isEmpty ? nil : bounded(words.joined(separator: " "))
    }

    /// Without regard to case, to accents of Latin, Greek and Cyrillic letters, and to compatible forms (ﬁ, ①, wide
    /// letters). Marks of other scripts stay: they tell words apart.
    private static func folded(_ text: String) -> String {
        let bare = text.decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !(0x300...0x36F).contains($0.value) && !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(bare)).lowercased().precomposedStringWithCompatibilityMapping
    }

    private static func belongsToWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    private static func bounded(_ term: String) -> String {
        guard term.utf8.count > maximumBytes else { return term }
        var bytes = 0
        let scalars = term.unicodeScalars.prefix { scalar in
            bytes += UTF8.width(scalar)
            return bytes <= maximumBytes
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
