// swift-tools-version: 6.2
import PackageDescription

/// Set by tools/test: a warning in Glimp's own code is an error.
let warningsAreErrors = !(Context.environment["GLIMP_STRICT"] ?? "").isEmpty

let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "glimp",
    products: [
        .library(name: "LMDB", targets: ["LMDB"]),
        .library(name: "EventLog", targets: ["EventLog"]),
        .library(name: "EventLogTesting", targets: ["EventLogTesting"]),
        .library(name: "Projections", targets: ["Projections"]),
        .executable(name: "glimp", targets: ["glimp"]),
        .executable(name: "glimp-media-worker", targets: ["glimp-media-worker"]),
        .executable(name: "glimp-video-worker", targets: ["glimp-video-worker"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .target(
            name: "LMDB",
            dependencies: ["CLMDB"],
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(
            name: "EventLog",
            dependencies: [
                "LMDB", "CXXHash",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(name: "EventLogTesting", dependencies: ["EventLog"], swiftSettings: strict),
        .target(
            name: "Projections",
            dependencies: [
                "EventLog", "LMDB",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Credentials",
            dependencies: [
                "LMDB",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GlimpSchemas",
            dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")]
        ),
        .target(
            name: "GlimpDomain",
            dependencies: [
                "GlimpSchemas", "EventLog",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GlimpReadModels",
            dependencies: [
                "EventLog", "GlimpDomain", "GlimpSchemas", "Projections",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CLibvips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .target(name: "CVips", dependencies: ["CLibvips"], linkerSettings: [.linkedLibrary("vips")]),
        .target(name: "Vips", dependencies: ["CVips"], swiftSettings: strict),
        .target(name: "MediaWork", swiftSettings: strict),
        .systemLibrary(name: "CLibseccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(
            name: "CConfinement", dependencies: ["CLibseccomp"], linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "WorkerConfinement", dependencies: ["CConfinement", "MediaWork"], swiftSettings: strict),
        .executableTarget(
            name: "glimp-media-worker", dependencies: ["CVips", "MediaWork", "Vips", "WorkerConfinement"],
            swiftSettings: strict),
        .systemLibrary(
            name: "CLibav", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]),
        .target(
            name: "CVideo", dependencies: ["CLibav"],
            linkerSettings: [.linkedLibrary("avformat"), .linkedLibrary("avcodec"), .linkedLibrary("avutil")]),
        .executableTarget(
            name: "glimp-video-worker", dependencies: ["CVideo", "MediaWork", "WorkerConfinement"],
            swiftSettings: strict),
        .target(name: "CMemoryFile"),
        .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .target(name: "Tar", dependencies: ["CLibarchive"], swiftSettings: strict),
        .target(
            name: "GlimpService",
            dependencies: [
                "CMemoryFile", "EventLog", "GlimpDomain", "GlimpReadModels", "LMDB", "MediaWork", "Projections",
                "Tar",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Feeds/Catalogue")],
            swiftSettings: strict
        ),
        .target(
            name: "GlimpOutbox",
            dependencies: [
                "EventLog", "GlimpDomain", "GlimpReadModels", "GlimpService", "LMDB", "Projections",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GlimpDemo",
            dependencies: [
                "Credentials", "EventLog", "GlimpDomain", "GlimpSchemas", "GlimpService", "MediaWork",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GlimpServices",
            dependencies: [
                "GlimpSchemas",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ]
        ),
        .target(
            name: "GlimpGateway",
            dependencies: [
                "Credentials", "EventLog", "GlimpDomain", "GlimpOutbox", "GlimpReadModels", "GlimpSchemas",
                "GlimpService", "GlimpServices", "MediaWork", "Projections",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "glimp",
            dependencies: [
                "EventLog", "Credentials", "GlimpDemo", "GlimpDomain", "GlimpGateway", "GlimpOutbox", "GlimpReadModels",
                "GlimpService", "LMDB", "Projections",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "glimp-benchmark",
            dependencies: [
                "CBaseline", "Credentials", "EventLog", "GlimpDomain", "GlimpGateway", "GlimpReadModels",
                "GlimpService", "MediaWork", "Projections",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(name: "CBaseline", dependencies: ["CLMDB"], linkerSettings: [.linkedLibrary("lmdb")]),
        .testTarget(
            name: "GlimpDomainTests",
            dependencies: [
                "GlimpDomain", "GlimpSchemas", "EventLog", "EventLogTesting",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ConfinementTestHelper", dependencies: ["CConfinement"], path: "Tests/ConfinementTestHelper",
            swiftSettings: strict),
        .executableTarget(
            name: "GlimpServiceTestHelper", dependencies: ["GlimpService", "GlimpDomain", "EventLog"],
            path: "Tests/GlimpServiceTestHelper", swiftSettings: strict),
        .testTarget(
            name: "GlimpServiceTests",
            dependencies: [
                "glimp", "glimp-media-worker", "glimp-video-worker", "ConfinementTestHelper", "GlimpService",
                "GlimpServiceTestHelper",
                "GlimpReadModels", "GlimpDomain", "EventLog", "LMDB", "MediaWork", "Projections",
                "PicturesForTests", "VideosForTests",
            ],
            swiftSettings: strict
        ),
        // Makes pictures, and looks into them.
        .target(
            name: "CPicturesForTests", dependencies: ["CLibvips"], path: "Tests/CPicturesForTests",
            linkerSettings: [.linkedLibrary("vips")]),
        .target(
            name: "PicturesForTests", dependencies: ["CPicturesForTests"], path: "Tests/PicturesForTests",
            swiftSettings: strict),
        // Makes videos, and looks into them.
        .target(
            name: "CVideosForTests", dependencies: ["CLibav"], path: "Tests/CVideosForTests",
            linkerSettings: [.linkedLibrary("avformat"), .linkedLibrary("avcodec"), .linkedLibrary("avutil")]),
        .target(
            name: "VideosForTests", dependencies: ["CVideosForTests"], path: "Tests/VideosForTests",
            swiftSettings: strict),
        .testTarget(name: "TarTests", dependencies: ["Tar"], swiftSettings: strict),
        .testTarget(name: "MediaWorkTests", dependencies: ["MediaWork"], swiftSettings: strict),
        .testTarget(
            name: "GlimpOutboxTests",
            dependencies: [
                "EventLog", "GlimpDomain", "GlimpOutbox", "GlimpReadModels", "GlimpService", "Projections",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GlimpGatewayTests",
            dependencies: [
                "Credentials", "EventLog", "glimp-media-worker", "glimp-video-worker", "GlimpDomain", "GlimpGateway",
                "GlimpOutbox", "GlimpReadModels", "GlimpSchemas", "GlimpService", "GlimpServices", "LMDB",
                "MediaWork",
                "PicturesForTests", "Projections", "VideosForTests",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: strict
        ),
        // Depends on the executable to have it built; runs it as a process.
        .testTarget(
            name: "GlimpTests",
            dependencies: ["glimp", "glimp-media-worker", "glimp-video-worker", "EventLog", "LMDB"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ProjectionsTests",
            dependencies: ["Projections", "EventLog", "EventLogTesting", "LMDB"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GlimpReadModelsTests",
            dependencies: ["GlimpReadModels", "GlimpDomain", "Projections", "EventLog", "EventLogTesting"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LMDBTestHelper", dependencies: ["LMDB"], path: "Tests/LMDBTestHelper", swiftSettings: strict),
        .testTarget(name: "LMDBTests", dependencies: ["LMDB", "LMDBTestHelper"], swiftSettings: strict),
        .executableTarget(
            name: "CredentialsTestHelper", dependencies: ["Credentials", "LMDB"], path: "Tests/CredentialsTestHelper",
            swiftSettings: strict),
        .testTarget(
            name: "CredentialsTests",
            dependencies: [
                "Credentials", "CredentialsTestHelper", "LMDB",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "EventLogTestHelper", dependencies: ["EventLog", "LMDB"], path: "Tests/EventLogTestHelper",
            swiftSettings: strict),
        .testTarget(
            name: "EventLogTests",
            dependencies: [
                "EventLog", "EventLogTestHelper", "EventLogTesting", "LMDB",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
