import MediaWork
import Testing

/// When and where, out of what cameras write.
@Suite struct MediaOriginTests {
    private func origin(_ fields: [String: String]) -> MediaOrigin { MediaOrigin { fields[$0] } }

    private func taken(_ time: String, _ offset: String? = nil) -> String? {
        var fields = ["exif-ifd2-DateTimeOriginal": time]
        fields["exif-ifd2-OffsetTimeOriginal"] = offset
        return origin(fields).takenAt
    }

    @Test func timesAreAsRFC3339HasThem() {
        let rest = " (2008:10:22 16:28:39, ASCII, 20 components, 20 bytes)"
        #expect(taken("2008:10:22 16:28:39" + rest) == "2008-10-22T16:28:39")
        #expect(taken("2008:10:22 16:28:39", "+02:00" + rest) == "2008-10-22T16:28:39+02:00")
        #expect(taken("2008:10:22 16:28:39", "  :  ") == "2008-10-22T16:28:39")
        #expect(taken("0000:00:00 00:00:00") == nil)
        #expect(taken("    :  :     :  :  ") == nil)
        #expect(taken("") == nil)
        #expect(origin([:]) == MediaOrigin())
    }

    private func place(_ latitude: String, _ north: String, _ longitude: String, _ east: String) -> String? {
        origin([
            "exif-ifd3-GPSLatitude": latitude, "exif-ifd3-GPSLatitudeRef": north,
            "exif-ifd3-GPSLongitude": longitude, "exif-ifd3-GPSLongitudeRef": east,
        ]).place?.description
    }

    @Test func placesAreInDegrees() {
        let (latitude, longitude) = ("43/1 28/1 281400000/100000000 (43, 28, 2.81)", "11/1 53/1 645599999/100000000")
        #expect(place(latitude, "N (N, ASCII)", longitude, "E") == "43.467448,11.885127")
        #expect(place(latitude, "S", longitude, "W") == "-43.467448,-11.885127")
        #expect(place("43 28 2.814", "N", "11 53 6.456", "E") == "43.467448,11.885127")
        #expect(place(latitude, "?", longitude, "E") == nil)
        #expect(place("0/0 0/0 0/0", "N", longitude, "E") == nil)
        #expect(place("91/1 0/1 0/1", "N", longitude, "E") == nil)
        #expect(place("inf 0/1 0/1", "N", longitude, "E") == nil)
        #expect(place("43/1", "N", longitude, "E") == nil)
    }
}
