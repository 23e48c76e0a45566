import Foundation
import NIOCore

extension GatewayBenchmark {
    private static let uploaders = 10

    /// What `GET /v1/friends` takes while ten people upload, beside what it takes when nobody does.
    func readsBesideUploads(of photo: Data) async throws -> [Measurement] {
        let world = try await GatewayWorld.make(at: "\(directory)/latency")
        let (gateway, port, _) = try await serve("\(directory)/latency")
        defer { gateway.stop() }
        var median = Measurement(
            name: "GET /v1/friends while ten upload, median; baseline: while nobody does", unit: "ms",
            higherIsBetter: false)
        var high = Measurement(
            name: "GET /v1/friends while ten upload, 99th percentile; baseline: while nobody does", unit: "ms",
            higherIsBetter: false)
        var rate = Measurement(name: "of that, photos kept", unit: "photos/s", higherIsBetter: true)
        let photos = DifferentPhotos(photo)
        let (load, secondsARound) = (load, secondsARound)
        for _ in 0..<rounds {
            let quiet = try await reads(world, port: port)
            async let uploads = load.upload(
                photos, by: world.friends.prefix(Self.uploaders), port: port, for: secondsARound)
            let busy = try await reads(world, port: port)
            rate.glimp.append(try await uploads.answersASecond)
            median.glimp.append(1_000 * Measurement.median(busy))
            median.baseline.append(1_000 * Measurement.median(quiet))
            high.glimp.append(1_000 * Measurement.high(busy))
            high.baseline.append(1_000 * Measurement.high(quiet))
        }
        return [median, high, rate]
    }

    /// The seconds that each read of four connections waits, ten a second each.
    private func reads(_ world: GatewayWorld, port: Int) async throws -> [Double] {
        try await load.run(port: port, callers: 4, seconds: secondsARound) { caller, pipeline, promise in
            let request = world.askers[caller].get("/v1/friends")
            let pace = HTTPCaller.Pace(delay: .milliseconds(25 * Int64(caller)), interval: .milliseconds(100))
            try pipeline.addHandler(HTTPCaller(promise, pace: pace) { request })
        }.waits
    }

    /// The memory of a process that serves, from the first hundred uploads to the last.
    func memory(of photo: Data, uploads: Int) async throws -> [Measurement] {
        let world = try await GatewayWorld.make(at: "\(directory)/memory")
        let (gateway, port, _) = try await serve("\(directory)/memory")
        defer { gateway.stop() }
        func own() -> Double { ProcessFigures.mebibytes("RssAnon", of: gateway.number) }
        func all() -> Double { ProcessFigures.mebibytes("VmRSS", of: gateway.number) }
        let photos = DifferentPhotos(photo)
        var done = 0
        var early: (own: Double, all: Double)?
        while done < uploads {
            done += try await load.upload(photos, by: world.friends.prefix(2), port: port, for: 2).answers
            if done >= min(100, uploads / 2), early == nil { early = (own(), all()) }
        }
        guard let early else { return [] }
        let name = "memory of the process that serves, after \(done) uploads; baseline: after the first hundred"
        return [
            Measurement(
                name: name, unit: "MiB", higherIsBetter: false, glimp: [all()], baseline: [early.all]),
            Measurement(
                name: "of that, its own (RssAnon)", unit: "MiB", higherIsBetter: false, glimp: [own()],
                baseline: [early.own]),
        ]
    }
}

extension Load {
    fileprivate func upload(
        _ photos: DifferentPhotos, by people: ArraySlice<GatewayWorld.Someone>, port: Int, for seconds: Double
    ) async throws -> Load.Tally {
        let people = Array(people)
        return try await run(port: port, callers: people.count, seconds: seconds) { caller, pipeline, promise in
            try pipeline.addHandler(HTTPCaller(promise) { people[caller].post(photos.next()) })
        }
    }
}

extension GatewayWorld.Someone {
    fileprivate func post(_ photo: Data) -> ByteBuffer {
        var request = ByteBuffer(
            string: "POST /v1/media HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: image/jpeg\r\nContent-Length: \(photo.count)\r\n\r\n")
        request.writeBytes(photo)
        return request
    }
}

extension Measurement {
    /// What one in a hundred is above.
    fileprivate static func high(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count * 99 / 100]
    }
}
