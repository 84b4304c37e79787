/**
 * The arguments of a tool as JSON Schema, flat and closed: some clients refuse unions, and others hide them from the
 * model.
 * @see decisions 10.3
 */
import { toJsonSchema } from '@valibot/to-json-schema'
import type { ObjectSchema } from '../requests/check.ts'

export interface ArgumentSchema {
  readonly type: string
  readonly description: string
  readonly [keyword: string]: unknown
}

/** A JSON Schema of arguments: an object with listed properties. */
export interface ArgumentsSchema {
  readonly type: 'object'
  readonly properties: { readonly [name: string]: ArgumentSchema }
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

const made = new WeakMap<ObjectSchema, ArgumentsSchema>()

/**
 * The JSON Schema of the arguments of a tool; computed once for each schema.
 * @example
 * argumentsSchema(ReadBlockArguments).required // ['block_id']
 */
export function argumentsSchema(schema: ObjectSchema): ArgumentsSchema {
  let known = made.get(schema)
  if (!known) made.set(schema, (known = convert(schema)))
  return known
}

/**
 * Each client sends the list of tools to its model at every turn. So an example is worth its bytes only in a
 * description, and a list that starts at its first item needs no word about that.
 */
function withoutTheObvious(properties: ArgumentsSchema['properties']): ArgumentsSchema['properties'] {
  const written = Object.entries(properties).map(([name, schema]) => {
    const { examples: _, default: fallback, ...rest } = schema
    return [name, fallback ? { ...rest, default: fallback } : rest] as const
  })
  return Object.fromEntries(written)
}

/** Descriptions and metadata express the checks that JSON Schema cannot. */
function convert(schema: ObjectSchema): ArgumentsSchema {
  const converted: unknown = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check', 'raw_check', 'readonly', 'regex'],
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? {} : undefined),
  })
  const properties = withoutTheObvious((converted as ArgumentsSchema).properties)
  const required = Object.keys(properties).filter((name) => schema.entries[name]?.type !== 'optional')
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
