/**
 * Checking what was sent against a schema, and putting a fault into words. The first fault alone is told: which member
 * it is, what would be right, and what came instead, cut short. Words that a schema carries itself go before those
 * made here.
 */
import { either, quote } from '@notegraph/page-types'
import * as v from 'valibot'

export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** Schemas of objects whose members are listed. */
export type ObjectSchema = v.GenericSchema & { readonly entries: v.ObjectEntries }

/** The value as words: its text, cut short, or what kind of value it is. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  return Array.isArray(value) ? 'an array' : 'an object'
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TAKES: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
}

const path = (issue: v.BaseIssue<unknown>): string =>
  (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1)

function faultWords(issue: v.BaseIssue<unknown>): string {
  if (issue.input === undefined) return `${path(issue)} is missing.`
  return `${path(issue)} takes ${TAKES[issue.type] ?? issue.expected}, not ${valueWords(issue.input)}.`
}

/**
 * Checks a value against a schema.
 * @returns the schema's output, or the first fault in words
 */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, value, { abortEarly: true, message: '' })
  if (result.success) return { ok: true, value: result.output }
  const [issue] = result.issues
  return { ok: false, error: issue.message === '' ? faultWords(issue) : issue.message }
}

/**
 * Checks the body of a write: an object that holds only the keys the route takes, each of its type. What the values
 * may say (lengths, names, fields) is the service's to check.
 * @param body the parsed JSON, anything
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
