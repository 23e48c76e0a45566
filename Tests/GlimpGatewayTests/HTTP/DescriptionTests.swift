import Foundation
import GlimpDomain
import HTTPTypes
import Testing

@testable import GlimpGateway

/// The OpenAPI document says what there is, and all of it.
@Suite struct DescriptionTests {
    @Test func everyEndpointIsDescribedOnce() async throws {
        try await withHTTPGateway { gateway in
            let document = try await gateway.send("GET", "/openapi.json").json
            #expect(document["openapi"]?.text == "3.1.0")
            var described: Set<String> = []
            for (path, operations) in document["paths"]?.members ?? [:] {
                for (method, operation) in operations.members {
                    described.insert("\(method) \(path) \(operation["operationId"]?.text ?? "?")")
                    #expect(operation["responses"]?.members.isEmpty == false)
                }
            }
            let endpoints = gateway.interface.endpoints
            #expect(
                described == Set(endpoints.map { "\($0.method.rawValue.lowercased()) \($0.path) \($0.id)" }))
            #expect(Set(endpoints.map(\.id)).count == endpoints.count, "an operationId is there twice")
        }
    }

    /// A client that is made from the description knows what each command takes.
    @Test func theBodyOfEveryCommandIsDescribed() async throws {
        try await withHTTPGateway { gateway in
            let document = try await gateway.send("GET", "/openapi.json").json
            let schemas = document["components"]?["schemas"]
            for command in CommandCatalogue.descriptions {
                let schema = schemas?["\(command.name)Command"]
                #expect(Set(schema?["properties"]?.members.keys.map { $0 } ?? []) == Set(command.fields.map(\.name)))
                #expect(
                    schema?["description"]?.text == command.summary && schema?["examples"] != nil, "\(command.name)")
            }
            let publish = schemas?["PublishPhotoCommand"]
            let latitude = publish?["properties"]?["place"]?["properties"]?["latitude"]
            #expect(latitude?["minimum"]?.number == -90 && latitude?["maximum"]?.number == 90)
            #expect(publish?["properties"]?["title"]?["maxLength"]?.number == 255)
            #expect(publish?["properties"]?["tags"]?["maxItems"]?.number == 75)
            let execute = document["paths"]?["/v1/commands/{name}"]?["post"]?["requestBody"]?["content"]
            #expect(execute?["application/json"]?["schema"]?["anyOf"] != nil)
        }
    }

    @Test func whatIsReferredToIsThereAndParametersOfPathsAreDescribed() async throws {
        try await withHTTPGateway { gateway in
            let answer = try await gateway.send("GET", "/openapi.json")
            let schemas = answer.json["components"]?["schemas"]?.members ?? [:]
            let prefix = "#/components/schemas/"
            for match in answer.text.matches(of: #/"\$ref":"([^"]*)"/#) {
                let target = String(match.1)
                #expect(target.hasPrefix(prefix) && schemas[String(target.dropFirst(prefix.count))] != nil, "\(target)")
            }
            for endpoint in gateway.interface.endpoints {
                let named = Set(endpoint.path.matches(of: #/\{([^}]*)\}/#).map { String($0.1) })
                let described = Set(endpoint.parameters.filter { $0.place == .path }.map(\.name))
                #expect(named == described, "\(endpoint.path)")
            }
        }
    }
}
