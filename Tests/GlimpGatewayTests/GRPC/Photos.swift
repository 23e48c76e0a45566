import Foundation
import GlimpSchemas
import SwiftProtobuf

extension Glimp_V1_UploadedPhoto {
    /// A photo that somebody else has brought in.
    static func square(_ media: String = "0198c9a0-0000-7000-8000-000000000002") -> Glimp_V1_UploadedPhoto {
        .with {
            $0.media = media
            $0.sha256 = Data(repeating: 7, count: 32)
            $0.mime = "image/jpeg"
            ($0.width, $0.height, $0.bytes) = (100, 100, 10_000)
        }
    }

    /// What others are shown of it.
    var shown: Glimp_V1_Photo {
        .with {
            ($0.media, $0.mime) = (media, mime)
            ($0.width, $0.height, $0.bytes) = (width, height, bytes)
        }
    }
}
