/**
 * An object of properties in the body of a write. A schema of records skips keys such as `constructor`, so this
 * module checks the members itself.
 */
import * as v from 'valibot'
import { isObject, valueWords } from '../requests/check.ts'

/** Names to add to a list of values, and to remove from it. @see assistants 11.3 */
export interface ListEdit {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

/** A value to set; `null` removes the property. */
export type SentValue = string | null | ListEdit

const LIST_KEYS: ReadonlySet<string> = new Set(['add', 'remove'])

/**
 * Whether a value names what to add to a list, or what to remove.
 *
 * @example
 * isListEdit({ add: ['Ada Lovelace'] }) // true
 */
export const isListEdit = (value: unknown): value is ListEdit =>
  isObject(value) &&
  Object.keys(value).every((key) => LIST_KEYS.has(key)) &&
  Object.values(value).every((names) => Array.isArray(names) && names.every((n) => typeof n === 'string')) &&
  Object.values(value).some((names) => (names as readonly string[]).length > 0)

const isSent = (value: unknown): value is SentValue =>
  typeof value === 'string' || value === null || isListEdit(value)

const LIST_WORDS = 'an object of names to add and remove, such as {"add": ["Ada"], "remove": ["Bob"]}'

/** The message for a value that is none of the three forms. */
export const sentFault = (name: string, sent: unknown): string =>
  isObject(sent)
    ? `${name} takes ${LIST_WORDS}, in place of a string; add and remove are lists of strings, and one of them has a name.`
    : `${name} takes a string or null, not ${valueWords(sent)}.`

/** The JSON Schema of a list edit. */
export const LIST_EDIT_SCHEMA = {
  type: 'object',
  properties: {
    add: { type: 'array', items: { type: 'string' } },
    remove: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
  minProperties: 1,
} as const

/** One value to set, to remove with `null`, or names to add to a list and to remove from it. */
export const sentValue = (name: string, description: string) =>
  v.pipe(
    v.custom<SentValue>(
      (input) => isSent(input),
      ({ input }) => sentFault(name, input),
    ),
    v.description(description),
    v.metadata({ anyOf: [{ type: ['string', 'null'] }, LIST_EDIT_SCHEMA] }),
  )

type Value = SentValue

interface Rules {
  /** The name of the object in messages. */
  readonly name: string
  readonly from: number
  readonly to: number
  /** Whether `null` removes a property. */
  readonly nullable: boolean
  readonly description: string
}

function fault(input: unknown, { name, from, to, nullable }: Rules): string | undefined {
  const value = nullable ? 'a string or null' : 'a string'
  if (!isObject(input)) return `${name} takes an object of key to ${value}, not ${valueWords(input)}.`
  const entries = Object.entries(input)
  if (entries.length < from) return `${name} is empty. Name at least one property.`
  if (entries.length > to) return `${name} takes up to ${to} properties, not ${entries.length}.`
  const wrong = entries.find(([, held]) => !(nullable ? isSent(held) : typeof held === 'string'))
  if (wrong && nullable && isObject(wrong[1]))
    return sentFault(`The property ${valueWords(wrong[0])}`, wrong[1])
  return wrong && `The property ${valueWords(wrong[0])} takes ${value}, not ${valueWords(wrong[1])}.`
}

const propertiesOf = <V extends Value>(rules: Rules) =>
  v.pipe(
    v.custom<Readonly<Record<string, V>>>(
      (input) => fault(input, rules) === undefined,
      ({ input }) => fault(input, rules)!,
    ),
    v.description(rules.description),
    v.metadata({
      type: 'object',
      additionalProperties: rules.nullable
        ? { anyOf: [{ type: ['string', 'null'] }, LIST_EDIT_SCHEMA] }
        : { type: 'string' },
      minProperties: rules.from,
      maxProperties: rules.to,
    }),
  )

/** Properties of a new page. */
export const newProperties = (to: number, description: string) =>
  propertiesOf<string>({ name: 'properties', from: 0, to, nullable: false, description })

/** Properties to set, or to remove with `null`; at least one. */
export const properties = (to: number, description: string) =>
  propertiesOf<Value>({ name: 'properties', from: 1, to, nullable: true, description })
