import HTTPTypes
import Testing

@testable import GlimpGateway

@Suite struct RequestMetricsTests {
    @Test func methodsThatAreNoneShareAName() {
        #expect(RequestMetrics.name(of: .get) == "GET")
        #expect(RequestMetrics.name(of: .delete) == "DELETE")
        for word in ["BREW", "get", "X1"] {
            #expect(HTTPRequest.Method(word).map { RequestMetrics.name(of: $0) } == "_OTHER")
        }
    }
}
