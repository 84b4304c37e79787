/**
 * Parameters of a query string. Each schema takes the raw string, or `undefined` if the parameter is missing, and
 * returns the checked value. Its metadata is the JSON Schema of the documents, because the raw text represents a
 * number or a day.
 */
import { listValues } from '@notegraph/block-text'
import { either, quote } from '@notegraph/page-types'
import { readDayTerm, type DayTerm } from '@notegraph/query'
import * as v from 'valibot'
import { check, type Checked, type ObjectSchema } from './check.ts'
import { DAY_EXAMPLES, DAY_FORMS, dayFault } from './day.ts'
import { LIMITS } from '../limits.ts'
import { fewWords, keyOrPair } from './filters.ts'

const DIGITS = /^\d{1,16}$/

/** A whole number in digits; `fallback` if the parameter is missing. */
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

/** The most items in an answer. @param most the highest limit that a caller can set */
export const limit = (fallback: number, most: number = LIMITS.listMost) =>
  wholeNumber(
    'limit',
    1,
    most,
    fallback,
    'The most items to return. A list ends earlier if the answer would grow too large; `next` is then the offset of the rest.',
  )

/** The number of items to skip. */
export const offset = () =>
  wholeNumber(
    'offset',
    0,
    Number.MAX_SAFE_INTEGER,
    0,
    'The number of items to skip: the `next` of the previous answer.',
  )

/** The query of a list. A caller reads one window of it at a time. */
export const WindowQuery = v.object({ limit: limit(LIMITS.listDefault), offset: offset() })
export type WindowQuery = v.InferOutput<typeof WindowQuery>

/** A whole number in digits, which may be missing. */
const optionalNumber = (name: string, from: number, to: number, description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ type: 'integer', minimum: from, maximum: to }),
      v.check(
        (text) => DIGITS.test(text) && Number(text) >= from && Number(text) <= to,
        ({ input }) => `${name} takes a whole number from ${from} to ${to}, not ${quote(input)}.`,
      ),
      v.transform(Number),
    ),
  )

/** The number of levels of an outline; all of them if the parameter is missing. */
export const levels = (name: string, description: string) =>
  optionalNumber(name, 1, LIMITS.depthMost, description)

/** The number of blocks to show under each found one. @see assistants 12.2 */
export const nested = () =>
  optionalNumber(
    'nested',
    0,
    LIMITS.nestedMost,
    'The first blocks to show under each one, in `nested`. Each block then has `nestedCount`.',
  )

const oneOf = (name: string, options: readonly string[]) => (issue: { readonly input: unknown }) =>
  `${name} takes ${either(options)}, not ${quote(String(issue.input))}.`

/** One of the options, spelled exactly. */
export const choice = <const O extends readonly string[]>(name: string, options: O, description: string) =>
  v.optional(v.pipe(v.picklist(options, oneOf(name, options)), v.description(description)))

/** One of the options, spelled exactly; `fallback` if the parameter is missing. */
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
  )

/** A plus sign that is not percent-encoded arrives as a space. */
const readTerm = (text: string): DayTerm | undefined => readDayTerm(text.replace(/^ (?=\d+[dwmy]$)/, '+'))

/** A day, which may depend on the current day. @see assistants 6 */
export const day = (name: string, description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(`${description} Takes ${DAY_FORMS}.`),
      v.metadata({ examples: [...DAY_EXAMPLES] }),
      v.check(
        (text) => readTerm(text) !== undefined,
        ({ input }) => dayFault(name, quote(input)),
      ),
      v.transform((text): DayTerm => readTerm(text)!),
    ),
  )

/** The name of something; blank is refused. */
export const name = (parameter: string, description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ minLength: 1 }),
      v.check((text) => text.trim() !== '', `${parameter} is empty. Set a name, or leave the parameter out.`),
    ),
  )

/** Several names, separated by commas; a name with a comma is in double brackets. */
export const names = (
  parameter: string,
  most: number,
  description: string,
  example = 'Charles Babbage, Analytical Engine',
) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ examples: [example] }),
      v.transform((text) => listValues(text)),
      v.check((list) => list.length > 0, `${parameter} is empty. Set it to names, or leave it out.`),
      v.check(
        (list) => list.length <= most,
        ({ input }) => `${parameter} takes up to ${most} names, not ${input.length}.`,
      ),
    ),
  )

/** Required words of a bounded length. `absent` is the message for blank ones. */
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

/** Words or a query of a search, as a filter. */
export const optionalWords = (name: string, description: string) =>
  v.optional(
    words(
      name,
      LIMITS.queryCharacters,
      `${name} is empty. Set it to words or a query, or leave it out.`,
      'first program',
      description,
    ),
  )

/** The message for a blank section. */
export const NO_SECTION = 'section is empty. Set it to a heading or the words of a block, or leave it out.'

/** The words of a block, as a filter. */
export const section = (description: string) =>
  v.optional(words('section', LIMITS.queryCharacters, NO_SECTION, 'Notes', description))

/** Words that find pages by their names. */
export const pageWords = (description: string) =>
  v.optional(
    v.pipe(
      words('q', LIMITS.queryCharacters, 'q is empty. Set it to words, or leave it out.', 'ada', description),
      fewWords(),
    ),
  )

/** A property as `key` or `key=value`. */
export const pageProperty = (description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.metadata({ minLength: 1, examples: ['status', 'status=done'] }),
      keyOrPair(),
    ),
  )

/**
 * Reads the query string of a request. Unknown parameters are ignored; a repeated known one is refused.
 * @param entries the decoded names and values, such as a `URLSearchParams`
 * @returns the values with defaults, or a message about the first fault
 * @example
 * readQuery(ListPagesQuery, [['limit', '5']]) // { ok: true, value: { limit: 5, offset: 0 } }
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
