/** Every way to break one constraint of a JSON Schema, one at a time, in a value that it allows. */
import type { Schema } from './description.ts'

export interface Break {
  /** The place and the constraint. */
  readonly what: string
  readonly value: unknown
}

/** One value of each type, for places where the schema has another. */
const OTHERS: readonly unknown[] = [17.5, 'seventeen', true, null, ['seventeen'], { seventeen: 17 }]

const JUNK = 'none-of-them'

function ofText({ minLength = 0, maxLength, pattern, enum: values }: Schema): Break[] {
  return [
    ...(minLength > 0 ? [{ what: 'too short', value: 'x'.repeat(minLength - 1) }] : []),
    ...(maxLength === undefined ? [] : [{ what: 'too long', value: 'x'.repeat(maxLength + 1) }]),
    ...(pattern === undefined ? [] : [{ what: 'another pattern', value: '¿?' }]),
    ...(values ? [{ what: 'not in the list', value: JUNK }] : []),
  ]
}

const ofNumber = ({ minimum, maximum }: Schema): Break[] => [
  ...(minimum === undefined ? [] : [{ what: 'too low', value: minimum - 1 }]),
  ...(maximum === undefined ? [] : [{ what: 'too high', value: maximum + 1 }]),
]

function ofList({ items = {}, minItems = 0, maxItems }: Schema, list: readonly unknown[]): Break[] {
  const [first] = list
  return [
    ...(minItems > 0 ? [{ what: 'too few items', value: list.slice(0, minItems - 1) }] : []),
    ...(maxItems === undefined || first === undefined
      ? []
      : [{ what: 'too many items', value: Array.from({ length: maxItems + 1 }, () => first) }]),
    ...(first === undefined
      ? []
      : breaksOf(items, first).map(({ what, value }) => ({
          what: `0: ${what}`,
          value: [value, ...list.slice(1)],
        }))),
  ]
}

function ofRecord(schema: Schema, record: Readonly<Record<string, unknown>>): Break[] {
  const { properties = {}, required = [], additionalProperties, minProperties = 0, maxProperties } = schema
  const without = (key: string) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
  const [some] = Object.values(record)
  return [
    ...required.map((key) => ({ what: `without ${key}`, value: without(key) })),
    ...(additionalProperties === false ? [{ what: 'one more', value: { ...record, [JUNK]: 1 } }] : []),
    ...(minProperties > 0 ? [{ what: 'too few members', value: {} }] : []),
    ...(maxProperties === undefined
      ? []
      : [
          {
            what: 'too many members',
            value: Object.fromEntries(
              Array.from({ length: maxProperties + 1 }, (_, n) => [`k${n}`, some ?? 'x']),
            ),
          },
        ]),
    ...Object.entries(record).flatMap(([key, child]) => {
      const inner = properties[key] ?? (additionalProperties === false ? undefined : additionalProperties)
      return breaksOf(inner ?? {}, child).map(({ what, value }) => ({
        what: `${key}: ${what}`,
        value: { ...record, [key]: value },
      }))
    }),
  ]
}

/** @param value one that the schema allows. Some results are allowed too: the caller asks the document. */
export function breaksOf(schema: Schema, value: unknown): Break[] {
  const types = OTHERS.map((other) => ({ what: `a value as ${JSON.stringify(other)}`, value: other }))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...types, ...choices.flatMap((choice) => inside(choice, value))]
  return [...types, ...inside(schema, value)]
}

function inside(schema: Schema, value: unknown): Break[] {
  if (Array.isArray(value)) return ofList(schema, value)
  if (typeof value === 'string') return ofText(schema)
  if (typeof value === 'number') return ofNumber(schema)
  if (typeof value === 'object' && value !== null) return ofRecord(schema, value as Record<string, unknown>)
  return []
}
