import Credentials
import Foundation
import GlimpOutbox
import GlimpService
import NIOCore

extension ServerSettings {
    /// Every setting, in the order in which they are shown.
    public static let all: [Setting] =
        listening + httpLimits + streamLimits + requestLimits + browsers + grpcLimits + mediaLimits + sessionLimits
        + outboxLimits

    private static let listening: [Setting] = [
        .text("data", form: "a directory", "The data directory.", read: \.data) {
            path, settings throws(Setting.Unfit) in
            guard !path.isEmpty else { throw Setting.Unfit(reason: "must name a directory") }
            settings.data = path
        },
        .text("http.listen", form: ListenAddress.form, "Where HTTP is served; port 0 takes a free one.") {
            ListenAddress(host: $0.http.host, port: $0.http.port).description
        } apply: { text, settings throws(Setting.Unfit) in
            let address = try ListenAddress(text)
            (settings.http.host, settings.http.port) = (address.host, address.port)
        },
        .text("grpc.listen", form: "\(ListenAddress.form), off", "Where gRPC is served.") {
            $0.servesGRPC ? ListenAddress(host: $0.grpc.host, port: $0.grpc.port).description : "off"
        } apply: { text, settings throws(Setting.Unfit) in
            settings.servesGRPC = text != "off"
            guard settings.servesGRPC else { return }
            let address = try ListenAddress(text)
            (settings.grpc.host, settings.grpc.port) = (address.host, address.port)
        },
        .flag(
            "grpc.eventLog", \.grpc.servesEventLog,
            "Offer eventlog.v1.EventLog, to services with a token of the scope `events`."),
        .flag(
            "metrics.open", \.http.opensMetrics, "Tell `/metrics` to everybody, not only to operators who may `read`."),
        .flag(
            "evidence.open", \.http.opensEvidence,
            "Tell the log's checkpoint, its key and proofs of consistency to everybody, not only to operators who may `read`."
        ),
        .whole(
            "shutdown.graceSeconds", \.http.graceSeconds, 0...300,
            "Seconds that what is in flight may take to finish at the end."),
        .file("tls.certificate", \.certificate, "The certificate chain (PEM): HTTP and gRPC then speak TLS only."),
        .file("tls.privateKey", \.privateKey, "Its private key (PEM)."),
    ]

    private static let httpLimits: [Setting] = [
        .whole("http.connections", \.http.connections, 1...1_000_000, "Connections at once; more wait."),
        .whole(
            "http.connectionsOfAddress", \.http.connectionsOfAddress, 1...1_000_000,
            "Connections at once of one address; more are closed."),
        .whole("http.bodyBytes", \.http.bodyBytes, 1_024...1 << 26, "Bytes of a body that is JSON."),
        .whole("http.headerBytes", \.http.headerBytes, 1_024...1 << 20, "Bytes of a request's header."),
        .whole("http.headerFields", \.http.headerFields, 8...1_000, "Fields of a request's header."),
        .whole("http.idleSeconds", \.http.idleSeconds, 1...3_600, "Seconds a connection may be without a request."),
        .whole(
            "http.bodySeconds", \.http.bodySeconds, 1...3_600,
            "Seconds that a body of JSON, or a piece of an upload, may take to come."),
        .whole(
            "http.slowReaderSeconds", \.http.slowReaderSeconds, 1...3_600,
            "Seconds that a reader may leave an answer, or a stream, in its connection."),
        .whole("http.waitSeconds", \.http.waitSeconds, 0...300, "Seconds that `Glimp-Wait-For` waits at most."),
        .whole("http.commandsAtOnce", \.http.commandsAtOnce, 1...10_000, "Commands of one `POST /v1/commands`."),
    ]

    private static let streamLimits: [Setting] = [
        .whole(
            "stream.heartbeatSeconds", \.http.heartbeatSeconds, 1...300,
            "Seconds after which an idle stream tells that it lives."),
        .whole("stream.atOnce", \.http.streams, 1...1_000_000, "Live streams at once, over HTTP and gRPC."),
        .whole("stream.ofPerson", \.http.streamsOfPerson, 1...10_000, "The same of one person."),
    ]

    private static let requestLimits: [Setting] = [
        .decimal(
            "requests.ofPerson", \.http.requestsOfPerson, 0.1...1_000_000,
            "Requests a second of one person; ten seconds' worth may come at once."),
        .decimal("requests.ofAddress", \.http.requestsOfAddress, 0.1...1_000_000, "The same of one address."),
        .list(
            "requests.trustedProxies", \.http.trustedProxies, of: "IP addresses",
            "Load balancers whose `X-Forwarded-For` is believed."
        ) { (try? SocketAddress(ipAddress: $0, port: 0)) != nil },
    ]

    private static let browsers: [Setting] = [
        .list(
            "cors.origins", \.http.corsOrigins, of: "https://host[:port], *",
            "Web pages' origins that may call; none: no page of another origin.", isFit: isOrigin)
    ]

    private static let grpcLimits: [Setting] = [
        .whole("grpc.requestBytes", \.grpc.maximumRequestBytes, 1_024...1 << 26, "Bytes of a request."),
        .whole("grpc.appendBytes", \.grpc.maximumAppendBytes, 1_024...1 << 26, "Bytes of an append to the event log."),
        .whole("grpc.connections", \.grpc.connections, 1...1_000_000, "Connections at once; more wait."),
        .seconds("grpc.idleSeconds", \.grpc.idleTime, 1...86_400, "Seconds a connection may be without a call."),
        .whole("grpc.callsOfConnection", \.grpc.maximumStreams, 1...10_000, "Calls at once on one connection."),
        .seconds("grpc.waitSeconds", \.grpc.patience, 0...300, "Seconds that a query waits for a position."),
    ]

    private static let mediaLimits: [Setting] = [
        .whole("media.bytes", \.media.bytes, 1_024...MediaLimits.most, "Bytes of a picture."),
        .whole("media.videoBytes", \.media.videoBytes, 1_024...1 << 30, "Bytes of a video."),
        .whole(
            "media.unusedHours", \.media.unusedHours, 1...8_760,
            "Hours for which an upload is kept that nothing uses."),
        .whole("media.uploadSeconds", \.http.uploadSeconds, 1...86_400, "Seconds that an upload may take."),
        .whole("media.uploadsAtOnce", \.http.uploads, 1...100_000, "Uploads at once."),
        .whole("media.uploadsOfPerson", \.http.uploadsOfPerson, 1...1_000, "Uploads at once of one person."),
        .whole("media.exportsAtOnce", \.http.exports, 0...1_000, "Exports of accounts at once; 0: none."),
        .whole("media.exportSeconds", \.http.exportSeconds, 1...86_400, "Seconds that an export may take."),
        .whole("media.pixels", \.media.pixels, 1...100_000_000, "Pixels of a picture, or of one of a video's."),
        .whole(
            "media.picturesAtOnce", \.media.picturesAtOnce, 1...256,
            "Pictures and videos that are worked on at once, each in a process of its own."),
        .whole("media.picturesWaiting", \.media.picturesWaiting, 0...10_000, "Pictures that wait for it."),
        .whole("media.pictureSeconds", \.media.pictureSeconds, 1...600, "Seconds that a picture may take."),
        .whole(
            "media.pictureMegabytes", \.media.pictureMegabytes, 256...65_536,
            "Mebibytes of address space that a picture may need."),
        .whole("media.videoSeconds", \.media.videoSeconds, 1...600, "Seconds that a video may take."),
        .whole(
            "media.videoMegabytes", \.media.videoMegabytes, 512...65_536,
            "Mebibytes of address space that a video may need."),
    ]

    private static let sessionLimits: [Setting] = [
        .seconds(
            "sessions.accessSeconds", \.credentials.accessLifetime, 60...86_400,
            "Seconds that an access token is good for."),
        .seconds(
            "sessions.refreshSeconds", \.credentials.refreshLifetime, 3_600...400 * 86_400,
            "Seconds after the last refresh that a session lasts."),
        .whole(
            "sessions.ofPerson", \.credentials.sessionsAPerson, 1...1_000,
            "Sessions of one person; the oldest ends for another."),
        .whole(
            "passwords.waiting", \.credentials.hashesWaiting, 1...10_000,
            "Passwords that may wait for each thread that hashes them."),
        .whole(
            "passwords.attemptsWaiting", \.credentials.attemptsWaiting, 0...100_000,
            "Attempts that may wait for others of the same account or address."),
    ]

    private static let outboxLimits: [Setting] = [
        .whole("outbox.atOnce", \.http.outbox.atOnce, 1...256, "Notifications that are sent at once."),
        .whole("outbox.attemptSeconds", \.http.outbox.attemptSeconds, 1...120, "Seconds that a receiver may take."),
        .whole(
            "outbox.waiting", \.http.outbox.waiting, 1...100_000,
            "Notifications that wait for one subscription; the oldest goes for another."),
        .whole(
            "outbox.ofPerson", \.http.outbox.subscriptionsOfPerson, 0...1_000,
            "Webhooks and phones of one person; 0: none."),
        .whole(
            "outbox.oldestSeconds", \.http.outbox.oldestSeconds, 60...30 * 86_400,
            "Seconds after which what happened is not sent any more."),
        .flag("outbox.plainHTTP", \.http.outbox.allowsPlainHTTP, "Take receivers without TLS."),
        .flag(
            "outbox.privateAddresses", \.http.outbox.allowsPrivateAddresses,
            "Take receivers that are not on the public internet: anybody who is signed in can have them called."),
        .text(
            "outbox.contact", form: "mailto:…, https://…", "Whom push services may turn to.",
            read: \.http.outbox.contact
        ) { text, settings throws(Setting.Unfit) in
            guard text.isEmpty || text.hasPrefix("mailto:") || text.hasPrefix("https://"), text.utf8.count <= 255 else {
                throw Setting.Unfit(reason: "must begin with mailto: or https://")
            }
            settings.http.outbox.contact = text
        },
    ]

    /// As a browser writes it (RFC 6454, section 6.2).
    private static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, let host = parts.host else {
            return false
        }
        let port = parts.port.map { ":\($0)" } ?? ""
        return ["http", "https"].contains(scheme) && text == "\(scheme)://\(host)\(port)"
    }
}
