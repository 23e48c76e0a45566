import HTTPTypes
import Hummingbird

/// The endpoints as an OpenAPI 3.1 document.
struct OpenAPIDocument {
    let json: JSONValue

    init(describing endpoints: [Endpoint]) {
        var schemas = SchemaCollection()
        schemas.add(.problem)
        var paths: [String: [String: JSONValue]] = [:]
        for endpoint in endpoints {
            paths[endpoint.path, default: [:]][endpoint.method.rawValue.lowercased()] = Self.operation(
                endpoint, &schemas)
        }
        json = [
            "openapi": "3.1.0",
            "info": ["title": "Glimp", "version": "1", "summary": "Pull-messaging."],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(schemas.named),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }

    private static func operation(_ endpoint: Endpoint, _ schemas: inout SchemaCollection) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.id), "summary": .string(endpoint.summary),
        ]
        if !endpoint.parameters.isEmpty {
            operation["parameters"] = .list(endpoint.parameters.map { parameter($0, &schemas) })
        }
        if let body = endpoint.body {
            operation["requestBody"] = ["required": true, "content": content(body, &schemas)]
        }
        if case .everyone = endpoint.access {} else { operation["security"] = [["token": []]] }
        operation["responses"] = .object(responses(endpoint, &schemas))
        return .object(operation)
    }

    private static func parameter(_ parameter: Endpoint.Parameter, _ schemas: inout SchemaCollection) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "description": .string(parameter.summary), "required": .boolean(parameter.isRequired),
            "schema": schemas.add(parameter.shape),
        ]
    }

    private static func content(_ content: Endpoint.Content, _ schemas: inout SchemaCollection) -> JSONValue {
        .object([content.type: ["schema": schemas.add(content.shape)]])
    }

    private static func responses(_ endpoint: Endpoint, _ schemas: inout SchemaCollection) -> [String: JSONValue] {
        var responses: [String: JSONValue] = [:]
        for status in endpoint.problems + endpoint.commonProblems {
            responses[String(status.code)] = [
                "description": .string(status.reasonPhrase),
                "content": ["application/problem+json": ["schema": schemas.add(.problem)]],
            ]
        }
        for answer in endpoint.answers {
            var response: [String: JSONValue] = ["description": .string(answer.summary)]
            if let content = answer.content { response["content"] = Self.content(content, &schemas) }
            if !answer.headers.isEmpty {
                response["headers"] = .object(
                    Dictionary(uniqueKeysWithValues: answer.headers.map { ($0, ["schema": ["type": "string"]]) }))
            }
            responses[String(answer.status.code)] = .object(response)
        }
        return responses
    }
}

extension Endpoint {
    /// What may happen at any endpoint of its kind.
    fileprivate var commonProblems: [HTTPResponse.Status] {
        var statuses: [HTTPResponse.Status] = [
            .badRequest, .tooManyRequests, .internalServerError, .serviceUnavailable,
        ]
        switch access {
        case .everyone, .anybodySignedIn: statuses.append(.unauthorized)
        case .person, .signedIn, .operators: statuses += [.unauthorized, .forbidden]
        }
        if body != nil { statuses += [.requestTimeout, .contentTooLarge, .unsupportedMediaType] }
        return statuses
    }
}

extension Shape {
    fileprivate static let problem = Shape.named(
        "Problem",
        .object([
            .required("type", .text), .required("title", .text), .required("status", .integer()),
            .required("detail", .text), .required("code", .text), .optional("subjects", .list(.text)),
            .optional("retryAfter", .integer(minimum: 0)), .optional("position", .position),
        ]))
}
