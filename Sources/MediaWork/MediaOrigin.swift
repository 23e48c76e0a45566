/// When and where a picture was taken, as its camera wrote it down. Told to its uploader, and kept nowhere.
package struct MediaOrigin: Hashable, Sendable {
    /// `2008-10-22T16:28:39`, with the distance to UTC where the camera knew it.
    package var takenAt: String?
    package var place: Place?

    package init() {}

    /// In degrees, north and east positive.
    package struct Place: Hashable, Sendable, CustomStringConvertible {
        package let latitude: Double
        package let longitude: Double

        /// - Returns: nil for what is no place on Earth.
        package init?(latitude: Double, longitude: Double) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            self.latitude = latitude
            self.longitude = longitude
        }

        /// `43.46745,11.88513`.
        package init?(_ text: String) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
                return nil
            }
            self.init(latitude: latitude, longitude: longitude)
        }

        package var description: String { "\(latitude),\(longitude)" }
    }
}

extension MediaOrigin {
    /// Reads what EXIF says, field by field (EXIF 2.32, sections 4.6.5 and 4.6.6).
    /// - Parameter field: the value of a field, by its directory and name, as libvips names them.
    package init(exif field: (String) -> String?) {
        if let time = field("exif-ifd2-DateTimeOriginal").flatMap(Self.time) {
            let offset = field("exif-ifd2-OffsetTimeOriginal").map { String($0.prefix(6)) } ?? ""
            takenAt = Self.isTime(time + offset) ? time + offset : time
        }
        if let latitude = Self.degrees(field("exif-ifd3-GPSLatitude"), field("exif-ifd3-GPSLatitudeRef"), "N", "S"),
            let longitude = Self.degrees(field("exif-ifd3-GPSLongitude"), field("exif-ifd3-GPSLongitudeRef"), "E", "W")
        {
            place = Place(latitude: latitude, longitude: longitude)
        }
    }

    /// `2008:10:22 16:28:39`, as RFC 3339 has it.
    private static func time(_ exif: String) -> String? {
        var text = Array(exif.utf8.prefix(19))
        guard text.count == 19 else { return nil }
        (text[4], text[7], text[10]) = (UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "T"))
        let time = String(decoding: text, as: UTF8.self)
        // Cameras whose clock was never set write zeros.
        return isTime(time) && !time.hasPrefix("0000") ? time : nil
    }

    /// Whether it has the form that ``takenAt`` has.
    package static func isTime(_ text: String) -> Bool {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        let bytes = Array(text.utf8)
        let (time, offset) = (bytes.prefix(pattern.count), bytes.dropFirst(pattern.count))
        guard matches(Array(time), pattern) else { return false }
        guard let sign = offset.first else { return true }
        return offset.elementsEqual([UInt8(ascii: "Z")])
            || "+-".utf8.contains(sign) && matches(Array(offset.dropFirst()), Array("00:00".utf8))
    }

    /// Digits where the pattern has a 0, and else what it has.
    private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
        text.count == pattern.count
            && zip(text, pattern).allSatisfy { $1 == UInt8(ascii: "0") ? (48...57).contains($0) : $0 == $1 }
    }

    /// Degrees, minutes and seconds, each a fraction: `43/1 28/1 281400000/100000000 (…`.
    private static func degrees(
        _ value: String?, _ reference: String?, _ positive: String, _ negative: String
    ) -> Double? {
        guard let value, let reference, let sign = [positive: 1.0, negative: -1.0][String(reference.prefix(1))] else {
            return nil
        }
        let parts = value.split(separator: " ").prefix(3).map(fraction)
        guard parts.count == 3, let degrees = parts[0], let minutes = parts[1], let seconds = parts[2] else {
            return nil
        }
        let sum = sign * (degrees + minutes / 60 + seconds / 3_600)
        return sum.isFinite ? (sum * 1_000_000).rounded() / 1_000_000 : nil
    }

    private static func fraction(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        switch parts.count {
        case 1: return parts[0]
        case 2: return parts[0].flatMap { above in parts[1].flatMap { $0 > 0 ? above / $0 : nil } }
        default: return nil
        }
    }
}

extension MediaOrigin {
    /// Reads what a video says of itself.
    /// - Parameters:
    ///   - time: `2019-10-01T12:30:45.000000Z`, `2019-10-01T14:30:45+0200`.
    ///   - place: as ISO 6709 has it: `+43.4674+011.8851+100.000/`.
    package init(video time: String, place: String) {
        let moment = String(time.prefix(19))
        var offset = time.dropFirst(19).drop { $0 == "." || $0.isNumber }
        if offset.count == 5 { offset.insert(":", at: offset.index(offset.startIndex, offsetBy: 3)) }
        // Cameras whose clock was never set begin in 1904, where QuickTime does, or in 1970.
        if !offset.isEmpty, Self.isTime(moment + offset), moment > "1980" { takenAt = moment + offset }
        let signs = place.indices.filter { place[$0] == "+" || place[$0] == "-" }
        guard signs.count >= 2 else { return }
        let end = signs.count > 2 ? signs[2] : place.firstIndex(of: "/") ?? place.endIndex
        guard signs[1] < end, let latitude = Double(place[signs[0]..<signs[1]]),
            let longitude = Double(place[signs[1]..<end])
        else { return }
        self.place = Place(latitude: latitude, longitude: longitude)
    }
}
