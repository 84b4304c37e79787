/**
 * Compares an answer with an OpenAPI document: its status, its headers, which must be exactly the documented ones, its
 * media type and its body.
 */
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'

export interface Answered {
  readonly method: string
  readonly status: number
  readonly headers: Headers
  /** The body; of a stream of events, its beginning. */
  readonly text: string
}

interface HeaderShown {
  readonly required?: boolean
  readonly schema: AnySchema & { readonly type: string }
}
interface ContentShown {
  readonly schema?: AnySchema & { readonly contentMediaType?: string }
  readonly examples?: Readonly<Record<string, unknown>>
}
interface ResponseShown {
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, ContentShown>>
}
type Operation = { readonly responses: Readonly<Record<string, ResponseShown>> }

/** The parts of an OpenAPI document that describe answers. */
export interface AnswersShown {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly headers: Readonly<Record<string, HeaderShown>> }
}

/** Finds what a document does not allow of an answer; nothing if it allows all. @param template a path of the document */
export type AnswerFaults = (template: string, answered: Answered) => string[]

/** The member of a media type with the schema of each part of a stream. */
const PARTS = new Map([
  ['application/x-ndjson', 'x-line-data'],
  ['text/event-stream', 'x-event-data'],
])

/** Headers that HTTP itself adds. */
const OF_HTTP = new Set([
  'content-type',
  'content-length',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

const ID = 'https://notes.example/document.json'

export function answerFaults(document: AnswersShown): AnswerFaults {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ ...document, $id: ID })

  /** The validator of a schema in the document. */
  const validator = memoized((path: string): ValidateFunction => {
    // In a fragment, characters that a URI forbids are percent-encoded.
    return ajv.compile({ $ref: `${ID}#/${encodeURI(path)}` })
  })

  /** The headers of a response, by their names in lower case. */
  const promisesOf = memoized(
    ({ headers }: ResponseShown) => new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name])),
  )

  function headerFaults(response: ResponseShown, headers: Headers): string[] {
    const promised = promisesOf(response)
    const faults = Array.from(headers.keys())
      .filter((key) => !promised.has(key) && !OF_HTTP.has(key))
      .map((key) => `${key} is not described`)
    for (const [key, header] of promised) {
      const { required = false, schema } = document.components.headers[header]!
      const value = headers.get(key)
      if (value === null) {
        if (required) faults.push(`${header} is missing`)
        continue
      }
      const valid = validator(`components/headers/${header}/schema`)
      if (!valid(schema.type === 'integer' ? Number(value) : value)) faults.push(`${header}: ${value}`)
    }
    return faults
  }

  return (template, { method, status, headers, text }) => {
    const operations = document.paths[template]!
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
    // The answer to an unsupported method is described at each supported one.
    const name = asked in operations ? asked : Object.keys(operations)[0]!
    const response = operations[name]!.responses[status]
    if (!response) return ['the status is not described']
    const faults = headerFaults(response, headers)
    if (method === 'HEAD' || text === '') return faults

    const { content = {} } = response
    // Files have the media type of their name.
    if ('*/*' in content) return faults
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const shown = content[type]
    if (!shown) return [...faults, `the media type ${type} is not described`]
    if (shown.schema?.contentMediaType !== undefined) return faults
    const member = PARTS.get(type) ?? 'schema'
    const [path, media] = [template, type].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
    const valid = validator(`paths/${path}/${name}/responses/${status}/content/${media}/${member}`)
    for (const json of jsonOf(type, text)) {
      const value = JSON.parse(json) as { readonly code?: string } | null
      if (!valid(value)) faults.push(ajv.errorsText(valid.errors))
      else if (status >= 400 && shown.examples && !(String(value?.code) in shown.examples))
        faults.push(`the code ${value?.code} is not described`)
    }
    return faults
  }
}

/** Keeps the value of each key. */
function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

function jsonOf(type: string, text: string): string[] {
  if (type === 'application/x-ndjson') return text.trimEnd().split('\n')
  if (type === 'text/event-stream') return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!)
  return [text]
}
