/**
 * The description of the API, made from the route table: OpenAPI 3.1, with an example for every request, answer and
 * error. Nothing is described here that the routes and their schemas do not say.
 */
import { LIMITS } from './limits.ts'
import { operation } from './openapi-operation.ts'
import { componentSchemas, type Json } from './openapi-schemas.ts'
import type { Route } from './route.ts'

export interface OpenApiOptions {
  /** Where the service is reached, without a slash at the end, such as `https://notes.example`. */
  readonly baseUrl: string
  /** Of the service. */
  readonly version: string
  /** The routes that are served. */
  readonly routes: readonly Route[]
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly paths: Json
  readonly components: Json
}

const many = (count: number): string => count.toLocaleString('en')

const ABOUT = `
An outliner: pages (journal days and whiteboards among them) and the blocks of text nested on them. The graph is kept on
the devices of its owner and synced to this server; answers tell what was synced last, and are never cached.

**Conventions.** Timestamps are milliseconds since 1970. A day in an answer is an integer \`YYYYMMDD\`; a day you send is
\`YYYY-MM-DD\`. Names and aliases in paths are percent-encoded and match in any case. A file is named, as in
\`[picture: map.png]\` or \`[file: notes.pdf]\`, and never linked.

**Lists.** Every list carries \`total\` and \`next\`. To go on, ask again with \`offset\` set to \`next\` until it is
\`null\`. Unknown query parameters are passed over; a known one that is empty or given twice is refused.

**Errors.** \`error\` says in words what went wrong, \`code\` is for programs and never changes meaning, \`hint\` says
what to do. \`HEAD\` is answered wherever \`GET\` is.

**Limits.** Characters are counted as JavaScript counts them, in UTF-16 units.

| Limit | Value |
| --- | --- |
| Requests | ${LIMITS.requestsPerAddress} a minute from one address |
| Writes | ${LIMITS.writesPerToken} a minute from one token, ${LIMITS.writesPerAddress} from one address; MCP counted together |
| Body of a write | 64 KB (${many(LIMITS.bodyBytes)} bytes); only the keys the route takes |
| Text of a block | ${many(LIMITS.blockText)} characters |
| Name of a page | ${LIMITS.pageName} characters |
| Key of a property | ${LIMITS.propertyKey} characters |
| Value of a property | ${many(LIMITS.propertyValue)} characters |
| Properties of a page | ${many(LIMITS.pageProperties)} characters in all, keys once cleared included |
| A new page | ${LIMITS.newPageProperties} properties and ${LIMITS.newPageBlocks} blocks |
| Several properties | ${LIMITS.setProperties} in a call |
| A list | ${many(LIMITS.listMost)} items in an answer; a search ${LIMITS.searchDefault} and tasks ${LIMITS.tasksDefault} unless \`limit\` asks for more |
| A search | ${many(LIMITS.queryCharacters)} characters, ${LIMITS.queryWords} words, ${LIMITS.queryParts} parts |
| Changes that can be reverted | ${LIMITS.reversibleChanges}, listed for ${LIMITS.changeDays} days |
| Storage | 10 GB |
| After the plan ends | ${LIMITS.graceDays} days of reading |
`.trim()

const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Read', description: 'With any token.' },
  {
    name: 'Write',
    description: 'With a token that reads and writes. Each write is listed and can be reverted.',
  },
  { name: 'Describe', description: 'Without a token.' },
]

const HEADERS: Json = {
  'Cache-Control': {
    description: 'Answers are never cached.',
    schema: { type: 'string', const: 'no-store' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
  Allow: { description: 'The methods the path takes.', schema: { type: 'string' }, example: 'GET, HEAD' },
  'Retry-After': {
    description: 'Seconds to wait. With `rate_limited` alone; waiting does not mend `trail_full`.',
    schema: { type: 'integer' },
    example: LIMITS.retryAfter,
  },
}

function paths(routes: readonly Route[]): Json {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  )
}

/** The document for the routes that are served. */
export function openApiDocument({ baseUrl, version, routes }: OpenApiOptions): OpenApiDocument {
  const served = new Set(routes.map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info: { title: 'Notegraph', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: TAGS.filter(({ name }) => served.has(name)),
    paths: paths(routes),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made in Settings, Assistants: to read, or to read and write.',
        },
      },
      headers: HEADERS,
      schemas: componentSchemas(routes),
    },
  }
}
