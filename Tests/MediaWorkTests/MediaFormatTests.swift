import MediaWork
import Testing

@Suite struct MediaFormatTests {
    private func format(_ brand: String, _ others: [String] = []) -> MediaFormat? {
        let brands = ([brand, "\0\0\0\0"] + others).flatMap { Array($0.utf8) }
        return MediaFormat(magic: [0, 0, 0, UInt8(8 + brands.count)] + Array("ftyp".utf8) + brands)
    }

    @Test func videosAreToldFromPicturesByTheirBrand() {
        for brand in ["isom", "iso2", "mp41", "mp42", "avc1", "M4V "] {
            #expect(format(brand) == .video(.mp4), "\(brand)")
        }
        #expect(format("qt  ", ["qt  "]) == .video(.quickTime))
        #expect(format("heic", ["mif1", "heic"]) == .picture(.heic))
        #expect(format("mif1", ["heic"]) == .picture(.heic))
        for brand in ["avif", "avis", "mif1", "msf1", "M4A ", "crx ", "jp2 ", "    "] {
            #expect(format(brand, ["mif1"]) == nil, "\(brand)")
        }
        #expect(MediaFormat(magic: Array("\0\0\0\u{10}ftypiso".utf8)) == nil)
    }

    @Test func aFormatHasANumberOfItsOwn() {
        let all = PictureFormat.allCases.map { MediaFormat.picture($0) } + VideoFormat.allCases.map { .video($0) }
        #expect(Set(all.map(\.number)).count == all.count)
        for format in all { #expect(MediaFormat(number: format.number) == format) }
        #expect(MediaFormat(number: 0) == nil)
    }

    @Test func theOriginOfAVideoIsRead() {
        let origin = MediaOrigin(video: "2019-10-01T14:30:45+0200", place: "-43.4674+011.8851+100.000/")
        #expect(origin.takenAt == "2019-10-01T14:30:45+02:00")
        #expect(origin.place == MediaOrigin.Place(latitude: -43.4674, longitude: 11.8851))
        for (time, place) in [
            ("", ""), ("1904-01-01T00:00:00.000000Z", "+1"), ("1970-01-01T00:00:00.000000Z", "+91+0/"),
            ("nonsense", "++"),
            ("2019-10-01T14:30:45", "+1+"), ("2019-10-01T14:30:45+02", "+a+b/"),
        ] {
            let origin = MediaOrigin(video: time, place: place)
            #expect(origin.takenAt == nil && origin.place == nil, "\(time) \(place)")
        }
    }
}
