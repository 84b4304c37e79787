/** Any value that a JSON Schema of the documents allows. */
import fc from 'fast-check'
import type { Schema } from './description.ts'

/** Most characters and items of a random value; schemas that ask for more get as many as they ask for. */
const SIZE = 30

const DAY = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** JSON has no text with half of a character. */
const TEXT = { unit: 'binary' } as const

function text({ pattern, format, minLength = 0, maxLength = Infinity }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return DAY
  if (format === 'uri') return fc.webUrl()
  if (pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 300) })
    // A pattern without an end grows to the length that is asked for.
    return matching.map((text) => text.padEnd(minLength, text.slice(-1)).slice(0, Math.max(minLength, SIZE)))
  }
  const most = Math.max(minLength, Math.min(maxLength, SIZE))
  return fc.string({ ...TEXT, minLength, maxLength: most }).map((text) => text.slice(0, most).toWellFormed())
}

function record(schema: Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const entries = Object.entries(properties).map(([key, value]) => [key, valueOf(value)] as const)
  const known = fc.record(Object.fromEntries(entries), { requiredKeys: [...required], noNullPrototype: true })
  if (additionalProperties === undefined || additionalProperties === false) return known
  const { minProperties = 0, maxProperties = 5 } = schema
  const more = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), valueOf(additionalProperties), {
    minKeys: minProperties,
    maxKeys: Math.min(maxProperties, 5),
    noNullPrototype: true,
  })
  return fc.tuple(more, known).map(([more, known]) => ({ ...more, ...(known as object) }))
}

function ofType(type: string | undefined, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum, maximum, items = {}, minItems = 0, maxItems = Infinity } = schema
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: minimum ?? -(2 ** 31), max: Math.min(maximum ?? 2 ** 31 - 1, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: minimum ?? -1e9, max: maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(items), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      })
    case 'object':
      return record(schema)
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: values, anyOf, oneOf } = schema
  const choices = anyOf ?? oneOf
  if ('const' in schema) return fc.constant(schema.const)
  if (values) return fc.constantFrom(...values)
  if (choices) return fc.oneof(...choices.map(valueOf))
  const types = typeof type === 'object' ? type : [type]
  return fc.oneof(...types.map((one) => ofType(one, schema)))
}
