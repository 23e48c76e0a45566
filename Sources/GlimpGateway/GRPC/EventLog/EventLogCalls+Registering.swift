import GRPCCore
import GRPCProtobuf
import GlimpSchemas
import GlimpServices

extension EventLogCalls: RegistrableRPCService {
    /// As the generated code would, but that answers with stored events come as bytes.
    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(
            forMethod: Eventlog_V1_EventLog.Method.Append.descriptor,
            deserializer: ProtobufDeserializer<Eventlog_V1_AppendRequest>(),
            serializer: ProtobufSerializer<Eventlog_V1_AppendResponse>()
        ) { request, context in
            StreamingServerResponse(
                single: try await append(request: try await ServerRequest(stream: request), context: context))
        }
        router.registerHandler(
            forMethod: Eventlog_V1_EventLog.Method.AppendStream.descriptor,
            deserializer: ProtobufDeserializer<Eventlog_V1_AppendRequest>(),
            serializer: ProtobufSerializer<Eventlog_V1_AppendStreamResponse>()
        ) { request, context in try await appendStream(request: request, context: context) }
        router.registerHandler(
            forMethod: Eventlog_V1_EventLog.Method.Read.descriptor,
            deserializer: ProtobufDeserializer<Eventlog_V1_ReadRequest>(), serializer: WireBytesSerializer()
        ) { request, context in
            try await read(request: try await ServerRequest(stream: request), context: context)
        }
        router.registerHandler(
            forMethod: Eventlog_V1_EventLog.Method.Subscribe.descriptor,
            deserializer: ProtobufDeserializer<Eventlog_V1_SubscribeRequest>(), serializer: WireBytesSerializer()
        ) { request, context in
            try await subscribe(request: try await ServerRequest(stream: request), context: context)
        }
        router.registerHandler(
            forMethod: Eventlog_V1_EventLog.Method.Head.descriptor,
            deserializer: ProtobufDeserializer<Eventlog_V1_HeadRequest>(),
            serializer: ProtobufSerializer<Eventlog_V1_HeadResponse>()
        ) { request, context in
            StreamingServerResponse(
                single: try await head(request: try await ServerRequest(stream: request), context: context))
        }
    }
}

/// Sends messages that were encoded already.
private struct WireBytesSerializer: MessageSerializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: WireBytes) throws -> Bytes { Bytes(message.bytes) }
}
