/** The generator: the types that it writes for schemas, and whether the sources that it wrote are current. */
import { OperationName, Share, Timestamp, Webhook, WebhookAnswer } from '@notegraph/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clientSources } from '../gen/clients.ts'
import { Types, type Schema } from '../gen/types.ts'

const sources = clientSources()

test.each(Object.entries(sources))(
  'src/generated/%s is current: `pnpm run gen` writes it',
  (name, source) => {
    expect(readFileSync(join(import.meta.dirname, '../src/generated', name), 'utf8')).toBe(source)
  },
)

const schema = (type: string, facts: Partial<Schema> = {}): Schema => ({ kind: 'schema', type, ...facts })
const text = schema('string')
const described = (of: Schema, description: string): Schema => ({
  ...of,
  pipe: [of, { kind: 'metadata', type: 'description', description }],
})
const known = (one: unknown): Schema => one as Schema

describe('the type', () => {
  test.each<[of: string, schema: Schema, type: string]>([
    ['a text', text, 'string'],
    ['a number', described(schema('number'), 'A number.'), 'number'],
    ['a literal', schema('literal', { literal: 'a' }), "'a'"],
    ['options', schema('picklist', { options: ['a', 'b'] }), "'a' | 'b'"],
    ['options with a name', schema('picklist', { options: ['read', 'write'] }), 'Scope'],
    [
      'a list of options',
      schema('array', { item: schema('picklist', { options: ['a', 'b'] }) }),
      "readonly ('a' | 'b')[]",
    ],
    [
      'a list of lists',
      schema('array', { item: schema('array', { item: text }) }),
      'readonly (readonly string[])[]',
    ],
    ['what may be null', schema('nullable', { wrapped: text }), 'string | null'],
    ['a record', schema('record', { value: text }), '{ [key: string]: string }'],
    ['anything', schema('any'), 'unknown'],
    ['what a function gives', schema('lazy', { getter: () => text }), 'string'],
    ['one of several', schema('union', { options: [text, schema('null')] }), 'string | null'],
    ['a flag of a query', schema('picklist', { options: ['true', 'false'] }), "boolean | 'true' | 'false'"],
    ['an object', schema('object', { entries: { a: text } }), '{\n  a: string\n}'],
    [
      'an object of unknown members',
      schema('loose_object', { entries: {} }),
      '{\n  [key: string]: unknown\n}',
    ],
    ['an exported schema', known(Share), 'Share'],
    ['an exported schema with words of its own', described(known(Share), 'The link.'), 'Share'],
    ['an exported number', known(Timestamp), 'number'],
    ['a name that its own check takes', known(OperationName), 'OperationName'],
  ])('of %s', (_, one, type) => expect(new Types().typeOf(one)).toBe(type))

  test('of a kind that nobody wrote down fails the generator', () => {
    expect(() => new Types().typeOf(schema('bigint'))).toThrow(
      'No type is known for a schema of the kind bigint.',
    )
  })
})

describe('a member', () => {
  const optional = (wrapped: Schema) => schema('exact_optional', { wrapped })
  test.each<[what: string, member: Schema, source: string]>([
    ['has its description', described(text, 'A name.'), '  /** A name. */\n  a: string\n'],
    ['may be missing', optional(text), '  a?: string\n'],
    ['has its unit', known(Timestamp), '  /** Milliseconds since 1970. */\n  a: number\n'],
    [
      'adds its unit to its description',
      described(known(Timestamp), 'The end.'),
      '  /** The end. Milliseconds since 1970. */\n  a: number\n',
    ],
    [
      'repeats no unit',
      described(known(Timestamp), 'The end, in milliseconds since 1970.'),
      '  /** The end, in milliseconds since 1970. */\n  a: number\n',
    ],
    ['leaves the words of a type to the type', known(Share), '  a: Share\n'],
    ['ends no comment', described(text, 'Such as a*/b.'), '  /** Such as a*\\/b. */\n  a: string\n'],
  ])('%s', (_, member, source) => {
    expect(new Types().typeOf(schema('object', { entries: { a: member } }))).toBe(`{\n${source}}`)
  })
})

test('a type extends the one whose members it has, and both are declared once', () => {
  const types = new Types()
  types.typeOf(known(WebhookAnswer))
  types.typeOf(known(Webhook))
  expect(types.names).toEqual(['WebhookAnswer', 'Webhook', 'ResolvedType'])
  expect(types.source).toContain('export interface WebhookAnswer extends Webhook {\n  /** The secret ')
})

test('a method says what its route does, takes and refuses', () => {
  expect(sources['types.ts']).toContain(`
  /**
   * Deletes a webhook with its deliveries. This cannot be undone. It also works in grace. Not sent again after a lost answer, because the webhook would no longer be found.
   * @param id The id of a webhook, from the list of webhooks.
   * @throws {NotegraphError} \`not_found\` (“No webhook of this account has this id.”)
   */
  remove(id: string, options?: CallOptions): Promise<Webhook>
`)
})
