/// Columns for people: as wide as their widest cell, numbers to the right.
struct TextTable {
    struct Column {
        var title: String
        var isNumber = false
    }
    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    init(_ titles: String...) { columns = titles.map { Column(title: $0) } }

    var isEmpty: Bool { rows.isEmpty }

    mutating func add(_ cells: String...) { rows.append(cells) }

    mutating func add(cells: [String]) { rows.append(cells) }

    /// The lines, the titles first; no line ends with spaces.
    var lines: [String] {
        let titles = columns.map(\.title)
        let widths = columns.indices.map { column in
            ([titles] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return ([titles] + rows).map { cells in
            let padded = cells.enumerated().map { place, cell in
                let room = String(repeating: " ", count: max(0, widths[place] - cell.count))
                return columns[place].isNumber ? room + cell : cell + room
            }
            var line = padded.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// A part of an answer: the title, the rows set in, and how to go on.
    func section(_ title: String, cursor: String?) -> [String] {
        [title] + (isEmpty ? [] : lines.map { "  " + $0 }) + (cursor.map { ["  more: --cursor \($0)"] } ?? [])
    }
}
