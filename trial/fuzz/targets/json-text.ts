/**
 * JSON texts for a JSON Schema. Most match it. The others have values next to its limits, values of another type, and unknown
 * and repeated keys. They also have deep nesting, numbers beyond any type, and halves of surrogate pairs.
 */
import fc from 'fast-check'
import { outlineText } from '../../../packages/block-text/test/outline.ts'

export interface Schema {
  readonly [keyword: string]: unknown
}

/** The context of a schema. */
export interface Schemas {
  /** The schema of a reference. */
  readonly resolve: (reference: string) => Schema
  /** Texts for any string. */
  readonly texts: readonly string[]
  /** Texts for a property of this name. */
  readonly named: { readonly [property: string]: readonly string[] }
}

type Text = fc.Arbitrary<string>

/** Levels below which a schema that refers to itself is not followed. */
const DEEPEST = 6

const written = (value: fc.Arbitrary<unknown>): Text => value.map((one) => JSON.stringify(one) ?? 'null')

/** Values that JSON can express and few programs expect. */
const ODD: Text = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      'null', 'true', '0', '-1', '""', '[]', '{}', '[[]]', '[null]', '-0', '1.5', '1e999', '-1e999', '1e-999',
      '9007199254740993', '12345678901234567890123', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"__proto__"',
      '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}', '{"length":1e9}', '{"toString":null}',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('NaN', '01', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[1,]', '"\\x"', '"\t"', '') },
  { weight: 1, arbitrary: fc.constantFrom(31, 32, 33, 64, 65, 900, 20_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  { weight: 1, arbitrary: fc.constantFrom(33, 65, 900).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)) },
  { weight: 2, arbitrary: fc.constantFrom(200, 2_001, 20_001).map((length) => JSON.stringify('字'.repeat(length))) },
  { weight: 4, arbitrary: written(fc.jsonValue()) },
) // prettier-ignore

const KEY = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'id', 'text', ' name'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

/** Each value has this weight against one that does not match the schema. */
const MOSTLY = 24

/** JSON texts for a schema. */
export function jsonText(schema: Schema, schemas: Schemas): Text {
  return mostly(matching(schema, schemas, '', 0))
}

const mostly = (text: Text): Text =>
  fc.oneof({ weight: MOSTLY, arbitrary: text }, { weight: 1, arbitrary: ODD })

function matching(schema: Schema, schemas: Schemas, name: string, depth: number): Text {
  const inner = (one: unknown, of = name) => mostly(matching(one as Schema, schemas, of, depth + 1))
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if (typeof $ref === 'string') return matching(schemas.resolve($ref), schemas, name, depth)
  if ('const' in schema) return fc.constant(JSON.stringify(schema['const']))
  if (Array.isArray(schema['enum'])) return written(fc.constantFrom(...(schema['enum'] as unknown[])))
  const choice = anyOf ?? oneOf ?? allOf
  if (Array.isArray(choice)) return fc.oneof(...choice.map((one) => inner(one)))
  switch (type) {
    case 'string':
      return written(texts(schema, schemas, name))
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'null':
      return fc.constant('null')
    case 'array':
      return depth > DEEPEST ? fc.constant('[]') : arrays(schema, inner(schema['items'] ?? {}))
    case 'object':
      return depth > DEEPEST ? fc.constant('{}') : objects(schema, schemas, inner)
    default:
      return ODD
  }
}

/** Lengths at and next to a limit, whole ones only. */
const around = (...limits: unknown[]): number[] =>
  limits.flatMap((limit) => (typeof limit === 'number' ? [limit - 1, limit, limit + 1] : []))

function texts(schema: Schema, { texts, named }: Schemas, name: string): fc.Arbitrary<string> {
  const lengths = around(schema['minLength'], schema['maxLength']).filter((n) => n >= 0 && n < 60_000)
  const examples = Array.isArray(schema['examples']) ? (schema['examples'] as string[]) : []
  const known = [...(named[name] ?? []), ...examples]
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(known.length > 0 ? known : texts)) },
    { weight: 3, arbitrary: fc.constantFrom(...texts) },
    { weight: 3, arbitrary: outlineText },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ...(lengths.length > 0
      ? [{ weight: 1, arbitrary: fc.constantFrom(...lengths).map((length) => 'x'.repeat(length)) }]
      : []),
  )
}

function numbers(schema: Schema): Text {
  const limits = around(schema['minimum'], schema['maximum'])
  return fc.oneof(
    fc.constantFrom(0, 1, 7, 100, 1_795_176_000_000, 1_795_175_999_000, ...limits).map(String),
    written(fc.integer({ min: 0, max: 50 })),
    written(fc.double({ noNaN: true, noDefaultInfinity: true })),
  )
}

function arrays(schema: Schema, item: Text): Text {
  const { maxItems } = schema
  const lengths = around(maxItems).filter((n) => n >= 0 && n <= 1_001)
  return fc.oneof(
    { weight: 12, arbitrary: fc.array(item, { maxLength: 4 }) },
    ...(lengths.length > 0
      ? [
          {
            weight: 1,
            arbitrary: fc
              .tuple(item, fc.constantFrom(...lengths))
              .map(([one, length]) => Array.from({ length }, () => one)),
          },
        ]
      : []),
  ).map((items) => `[${items.join(',')}]`) // prettier-ignore
}

function objects(schema: Schema, schemas: Schemas, inner: (schema: unknown, name?: string) => Text): Text {
  const { properties = {}, required = [], additionalProperties } = schema
  const members = Object.entries(properties as Record<string, Schema>).map(([key, one]) => {
    const isThere = (required as string[]).includes(key) ? 0.96 : 0.4
    return fc.tuple(fc.constant(key), inner(one, key), share(isThere))
  })
  const isRecord = typeof additionalProperties === 'object'
  const extra = fc.tuple(
    fc.oneof(KEY, fc.constantFrom(...(schemas.named['*'] ?? ['key']))),
    isRecord ? inner(additionalProperties) : ODD,
    share(isRecord ? 0.7 : 0.03),
  )
  return fc
    .tuple(fc.tuple(...members), fc.array(extra, { maxLength: isRecord ? 4 : 1 }), share(0.02))
    .map(([known, others, twice]) => {
      const all = [...known, ...others].filter(([, , isThere]) => isThere)
      return `{${[...all, ...(twice ? all.slice(0, 1) : [])].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`
    }) // prettier-ignore
}

/** True in a share of the cases. */
const share = (of: number): fc.Arbitrary<boolean> => fc.noBias(fc.nat(999)).map((n) => n < of * 1_000)
