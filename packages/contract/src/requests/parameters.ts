/**
 * Parameters of a query string. Each is a schema that takes the raw string, or nothing where it was not sent, and
 * gives the checked value. Beside its words it carries the JSON Schema by which the description of the API shows it,
 * since what arrives as text is meant as a number or a day.
 */
import { readIsoDay, type Day } from '@notegraph/block-text'
import { either, quote } from '@notegraph/page-types'
import * as v from 'valibot'
import { check, type Checked, type ObjectSchema } from './check.ts'
import { LIMITS } from '../limits.ts'

const DIGITS = /^\d{1,16}$/

/** A whole number written in digits, and `fallback` where the parameter is not sent. */
function wholeNumber(name: string, from: number, to: number, fallback: number, description: string) {
  const isOne = (text: string): boolean => DIGITS.test(text) && Number(text) >= from && Number(text) <= to
  return v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ type: 'integer', minimum: from, maximum: to, default: fallback }),
      v.check(
        isOne,
        ({ input }) => `${name} takes a whole number from ${from} to ${to}, not ${quote(input)}.`,
      ),
      v.transform(Number),
    ),
    String(fallback),
  )
}

/** How many items an answer holds. @param most how many may be asked for */
export const limit = (fallback: number, most: number = LIMITS.listMost) =>
  wholeNumber(
    'limit',
    1,
    most,
    fallback,
    'The most items to return. A list ends earlier if the answer would grow too large; `next` is then the offset of the rest.',
  )

/** Where in the list the answer begins. */
export const offset = () =>
  wholeNumber(
    'offset',
    0,
    Number.MAX_SAFE_INTEGER,
    0,
    'The number of items to skip: the `next` of the previous answer.',
  )

const oneOf = (name: string, options: readonly string[]) => (issue: { readonly input: unknown }) =>
  `${name} takes ${either(options)}, not ${quote(String(issue.input))}.`

/** One of the options, spelled exactly. */
export const choice = <const O extends readonly string[]>(name: string, options: O, description: string) =>
  v.optional(v.pipe(v.picklist(options, oneOf(name, options)), v.description(description)))

/** One of the options, spelled exactly, and `fallback` where the parameter is not sent. */
export const choiceOr = <const O extends readonly string[]>(
  name: string,
  options: O,
  fallback: O[number],
  description: string,
) =>
  v.optional(
    v.pipe(
      v.picklist(options, oneOf(name, options)),
      v.description(description),
      v.metadata({ default: fallback }),
    ),
    fallback,
  )

/** A day on the calendar, sent as `YYYY-MM-DD`. */
export const day = (name: string, description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ format: 'date', examples: ['2026-11-20'] }),
      v.check(
        (text) => readIsoDay(text) !== undefined,
        ({ input }) => `${name} takes a day on the calendar such as 2026-11-20, not ${quote(input)}.`,
      ),
      v.transform((text): Day => readIsoDay(text)!),
    ),
  )

/** The name of something; blank is refused. */
export const name = (parameter: string, description: string) =>
  v.exactOptional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ minLength: 1 }),
      v.check((text) => text.trim() !== '', `${parameter} is empty. Set a name, or leave the parameter out.`),
    ),
  )

/** Words that have to be there, of a bounded length. `absent` is what is said of blank ones. */
export const words = (name: string, most: number, absent: string, example: string, description: string) =>
  v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ minLength: 1, maxLength: most, examples: [example] }),
    v.check((text) => text.trim() !== '', absent),
    v.check(
      (text) => text.length <= most,
      ({ input }) => `${name} takes at most ${most} characters, not ${input.length}.`,
    ),
  )

/**
 * Reads the query string of a request. Parameters that the route does not know are passed over; a known one that
 * stands there twice is refused.
 * @param entries the decoded names and values, such as a `URLSearchParams`
 * @see decisions 6.4
 */
export function readQuery<S extends ObjectSchema>(
  schema: S,
  entries: Iterable<readonly [string, string]>,
): Checked<v.InferOutput<S>> {
  const sent = new Map<string, string>()
  for (const [name, value] of entries) {
    if (!Object.hasOwn(schema.entries, name)) continue
    if (sent.has(name)) return { ok: false, error: `${name} is repeated. Send it once.` }
    sent.set(name, value)
  }
  return check(schema, Object.fromEntries(sent))
}
