/**
 * The OpenAPI 3.1 documents, made from the route table, with an example for every request, answer and error. The
 * routes and their schemas are the only source.
 */
import { groupBy } from '@notegraph/graph'
import type { Rates } from '../limit-rows.ts'
import { ABOUT_NOTES, type About } from './about.ts'
import { EVENT_HEADERS, FILE_HEADERS, GZIP_HEADERS, HEADERS, WRITE_PARAMETERS } from './headers.ts'
import { MCP_SCHEMAS, mcpPath } from './mcp.ts'
import { operation } from './operation.ts'
import { componentSchemas, type Json } from './schemas.ts'
import { webhookMessages } from './webhooks.ts'
import { pruneComponents } from './prune-components.ts'
import type { Route } from '../routes/route.ts'
import type { Tool } from '../tools/tool.ts'

/** The address, the version and the contents of a document. */
export interface OpenApiOptions {
  /** The address of the service without a slash at the end, such as `https://notes.example`. */
  readonly baseUrl: string
  /** The version of the service. */
  readonly version: string
  /** The routes in the document. */
  readonly routes: readonly Route[]
  /** The tools in the document; none by default. */
  readonly tools?: readonly Tool[]
  /** The rates that the operator set; `DEFAULT_RATES` by default. */
  readonly rates?: Rates
  /** The introduction; `ABOUT_NOTES` by default. */
  readonly about?: About
}

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly paths: Json
  /** Messages that the server sends by itself. */
  readonly webhooks?: Json
  readonly components: Json
}

const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Read', description: 'With any token.' },
  {
    name: 'Write',
    description:
      'With a token that reads and writes. The list of changes shows each write, and you can revert it.',
  },
  { name: 'Describe', description: 'Without a token.' },
  { name: 'MCP', description: 'Tools for assistants, with a token.' },
  { name: 'Tokens', description: 'Create, list and revoke the tokens of programs and assistants.' },
  { name: 'Changes', description: 'List and revert the writes of tokens.' },
  { name: 'Devices', description: 'List devices and sign them out.' },
  { name: 'People', description: 'Look after the accounts of a server, if your account may.' },
  {
    name: 'History',
    description:
      'Earlier states of pages and blocks, snapshots, and restores. Only a device session reads them.',
  },
  {
    name: 'Sharing',
    description:
      'Create, change and end links that show a page to anyone who has them, and sites that anyone can read.',
  },
  {
    name: 'Webhooks',
    description: 'Create, change and delete webhooks, and see and repeat their deliveries.',
  },
  { name: 'Digest', description: 'The daily digest by e-mail and web push.' },
  { name: 'Plug-ins', description: 'Let programs in by their manifest, and stop them.' },
  { name: 'Account', description: 'The storage that the account uses, its plan, and notices.' },
  { name: 'Import and export', description: 'Import and export the graph as an archive of Markdown.' },
  { name: 'Files', description: 'The bytes of files.' },
  {
    name: 'Sync',
    description:
      'Pull remote changes and push local edits. The package `@notegraph/sync` runs the protocol, and its README describes it.',
  },
]

function paths(routes: readonly Route[]): Json {
  const byPath = groupBy(routes, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  )
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

/**
 * The OpenAPI document of some routes and tools.
 * @example
 * openApiDocument({ baseUrl: 'https://notes.example', version: '1.0.0', routes: ROUTES, tools: TOOLS })
 */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const { baseUrl, version, routes, tools, rates, about = ABOUT_NOTES } = options
  const described = { ...paths(routes), ...(tools && mcpPath(tools)) }
  const served = new Set([...routes.map(({ tag }) => tag), ...(tools ? ['MCP'] : [])])
  const webhooks = served.has('Webhooks') ? webhookMessages() : undefined
  const opens = (...auths: readonly Route['auth'][]) => routes.some(({ auth }) => auths.includes(auth))
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version,
      description: about.description(rates),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS.filter(({ name }) => served.has(name)),
    paths: described,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: {
        ...(opens('token', 'write', 'holder') && {
          token: bearer(
            'A token that begins with `ngp_`, created in Settings, Assistants. Its scope is read, or read and write.',
          ),
        }),
        ...(opens('session', 'holder') && {
          session: bearer(
            'The session of a device, which begins with `ngs_`. It does not open the notes API.',
          ),
        }),
      },
      ...pruneComponents(
        { ...described, ...webhooks },
        {
          headers: { ...HEADERS, ...FILE_HEADERS, ...EVENT_HEADERS, ...GZIP_HEADERS },
          parameters: WRITE_PARAMETERS,
          schemas: { ...componentSchemas(), ...MCP_SCHEMAS },
        },
      ),
    },
  }
}
