/**
 * Checks answers against the OpenAPI documents. The route must list the status, the body must match the schema, and the
 * headers must be exactly the documented ones.
 */
import { ABOUT_APP, APP_ROUTES, openApiDocument, ROUTES, TOOLS, type Route } from '@notegraph/contract'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

export interface Exchanged {
  readonly method: string
  /** The raw path and query. */
  readonly target: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface HeaderShown {
  readonly required?: boolean
  readonly schema: AnySchema & { readonly type: string }
}
interface ResponseShown {
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
  readonly content: Readonly<Record<string, unknown>>
}
type Operation = { readonly responses: Readonly<Record<string, ResponseShown>> }

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly headers: Readonly<Record<string, HeaderShown>> }
}

const given = { baseUrl: 'https://notes.example', version: '1' }
const [notes, app] = [
  openApiDocument({ ...given, routes: ROUTES, tools: TOOLS }),
  openApiDocument({ ...given, routes: APP_ROUTES, about: ABOUT_APP }),
].map((document) => JSON.parse(JSON.stringify(document)) as Document)

/** Answers that are not JSON: files of any media type, and archives. */
const BYTES = ['*/*', 'application/zip']

/** Answers that are a JSON value on each line. */
const LINES = 'application/x-ndjson'

/** Headers that HTTP itself adds. */
const OF_HTTP = new Set([
  'content-type',
  'content-length',
  'x-content-type-options',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
const NOTES = 'https://notes.example/openapi.json'
const APP = 'https://notes.example/app.json'
ajv.addSchema({ ...notes, $id: NOTES })
ajv.addSchema({ ...app, $id: APP })
const compiled = new Map<string, ValidateFunction>()

/** The validator of a schema in a document. */
function validator(id: string, ...path: string[]): ValidateFunction {
  const pointer = path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  // In a fragment, characters that a URI forbids are percent-encoded.
  const $ref = `${id}#/${encodeURI(pointer)}`
  const held = compiled.get($ref)
  if (held) return held
  const made = ajv.compile({ $ref })
  compiled.set($ref, made)
  return made
}

/** The routes of a path as the server matches it; empty if the API has no such path. */
export function routesOf(target: string): Route[] {
  const parts = target.split('?', 1)[0]!.split('/').map(decoded)
  return [...ROUTES, ...APP_ROUTES].filter(({ path }) => {
    const wanted = path.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
    )
  })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Fails unless the document describes the answer.
 * @returns whether the document describes the path at all
 */
export function expectDescribed(exchanged: Exchanged): boolean {
  const { method, target, status } = exchanged
  const template = target === '/api/mcp' ? target : routesOf(target)[0]?.path
  if (template === undefined) return false
  const faults = status === 204 ? [] : faultsOf(template, exchanged) // the preflight of an open route
  expect(faults.map((fault) => `${method} ${target.slice(0, 80)}, ${status}: ${fault}`)).toEqual([])
  return true
}

function faultsOf(template: string, { method, status, headers, text }: Exchanged): string[] {
  const id = template in app!.paths ? APP : NOTES
  const document = id === APP ? app! : notes!
  const operations = document.paths[template]!
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
  // The answer to an unsupported method is described at each supported one.
  const name = asked in operations ? asked : Object.keys(operations)[0]!
  const response = operations[name]!.responses[status]
  if (!response) return ['the status is not described']
  const faults: string[] = []

  const promised = new Map(Object.keys(response.headers).map((header) => [header.toLowerCase(), header]))
  for (const [key, header] of promised) {
    const { required = false, schema } = document.components.headers[header]!
    const value = headers.get(key)
    if (value === null) {
      if (required) faults.push(`${header} is missing`)
      continue
    }
    const valid = validator(id, 'components', 'headers', header, 'schema')
    if (!valid(schema.type === 'integer' ? Number(value) : value)) faults.push(`${header}: ${value}`)
  }
  for (const key of headers.keys()) {
    if (!promised.has(key) && !OF_HTTP.has(key)) faults.push(`${key} is not described`)
  }
  if (method === 'HEAD' || text === '') return faults

  if (BYTES.some((type) => type in response.content)) return faults
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const schema = type === LINES ? 'x-line-data' : 'schema'
  const valid = validator(id, 'paths', template, name, 'responses', String(status), 'content', type, schema)
  for (const json of type === LINES ? text.trimEnd().split('\n') : [text])
    if (!valid(JSON.parse(json))) faults.push(ajv.errorsText(valid.errors))
  return faults
}

/** `fetch` with a check of its answer against the document. */
export async function fetchDescribed(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init)
  const { status, headers } = response
  const { pathname, search } = new URL(url)
  const text = await response.clone().text()
  expectDescribed({ method: init.method ?? 'GET', target: pathname + search, status, headers, text })
  return response
}
