/// A part of the earth's surface: the sphere is projected on the six faces of a cube, and each face is halved both ways
/// again and again. Cells of a level have about the same size everywhere, at the poles and across the 180th meridian too,
/// where a grid of latitudes and longitudes has slivers and an edge.
///
/// The smallest cells, of level 30, have about a centimetre. Their numbers are the face and then a bit of each axis in
/// turn, so that the cells within a larger one are a range of numbers.
struct CubeCell: Hashable {
    static let smallest = 30
    static let faces = (0..<6).map { CubeCell(number: UInt64($0) << 60, level: 0) }

    /// Of the first of the smallest cells in it.
    let number: UInt64
    /// 0: a face.
    let level: Int

    /// The smallest cell around a point.
    init(around point: SpherePoint) {
        let axes = [point.x, point.y, point.z]
        let axis = (0..<3).max { abs(axes[$0]) < abs(axes[$1]) } ?? 0
        let face = axes[axis] < 0 ? axis + 3 : axis
        let (u, v) = (axes[(axis + 1) % 3] / abs(axes[axis]), axes[(axis + 2) % 3] / abs(axes[axis]))
        func index(_ coordinate: Double) -> UInt64 {
            let steps = Double(1 << CubeCell.smallest)
            return UInt64(min(max((coordinate + 1) / 2 * steps, 0), steps - 1))
        }
        let (i, j) = (index(u), index(v))
        var number = UInt64(face)
        for bit in (0..<CubeCell.smallest).reversed() { number = number << 2 | (i >> bit & 1) << 1 | j >> bit & 1 }
        self.init(number: number, level: CubeCell.smallest)
    }

    init(number: UInt64, level: Int) {
        self.number = number
        self.level = level
    }

    /// How many of the smallest cells are in it.
    private var count: UInt64 { 1 << (2 * UInt64(CubeCell.smallest - level)) }

    /// The smallest cells in it.
    var numbers: ClosedRange<UInt64> { number...(number + count - 1) }

    var quarters: [CubeCell] {
        (0..<4).map { CubeCell(number: number + $0 * count / 4, level: level + 1) }
    }

    /// A circle around the cell. Its sides are great circles, so whatever holds its corners holds all of it.
    var circle: (center: SpherePoint, angle: Double) {
        var (i, j) = (0.0, 0.0)
        for bit in (0..<CubeCell.smallest).reversed() {
            let step = Double(1 << bit)
            if number >> (2 * UInt64(bit) + 1) & 1 == 1 { i += step }
            if number >> (2 * UInt64(bit)) & 1 == 1 { j += step }
        }
        let size = Double(1 << (CubeCell.smallest - level))
        let center = corner(i + size / 2, j + size / 2)
        let angle = [(i, j), (i + size, j), (i, j + size), (i + size, j + size)]
            .reduce(0) { max($0, center.angle(to: corner($1.0, $1.1))) }
        // A hair more than computed: a point on the edge must not fall beside.
        return (center, angle + 1e-12)
    }

    /// - Parameters: in steps of the smallest cells.
    private func corner(_ i: Double, _ j: Double) -> SpherePoint {
        let steps = Double(1 << CubeCell.smallest)
        let (u, v) = (i / steps * 2 - 1, j / steps * 2 - 1)
        let side = number >> 60 < 3 ? 1.0 : -1.0
        return switch number >> 60 % 3 {
        case 0: SpherePoint(side, u, v)
        case 1: SpherePoint(v, side, u)
        default: SpherePoint(u, v, side)
        }
    }
}
