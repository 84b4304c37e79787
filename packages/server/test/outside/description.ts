/** The operations of an OpenAPI document, as a stranger reads them who has nothing but its text. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { answerFaults, type AnswerFaults, type AnswersShown } from '../answer-faults.ts'

export type Json = { readonly [key: string]: unknown }

/** A JSON Schema without references. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | false
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly contentMediaType?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
  readonly example?: unknown
}

export interface Body {
  readonly mediaType: string
  readonly schema: Schema
  /** The documented bodies. */
  readonly examples: readonly unknown[]
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly bodies: readonly Body[]
  /** Whether a request must have a body. */
  readonly needsBody: boolean
  /** The documented statuses. */
  readonly statuses: readonly number[]
  /** Whether the answer is a stream of events alone. */
  readonly streams: boolean
  /** Each of these lists of schemes opens it; one without schemes needs none. */
  readonly security: readonly (readonly string[])[]
}

export interface Description {
  readonly operations: readonly Operation[]
  readonly faultsOf: AnswerFaults
  /** Whether the document allows a value of a schema. */
  readonly allows: (schema: Schema, value: unknown) => boolean
}

interface ShownBody {
  readonly schema: Json
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface ShownOperation {
  readonly operationId: string
  readonly parameters?: readonly Json[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, ShownBody>>
  }
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>
  readonly security: readonly Json[]
}

/** @param text the document as the server sends it */
export function readDescription(text: string): Description {
  const document = JSON.parse(text) as AnswersShown & {
    readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>
  }

  /** A part with its references replaced by what they lead to. No request refers to itself. */
  function whole(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(whole)
    if (typeof part !== 'object' || part === null) return part
    const { $ref } = part as { readonly $ref?: string }
    if ($ref !== undefined) {
      const steps = $ref.split('/').slice(1)
      return whole(steps.reduce<unknown>((at, step) => (at as Json)[step], document))
    }
    return Object.fromEntries(Object.entries(part).map(([key, child]) => [key, whole(child)]))
  }

  const bodiesOf = ({ requestBody }: ShownOperation): Body[] =>
    Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema, example, examples = {} }]) => ({
      mediaType,
      schema: whole(schema) as Schema,
      examples: [...(example === undefined ? [] : [example]), ...Object.values(examples).map((e) => e.value)],
    }))

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, shown]): Operation => ({
      id: shown.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (whole(shown.parameters ?? []) as Parameter[]).map((one) => ({
        ...one,
        required: one.required ?? false,
      })),
      bodies: bodiesOf(shown),
      needsBody: shown.requestBody?.required ?? false,
      statuses: Object.keys(shown.responses).map(Number),
      streams: Object.keys(shown.responses['200']?.content ?? {}).join() === 'text/event-stream',
      security: shown.security.map((schemes) => Object.keys(schemes)),
    })),
  )

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const compiled = new WeakMap<Schema, ValidateFunction>()
  function allows(schema: Schema, value: unknown): boolean {
    const held = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, held)
    return held(value)
  }
  return { operations, faultsOf: answerFaults(document), allows }
}
