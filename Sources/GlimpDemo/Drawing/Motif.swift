/// What a picture shows.
enum Motif: String, Sendable, CaseIterable {
    case face, harbour, lighthouse, hills, street, meadow, coffee, dog, cake, kite

    /// What one sees in this town.
    static let landscapes: [Motif] = [.harbour, .lighthouse, .hills, .street, .meadow]
    /// What one sends a friend who asks what one is doing.
    static let moments: [Motif] = [.coffee, .cake, .kite, .face, .dog] + landscapes
}

/// A picture that is still to be drawn.
struct Drawing: Sendable {
    static let square = (width: 480, height: 480)
    static let landscape = (width: 1_080, height: 720)

    let motif: Motif
    /// What it differs by from others with its motif: where its random numbers come from.
    let thing: String
    /// Whose face it is, for a face.
    var person = ""
    var isLandscape = false

    func draw(_ seed: Seed) -> Canvas {
        let size = isLandscape ? Self.landscape : Self.square
        var canvas = Canvas(width: size.width, height: size.height)
        var random = seed.random(for: "drawing \(thing)")
        switch motif {
        case .face: canvas.face(person, seed, &random)
        case .coffee: canvas.coffee(&random)
        case .dog: canvas.dog(&random)
        case .cake: canvas.cake(&random)
        case .kite: canvas.kite(&random)
        case .harbour: canvas.harbour(&random)
        case .lighthouse: canvas.lighthouse(&random)
        case .hills: canvas.hills(&random)
        case .street: canvas.street(&random)
        case .meadow: canvas.meadow(&random)
        }
        return canvas
    }
}
