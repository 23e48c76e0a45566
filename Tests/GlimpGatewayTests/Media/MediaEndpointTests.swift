import Foundation
import GlimpDomain
import GlimpService
import HTTPTypes
import PicturesForTests
import Testing
import VideosForTests

@testable import GlimpGateway

@Suite struct MediaEndpointTests {
    let world: MediaWorld
    init() async throws { world = try await MediaWorld() }

    private func upload(_ bytes: [UInt8] = MediaWorld.picture(), as name: String = "ben") async throws -> String {
        let reply = try await world.request(.post, "/v1/media", as: name, body: bytes)
        #expect(reply.status == 201)
        return try #require(try reply.json()["media"] as? String)
    }

    /// Ben answers ada with an upload of his.
    private func answer(with media: String) async throws {
        try await world.send("InviteFriend", #"{"friend":"ben"}"#, as: "ada")
        try await world.send("AcceptFriend", #"{"inviter":"ada"}"#, as: "ben")
        let request = UUID().uuidString
        try await world.send("RequestGlimp", #"{"friends":["ben"],"requests":["\#(request)"]}"#, as: "ada")
        let body = #"{"request":"\#(request)","photo":{"media":"\#(media)"}}"#
        let reply = try await world.request(.post, "/v1/commands/AnswerGlimp", as: "ben", body: Array(body.utf8))
        #expect(reply.status == 200)
    }

    @Test func anUploadSaysWhatItIs() async throws {
        let reply = try await world.request(.post, "/v1/media", as: "ben", body: MediaWorld.picture())
        let json = try reply.json()
        #expect(reply.status == 201)
        #expect(Set(json.keys) == ["media", "sha256", "mime", "width", "height", "bytes"])
        #expect(json["mime"] as? String == "image/png")
        #expect(json["width"] as? Int == 3)
        let kept = try await world.request(.get, reply.headers[.location] ?? "", as: "ben").body
        #expect(json["bytes"] as? Int == kept.count)
        #expect(reply.headers[.location] == "/v1/media/\(json["media"] as? String ?? "")")
        let again = try await upload()
        #expect(again == json["media"] as? String)
    }

    @Test func whatIsNoPictureIsRefusedWithACode() async throws {
        let picture = MediaWorld.picture()
        let cases: [([UInt8], Int, String)] = [
            ([], 422, "empty_body"), (Array("%PDF-1.7 and so on".utf8), 415, "unsupported_media"),
            (Array("GIF89a and so on".utf8), 422, "damaged_media"),
            (Array(picture.dropLast(20)), 422, "damaged_media"),
        ]
        for (bytes, status, code) in cases {
            let reply = try await world.request(.post, "/v1/media", as: "ben", body: bytes)
            #expect(reply.status == status)
            #expect(try reply.json()["code"] as? String == code)
        }
        let large = try await world.request(
            .post, "/v1/media", as: "ben", [.contentLength: "104857601"], body: picture)
        #expect(large.status == 413)
        #expect(try large.json()["code"] as? String == "too_large")
        #expect(try await world.request(.post, "/v1/media", body: picture).status == 401)
        #expect(try await world.request(.post, "/v1/media", as: "operator", body: picture).status == 403)
    }

    @Test func aSizeThatThereIsNotIsToldWithThoseThatThereAre() async throws {
        let media = try await upload()
        let reply = try await world.request(.get, "/v1/media/\(media)/huge", as: "ben")
        #expect(reply.status == 404)
        #expect(try reply.json()["code"] as? String == "rendition_not_found")
        let detail = try reply.json()["detail"] as? String ?? ""
        #expect(detail.contains("`rendition`") && detail.contains("square-75") && detail.contains("1024"), "\(detail)")
        let stranger = try await world.request(.get, "/v1/media/\(media)/huge", as: "ada")
        #expect(try stranger.json()["code"] as? String == "not_found")
    }

    @Test func aVideoIsServedByRangesToItsUploaderAlone() async throws {
        let reply = try await world.request(.post, "/v1/media", as: "ben", body: TestVideo().encoded)
        #expect(reply.status == 201)
        let json = try reply.json()
        #expect(json["mime"] as? String == "video/mp4")
        let milliseconds = try #require(json["durationMilliseconds"] as? Int)
        #expect((1_100...1_200).contains(milliseconds))
        let path = try #require(reply.headers[.location])
        let all = try await world.request(.get, path, as: "ben")
        #expect(all.status == 200 && all.headers[.contentType] == "video/mp4")
        #expect(all.body.count == json["bytes"] as? Int)
        let part = try await world.request(.get, path, as: "ben", [.range: "bytes=1000-100999"])
        #expect(part.status == 206)
        #expect(Array(part.body) == Array(Array(all.body)[1_000..<101_000]))
        #expect(try await world.request(.get, path, as: "ada").status == 404)
        let smaller = try await world.request(.get, path + "/240", as: "ben")
        #expect(smaller.status == 404)
        #expect(try smaller.json()["code"] as? String == "no_renditions")
        let square = try await world.request(.post, "/v1/media?crop=square", as: "ben", body: TestVideo().encoded)
        #expect(try square.json()["code"] as? String == "invalid_crop")
        // It is no photo: as if there were none.
        let body = Array(#"{"photo":{"media":"\#(json["media"] as? String ?? "")"}}"#.utf8)
        let change = try await world.request(.post, "/v1/commands/ChangeProfilePicture", as: "ben", body: body)
        #expect(try change.json()["code"] as? String == "photo_not_found")
    }

    /// Who × what it is used in: the status of GET and of HEAD, which are the same.
    @Test func whoMayFetchIsAskedEachTime() async throws {
        let unused = try await upload()
        let shown = try await upload(MediaWorld.picture(1))
        try await answer(with: shown)
        let profile = try await upload(MediaWorld.picture(2))
        let change = Array(#"{"photo":{"media":"\#(profile)"}}"#.utf8)
        #expect(
            try await world.request(.post, "/v1/commands/ChangeProfilePicture", as: "ben", body: change).status == 200)
        let missing = UUID().uuidString
        let table: [(String?, unused: Int, shown: Int, profile: Int, missing: Int)] = [
            (nil, 401, 401, 401, 401), ("expired", 401, 401, 401, 401), ("nonsense", 401, 401, 401, 401),
            ("ben", 200, 200, 200, 404), ("ada", 404, 200, 200, 404), ("cleo", 404, 404, 200, 404),
            ("operator", 404, 404, 404, 404),
        ]
        for row in table {
            for (media, status) in [
                (unused, row.unused), (shown, row.shown), (profile, row.profile), (missing, row.missing),
            ] {
                for method in [HTTPRequest.Method.get, .head] {
                    let reply = try await world.request(method, "/v1/media/\(media)", as: row.0)
                    #expect(reply.status == status, "\(row.0 ?? "nobody") \(method) \(media)")
                    #expect(method == .get || reply.body.isEmpty)
                    let rendition = try await world.request(method, "/v1/media/\(media)/square-75", as: row.0)
                    #expect(rendition.status == status, "\(row.0 ?? "nobody") \(method) \(media)/square-75")
                }
            }
        }
        // The same bytes for what is not there and for what one may not know of.
        let hidden = try await world.request(.get, "/v1/media/\(unused)", as: "cleo")
        let absent = try await world.request(.get, "/v1/media/\(missing)", as: "cleo")
        #expect(hidden.body == absent.body)
        #expect(hidden.headers == absent.headers)

        try await world.send("BlockUser", #"{"user":"cleo"}"#, as: "ben")
        #expect(try await world.request(.get, "/v1/media/\(profile)", as: "cleo").status == 404)
        #expect(try await world.request(.get, "/v1/media/no-id", as: "cleo").status == 404)
    }

    /// What is kept of an upload, as the library opens it.
    private func kept(_ media: String) async throws -> [UInt8] {
        let media = try #require(MediaID(media))
        let record = try #require(try world.glimp.media.record(of: media))
        return try await world.glimp.media.content(of: record).read(0..<Int(record.bytes))
    }

    @Test func aPhotoIsWhatIsKept() async throws {
        let media = try await upload()
        let path = "/v1/media/\(media)"
        let reply = try await world.request(.get, path, as: "ben")
        #expect(reply.status == 200)
        #expect(reply.body == (try await kept(media)))
        #expect(reply.headers[.contentType] == "image/png")
        #expect(reply.headers[.contentLength] == String(reply.body.count))
        #expect(reply.headers[.cacheControl]?.hasPrefix("private") == true)
        #expect(reply.headers[.xContentTypeOptions] == "nosniff")
        #expect(reply.headers[.acceptRanges] == "bytes")
        let tag = try #require(reply.headers[.eTag])
        #expect(tag.hasPrefix("\""))

        let head = try await world.request(.head, path, as: "ben", [.range: "bytes=0-1"])
        #expect(head.status == 200)
        #expect(head.headers[.contentLength] == reply.headers[.contentLength])
        #expect(head.headers[.eTag] == tag)
        #expect(try await world.request(.get, path, as: "ben", [.ifNoneMatch: tag]).status == 304)
        #expect(try await world.request(.get, path, as: "ben", [.ifNoneMatch: "\"other\""]).status == 200)
        // Who may not see it is not told by its tag either.
        #expect(try await world.request(.get, path, as: "cleo", [.ifNoneMatch: tag]).status == 404)
    }

    @Test func rangesPutTogetherAreThePhoto() async throws {
        // More than one piece of what is read at once.
        let media = try await upload(Self.largePicture)
        let picture = try await kept(media)
        #expect(picture.count > 100_000)
        let path = "/v1/media/\(media)"
        for size in [1_000, 65_536, 70_000, picture.count] {
            var whole: [UInt8] = []
            while whole.count < picture.count {
                let range = "bytes=\(whole.count)-\(whole.count + size - 1)"
                let reply = try await world.request(.get, path, as: "ben", [.range: range])
                let end = min(whole.count + size, picture.count)
                #expect(reply.status == 206)
                #expect(reply.headers[.contentRange] == "bytes \(whole.count)-\(end - 1)/\(picture.count)")
                #expect(reply.headers[.contentLength] == String(end - whole.count))
                guard !reply.body.isEmpty else { break }
                whole += reply.body
            }
            #expect(whole == picture)
        }
        let beyond = try await world.request(.get, path, as: "ben", [.range: "bytes=\(picture.count)-"])
        #expect(beyond.status == 416)
        #expect(beyond.headers[.contentRange] == "bytes */\(picture.count)")
        let several = try await world.request(.get, path, as: "ben", [.range: "bytes=0-1,3-4"])
        #expect(several.status == 200)
        let tag = try #require(several.headers[.eTag])
        let same = try await world.request(.get, path, as: "ben", [.range: "bytes=0-1", .ifRange: tag])
        #expect((same.status, same.body) == (206, Array(picture.prefix(2))))
        let other = try await world.request(.get, path, as: "ben", [.range: "bytes=0-1", .ifRange: "\"x\""])
        #expect(other.status == 200)
    }

    /// An answer that has begun can only break off: nobody would be told why.
    @Test func whatIsDamagedIsAnErrorBeforeAnythingIsSaid() async throws {
        let media = try await upload(Self.largePicture)
        let file = URL(filePath: "\(world.path)/media/files/\(media.suffix(2))/\(media)")
        let sealed = try Data(contentsOf: file)
        var altered = sealed
        altered[100] ^= 1
        try altered.write(to: file)
        for range in [[:], [.range: "bytes=0-3"]] as [HTTPFields] {
            let reply = try await world.request(.get, "/v1/media/\(media)", as: "ben", range)
            #expect(reply.status == 500)
            #expect(try reply.json()["code"] as? String == "media_corrupted")
            #expect(try (reply.json()["detail"] as? String)?.hasPrefix("This photo or video is damaged") == true)
        }
        // Where it is whole, it can be read.
        let end = try await world.request(.get, "/v1/media/\(media)", as: "ben", [.range: "bytes=-10"])
        #expect((end.status, end.body.count) == (206, 10))
    }

    private static let largePicture: [UInt8] = {
        var picture = TestPicture(256, 256)
        picture.isNoise = true
        return picture.encoded(".png")
    }()

    @Test func aSquareIsCutOnDemand() async throws {
        let picture = TestPicture(48, 32).encoded(".png")
        for (crop, width) in [("square", 32), ("40,24,8", 8)] {
            let reply = try await world.request(.post, "/v1/media?crop=\(crop)", as: "ben", body: picture)
            #expect(reply.status == 201)
            #expect(try reply.json()["width"] as? Int == width)
            #expect(try reply.json()["height"] as? Int == width)
        }
        for crop in ["41,24,8", "round", ""] {
            let reply = try await world.request(.post, "/v1/media?crop=\(crop)", as: "ben", body: picture)
            #expect(reply.status == 422)
            #expect(try reply.json()["code"] as? String == "invalid_crop", "\(crop)")
        }
    }

    @Test func aSmallerSizeIsWhatOneAccepts() async throws {
        let path = "/v1/media/\(try await upload(TestPicture(600, 400).encoded(".png")))"
        let jpeg = try await world.request(.get, "\(path)/240", as: "ben", [.accept: "image/*, */*"])
        #expect((jpeg.status, jpeg.headers[.contentType]) == (200, "image/jpeg"))
        #expect(jpeg.body.starts(with: [0xFF, 0xD8]))
        #expect(jpeg.headers[.vary] == "Accept")
        let webp = try await world.request(.get, "\(path)/240", as: "ben", [.accept: "image/avif, image/webp;q=0.8"])
        #expect((webp.status, webp.headers[.contentType]) == (200, "image/webp"))
        #expect(webp.headers[.contentLength] == String(webp.body.count))
        let tag = try #require(webp.headers[.eTag])
        #expect(tag != jpeg.headers[.eTag])
        let refused = try await world.request(.get, "\(path)/240", as: "ben", [.accept: "image/webp;q=0"])
        #expect(refused.headers[.contentType] == "image/jpeg")
        let known = try await world.request(
            .get, "\(path)/240", as: "ben", [.accept: "image/webp", .ifNoneMatch: tag])
        #expect(known.status == 304)
        let part = try await world.request(
            .get, "\(path)/240", as: "ben", [.accept: "image/webp", .range: "bytes=0-3"])
        #expect((part.status, part.body) == (206, Array("RIFF".utf8)))
        let head = try await world.request(.head, "\(path)/square-75", as: "ben")
        #expect((head.status, head.body) == (200, []))
        for name in ["241", "square", "Square-75"] {
            #expect(try await world.request(.get, "\(path)/\(name)", as: "ben").status == 404)
        }
    }

    @Test func whenAndWhereIsToldInTheAnswerToTheUploadOnly() async throws {
        var picture = TestPicture(48, 48)
        picture.fields = TestPicture.camera
        let reply = try await world.request(.post, "/v1/media", as: "ben", body: picture.encoded(".jpg"))
        let json = try reply.json()
        #expect(json["takenAt"] as? String == "2008-10-22T16:28:39+02:00")
        #expect((json["place"] as? [String: Double])?["latitude"] == 43.467448)
        let media = try #require(json["media"] as? String)
        #expect(try await Data(kept(media)).range(of: Data("2008:10".utf8)) == nil)
    }

    @Test func aPhotoOverHTTPIsAnUploadOfOnesOwn() async throws {
        let hers = try await upload(as: "ada")
        let body = Array(#"{"photo":{"media":"\#(hers)"}}"#.utf8)
        let reply = try await world.request(.post, "/v1/commands/ChangeProfilePicture", as: "ben", body: body)
        #expect(reply.status == 404)
        #expect(try reply.json()["code"] as? String == "photo_not_found")
    }
}
