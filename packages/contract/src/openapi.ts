/**
 * The description of the API, made from the route table: OpenAPI 3.1, with an example for every request, answer and
 * error. Nothing is described here that the routes and their schemas do not say.
 */
import { LIMITS } from './limits.ts'
import { limitRows, type Rates } from './limit-rows.ts'
import { FILE_HEADERS, GZIP_HEADERS, HEADERS, WRITE_PARAMETERS } from './openapi-headers.ts'
import { MCP_SCHEMAS, mcpPath } from './openapi-mcp.ts'
import { operation } from './openapi-operation.ts'
import { componentSchemas, type Json } from './openapi-schemas.ts'
import type { Route } from './route.ts'
import type { Tool } from './tool.ts'

export interface OpenApiOptions {
  /** Where the service is reached, without a slash at the end, such as `https://notes.example`. */
  readonly baseUrl: string
  /** Of the service. */
  readonly version: string
  /** The routes that are served. */
  readonly routes: readonly Route[]
  /** The tools for assistants that are served; none where left out. */
  readonly tools?: readonly Tool[]
  /** As the operator set them; the interface's own where left out. */
  readonly rates?: Rates
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly paths: Json
  readonly components: Json
}

const about = (rates: Rates | undefined): string =>
  `
An outliner: pages (journal days and whiteboards among them) and the blocks of text nested on them. The graph is kept on
the devices of its owner and synced to this server; answers tell what was synced last, and are never cached.

**Conventions.** Timestamps are milliseconds since 1970. A day in an answer is an integer \`YYYYMMDD\`; a day you send is
\`YYYY-MM-DD\`. Names and aliases in paths are percent-encoded and match in any case. A file is named, as in
\`[picture: map.png]\` or \`[file: notes.pdf]\`, and never linked.

**Lists.** Every list carries \`total\` and \`next\`. To go on, ask again with \`offset\` set to \`next\` until it is
\`null\`. Unknown query parameters are passed over; a known one that is empty or given twice is refused.

**Errors.** \`error\` says in words what went wrong, \`code\` is for programs and never changes meaning, \`hint\` says
what to do. \`HEAD\` is answered wherever \`GET\` is.

**Writing.** Every write answers 200 with \`ok\`, \`changed\` (\`false\` where it already was so: nothing is written then),
the \`ids\` it touched and the page or block as it now is. Send \`Content-Type: application/json\`. An
\`Idempotency-Key\` makes it safe to send a write again; \`If-Match\` with an \`ETag\` writes only onto what you have seen.
Each write is listed for ${LIMITS.changeDays} days and can be reverted by the holder of the account.

**Checks** run in one order: the path and method (404, 405), the rate of the address (429), the token (401), the server's
list (403), the plan (402); of a write then the scope of the token (403), the grace of the plan (402), the size of the body
(413), the body (400), the rates of writes (429), the page or block and the values (404, 400, 409), room in the list of
changes (429) and in storage (507). A read checks its parameters (400) before it looks for the page or block (404).

**Limits.** Characters are counted as JavaScript counts them, in UTF-16 units; text outside Latin takes up to three bytes
each.

| Limit | Value |
| --- | --- |
${limitRows(rates)
  .map(({ limit, value }) => `| ${limit} | ${value} |`)
  .join('\n')}
`.trim()

const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Read', description: 'With any token.' },
  {
    name: 'Write',
    description: 'With a token that reads and writes. Each write is listed and can be reverted.',
  },
  { name: 'Describe', description: 'Without a token.' },
  { name: 'MCP', description: 'Tools for assistants, with a token.' },
  { name: 'Settings', description: 'With the session of a device: what tokens wrote, and taking it back.' },
  {
    name: 'Files',
    description: 'The bytes of files: read by their ids, added with the session of a device.',
  },
  {
    name: 'Sync',
    description:
      'With the session of a device: pulling what changed and pushing what was edited. The package `@notegraph/sync` runs the protocol, and its README tells it.',
  },
]

function paths(routes: readonly Route[]): Json {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  )
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

/** The document for the routes that are served. */
export function openApiDocument({ baseUrl, version, routes, tools, rates }: OpenApiOptions): OpenApiDocument {
  const served = new Set([...routes.map(({ tag }) => tag), ...(tools ? ['MCP'] : [])])
  const opens = (...auths: readonly Route['auth'][]) => routes.some(({ auth }) => auths.includes(auth))
  const zips = routes.some(({ gzip }) => gzip)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Notegraph',
      version,
      description: about(rates),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS.filter(({ name }) => served.has(name)),
    paths: { ...paths(routes), ...(tools && mcpPath(tools)) },
    components: {
      securitySchemes: {
        ...(opens('token', 'write', 'holder') && {
          token: bearer(
            'A token that begins with `ngp_`, made in Settings, Assistants: to read, or to read and write.',
          ),
        }),
        ...(opens('session', 'holder') && {
          session: bearer(
            'The session of a device, which begins with `ngs_`. It does not open the notes API.',
          ),
        }),
      },
      headers: { ...HEADERS, ...(opens('holder') && FILE_HEADERS), ...(zips && GZIP_HEADERS) },
      ...(opens('write') && { parameters: WRITE_PARAMETERS }),
      schemas: { ...componentSchemas(routes), ...(tools && MCP_SCHEMAS) },
    },
  }
}
