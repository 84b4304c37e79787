// The server of the protocol, and its transports
export { mcpServer, type About, type Era, type ServerOptions } from './server.ts'
export { subscriptions, type Subscribe, type Subscriber } from './resources/subscription.ts'
export { toolsHandler } from './tools-handler.ts'
export { httpHandler, type McpHandler, type McpRequest, type ServedRequest, type ServerFor } from './http.ts'
export { idOfBytes } from './messages.ts'
export { serveInput } from './stdio-transport.ts'

// The weight of a request in the rates
export { loadOf, type Load } from './request-load.ts'

// The body of a refusal that no message carries
export { refusalBody } from './call.ts'

// Its dependencies, and the report of each call
export type { CallRecord, Deps, Session } from './call.ts'
export type { Notes } from './tools/tool-handler.ts'

// The instructions for every assistant
export { INSTRUCTIONS } from './instructions.ts'
