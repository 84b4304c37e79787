/**
 * Checks of sent values against a schema. An error names only the first fault: the member, the expected value, and
 * the received value, shortened. A message in the schema itself takes precedence.
 */
import { either, quote } from '@notegraph/page-types'
import * as v from 'valibot'

/** A checked value, or a message for the caller. */
export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** A schema of an object with listed members. */
export type ObjectSchema = v.GenericSchema & { readonly entries: v.ObjectEntries }

/** The value for a message: a shortened text, or the kind of value. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  return Array.isArray(value) ? 'an array' : 'an object'
}

/**
 * Whether a value is an object and not an array.
 * @example
 * isObject({}) // true
 * isObject([]) // false
 */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether the body of a write may be left out: all of its members are optional.
 * @example
 * mayBeLeftOut(DeleteBlock) // true
 * mayBeLeftOut(AddBlock) // false
 */
export const mayBeLeftOut = (schema: v.GenericSchema): boolean => v.is(schema, {})

const TAKES: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
}

const pathOf = (items: v.BaseIssue<unknown>['path'] | v.IssuePathItem[]): string =>
  (items ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1)

/** `"a"` or `("a" | "b")`, as the schema library writes options, in words. */
const optionsOf = (expected: string): string => either(expected.replaceAll(/[()"]/g, '').split(' | '))

function faultWords({ type, expected, input, path }: v.BaseIssue<unknown>): string {
  if (input === undefined) return `${pathOf(path)} is missing.`
  if (type === 'strict_object' && expected === 'never')
    return `${pathOf(path?.slice(0, -1)) || 'The body'} has no key ${valueWords(input)}.`
  const takes = type === 'picklist' ? optionsOf(expected!) : (TAKES[type] ?? expected)
  return `${pathOf(path)} takes ${takes}, not ${valueWords(input)}.`
}

/**
 * Checks a value against a schema.
 * @returns the schema's output, or a message about the first fault
 */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, value, { abortEarly: true, message: '' })
  if (result.success) return { ok: true, value: result.output }
  const [issue] = result.issues
  return { ok: false, error: issue.message === '' ? faultWords(issue) : issue.message }
}

/**
 * Checks the body of a write: an object with only the keys of the route, each of its type. The service checks the
 * values themselves: lengths, names, fields.
 * @param body the parsed JSON, of any shape
 * @returns the schema's output, or a message about the first fault
 * @example
 * checkBody(SetTask, { state: 'done' }) // { ok: true, value: { state: 'done' } }
 */
export function checkBody<S extends ObjectSchema>(schema: S, body: unknown): Checked<v.InferOutput<S>> {
  if (!isObject(body)) return { ok: false, error: `The body takes a JSON object, not ${valueWords(body)}.` }
  const known = Object.keys(schema.entries)
  const unknown = Object.keys(body).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    return { ok: false, error: `This route has no key ${quote(unknown)}. Use ${either(known)}.` }
  }
  return check(schema, body)
}
