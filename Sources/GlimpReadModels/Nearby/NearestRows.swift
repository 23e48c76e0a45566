import GlimpDomain
import HeapModule
import Projections

/// Walks through the rows of the spatial index by their distance from a point, nearest first, without reading those
/// that are farther than what is asked for.
///
/// What waits in the queue are cells, by the least distance that anything in them can have, and points, by their own
/// (Hjaltason and Samet, Distance Browsing in Spatial Databases, 1999). A cell at the head of the queue is read if it
/// holds few rows, else its quarters wait in its place. So what is read follows from how many rows are asked for and
/// how dense they lie, and a crowded square costs its few levels of quarters. Photos of one and the same point lie next
/// to each other and are read one after the other.
struct NearestRows {
    /// Rows of a cell that are read rather than parted.
    private static let few = 32

    private struct Waiting: Comparable {
        enum Kind: Int { case cell, point }

        /// In radians.
        let distance: Double
        let kind: Kind
        let cell: CubeCell
        /// Of a point.
        let point: UInt64

        static func < (a: Self, b: Self) -> Bool {
            // Cells first: a point of the same distance may still come out of one.
            (a.distance, a.kind.rawValue, a.cell.number, a.point) < (
                b.distance, b.kind.rawValue, b.cell.number, b.point
            )
        }
    }

    /// A row's place in the order: what a cursor holds.
    struct Mark: Hashable {
        /// In radians.
        let distance: Double
        let key: RowKey
    }

    private let center: SpherePoint
    /// In radians.
    private let limit: Double
    private let start: Mark?
    private var queue: Heap<Waiting> = []

    init(_ question: PhotosNearby, after start: Mark?) {
        center = SpherePoint(question.center)
        limit = Double(question.distance) / SpherePoint.earthRadius
        self.start = start
        for face in CubeCell.faces { add(face) }
    }

    /// Calls `body` with the rows in their order until it returns false.
    mutating func visit(
        in snapshot: borrowing Snapshot, _ body: (Mark, PhotoID) throws -> Bool
    ) throws {
        while let next = queue.popMin() {
            switch next.kind {
            case .cell: try open(next.cell, in: snapshot)
            case .point: guard try visit(next, in: snapshot, body) else { return }
            }
        }
    }

    private mutating func add(_ cell: CubeCell) {
        let (middle, angle) = cell.circle
        let distance = center.angle(to: middle)
        guard distance - angle <= limit else { return }
        if let start, distance + angle < start.distance { return }
        queue.insert(Waiting(distance: max(0, distance - angle), kind: .cell, cell: cell, point: 0))
    }

    private mutating func open(_ cell: CubeCell, in snapshot: borrowing Snapshot) throws {
        // A cell that is larger than the circle asked for holds more than that: looking into it tells nothing.
        if cell.level < CubeCell.smallest, cell.circle.angle > limit * 2 { return part(cell) }
        var keys: [RowKey] = []
        try snapshot.visit(
            RowRange(start: .at(RowKey().ascending(cell.number))), of: NearbyProjection.cells.shape
        ) { key, _ in
            guard try Self.read(key).cell <= cell.numbers.upperBound else { return false }
            keys.append(key)
            return keys.count <= Self.few
        }
        if keys.count <= Self.few {
            for key in keys { try addPoint(key) }
        } else if cell.level < CubeCell.smallest {
            part(cell)
        } else {
            try addPoints(of: cell, in: snapshot)
        }
    }

    private mutating func part(_ cell: CubeCell) { for quarter in cell.quarters { add(quarter) } }

    private var lastAdded: (cell: UInt64, point: UInt64)?

    private mutating func addPoint(_ key: RowKey) throws {
        let (cell, point) = try Self.read(key)
        if let lastAdded, lastAdded == (cell, point) { return }
        lastAdded = (cell, point)
        guard let place = Place(packed: point) else {
            throw ProjectionError(.damaged, "the key \(key) of nearby.cells is no place; rebuild photos")
        }
        let distance = center.angle(to: SpherePoint(place))
        guard distance <= limit else { return }
        if let start, distance < start.distance { return }
        queue.insert(
            Waiting(
                distance: distance, kind: .point, cell: CubeCell(number: cell, level: CubeCell.smallest), point: point))
    }

    /// The points of a centimetre that is crowded, leaping over the rows of each.
    private mutating func addPoints(of cell: CubeCell, in snapshot: borrowing Snapshot) throws {
        let prefix = RowKey().ascending(cell.number)
        var start = RowRange.Start.edge
        while true {
            var next: RowKey?
            try snapshot.visit(RowRange(prefix: prefix, start: start), of: NearbyProjection.cells.shape) { key, _ in
                next = key
                return false
            }
            guard let next else { return }
            try addPoint(next)
            // Behind every row of this point.
            start = .at(RowKey(bytes: Array(next.bytes.prefix(16))).ascending(.max))
        }
    }

    /// - Returns: whether to go on.
    private func visit(
        _ waiting: Waiting, in snapshot: borrowing Snapshot, _ body: (Mark, PhotoID) throws -> Bool
    ) throws -> Bool {
        let prefix = RowKey().ascending(waiting.cell.number).ascending(waiting.point)
        var range = RowRange(prefix: prefix)
        if let start, start.distance == waiting.distance {
            // Of points of the same distance those with smaller keys were shown before.
            if start.key >= prefix, !start.key.hasPrefix(prefix) { return true }
            range.start = .after(start.key)
        }
        var goesOn = true
        try snapshot.visit(range, of: NearbyProjection.cells) { row in
            goesOn = try body(Mark(distance: waiting.distance, key: row.key), row.value)
            return goesOn
        }
        return goesOn
    }

    private static func read(_ key: RowKey) throws -> (cell: UInt64, point: UInt64) {
        var reader = KeyReader(key)
        guard let cell = reader.ascending(), let point = reader.ascending() else {
            throw ProjectionError(.damaged, "the key \(key) of nearby.cells is none; rebuild photos")
        }
        return (cell, point)
    }
}
