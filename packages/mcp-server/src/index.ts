// The server of the protocol, and the ways to it
export { mcpServer, type About, type ServerOptions } from './server.ts'
export { toolsHandler } from './tools-handler.ts'
export { httpHandler, type McpHandler, type McpRequest, type ServerFor } from './http.ts'
export { serveInput } from './stdio-transport.ts'

// For how much a request counts
export { loadOf, type Load } from './request-load.ts'

// What it stands on, and what it tells of each call
export type { CallRecord, Deps, Session } from './call.ts'
export type { Notes } from './tools/tool-handler.ts'

// What every assistant is told first
export { INSTRUCTIONS } from './instructions.ts'
