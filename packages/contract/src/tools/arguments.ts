/**
 * Arguments of tools: flat JSON values, with the descriptions of the API's parameters.
 * @see decisions 10.3
 */
import { listValues } from '@notegraph/block-text'
import { either } from '@notegraph/page-types'
import { readDayTerm, type DayTerm } from '@notegraph/query'
import * as v from 'valibot'
import { valueWords } from '../requests/check.ts'
import { dayFault } from '../requests/day.ts'
import { readJson } from '../requests/json.ts'
import { LIMITS } from '../limits.ts'
import { isListEdit, sentFault, type SentValue } from '../schemas/properties.ts'

type Issue = { readonly input: unknown }

const takes =
  (name: string, what: string) =>
  ({ input }: Issue): string =>
    `${name} takes ${what}, not ${valueWords(input)}.`

/** A string. The service checks its value. */
export const text = (name: string, description: string, example: string) =>
  v.pipe(v.string(takes(name, 'a string')), v.description(description), v.metadata({ examples: [example] }))

function wholeNumber(name: string, most: number, description: string, least = 1) {
  const words = takes(name, `a whole number from ${least} to ${most}`)
  return v.pipe(
    v.number(words),
    v.integer(words),
    v.minValue(least, words),
    v.maxValue(most, words),
    v.description(description),
  )
}

/** The most items in one answer. */
export const limit = (fallback: number, what: string) =>
  v.optional(wholeNumber('limit', LIMITS.listMost, `The most ${what}.`), fallback)

/** The number of levels of an outline. */
export const levels = (name: string, description: string) => wholeNumber(name, LIMITS.depthMost, description)

/** The number of blocks to show under each found one. @see assistants 12.2 */
export const nested = () =>
  v.optional(wholeNumber('nested', LIMITS.nestedMost, 'First blocks to show under each.', 0), 0)

/** A place in a text or a list. It has no greatest value in the schema, which tools would show for nothing. */
export function place(name: string, description: string) {
  const words = takes(name, `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
  return v.pipe(
    v.number(words),
    v.integer(words),
    v.minValue(0, words),
    v.check((count) => Number.isSafeInteger(count), words),
    v.description(description),
  )
}

/** The number of items to skip. */
export const offset = () => v.optional(place('offset', 'To skip.'), 0)

/** One of the options, spelled exactly. */
export const choice = <const O extends readonly string[]>(name: string, options: O, description: string) =>
  v.pipe(v.picklist(options, takes(name, either(options))), v.description(description))

/** Whether something applies; not by default. */
export const flag = (name: string, description: string) =>
  v.pipe(v.boolean(takes(name, 'true or false')), v.description(description))

/** A day, which may depend on the current day. The instructions of the server list the forms. @see assistants 6 */
export const day = (name: string, description: string, example = '2026-11-20') =>
  v.pipe(
    v.string(({ input }) => dayFault(name, valueWords(input))),
    v.check(
      (text) => readDayTerm(text) !== undefined,
      ({ input }) => dayFault(name, valueWords(input)),
    ),
    v.description(description),
    v.metadata({ examples: [example] }),
    v.transform((text): DayTerm => readDayTerm(text)!),
  )

/** The words of a search. */
export const query = (name: string, absent: string, description: string) =>
  v.pipe(
    v.string(takes(name, 'a string')),
    v.check((text) => text.trim() !== '', absent),
    v.check(
      (text) => text.length <= LIMITS.queryCharacters,
      ({ input }) => `${name} takes at most ${LIMITS.queryCharacters} characters, not ${input.length}.`,
    ),
    v.description(description),
    v.metadata({ examples: ['first program'] }),
  )

/** One line of words that cannot be empty. */
export const word = (name: string, description: string, example: string) =>
  v.pipe(
    text(name, description, example),
    v.check((text) => text.trim() !== '', `${name} is empty. Set it, or leave it out.`),
  )

/** A number or a boolean, which a property takes as its text. @see assistants 13.1 */
export const isScalar = (value: unknown): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean'

/** The value of a property, or `null` to remove it. The schema lists strings alone, because an empty string does the same. */
export const propertyText = (name: string, description: string, example: string) =>
  v.pipe(
    v.custom<SentValue | number | boolean>(
      (input) => typeof input === 'string' || input === null || isScalar(input) || isListEdit(listIn(input)),
      ({ input }) => sentFault(name, input),
    ),
    v.description(description),
    v.metadata({ type: 'string', examples: [example] }),
    v.transform((value): SentValue => (isScalar(value) ? String(value) : (listIn(value) as SentValue))),
  )

/** The list edit of a JSON text, as clients send it that only know texts; any other value unchanged. */
export function listIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value
  const read = readJson(value)
  return read.ok && isListEdit(read.value) ? read.value : value
}

/** A string, or `none` to remove a value. @see assistants 3.1 */
export const textOrNone = (name: string, description: string, example: string) =>
  v.pipe(
    text(name, description, example),
    v.transform((written) => (written === 'none' ? null : written)),
  )

/** One of the options, or `none` to remove a value. @see assistants 3.1 */
export const choiceOrNone = <const O extends readonly string[]>(
  name: string,
  options: O,
  description: string,
) =>
  v.pipe(
    v.custom<O[number] | 'none'>(
      (input) => input === 'none' || options.some((option) => option === input),
      takes(name, either([...options, 'none'])),
    ),
    v.description(description),
    v.metadata({ type: 'string', enum: [...options, 'none'] }),
    v.transform((choice): O[number] | null => (choice === 'none' ? null : choice)),
  )

/** `none` to remove a value. @see assistants 3.1 */
export const onlyNone = (name: string, description: string) => choiceOrNone(name, [], description)

/** Strings, in their order. */
export const strings = (name: string, most: number, description: string, what: string = name) =>
  v.pipe(
    v.array(v.string(), takes(name, 'an array of strings')),
    v.maxLength(most, ({ input }) => `${name} takes up to ${most} ${what}, not ${input.length}.`),
    v.description(description),
  )

/** Keys of properties, as a list or separated by commas; the schema lists a string alone. @see assistants 12.1 */
export const keys = (name: string, description: string) =>
  v.pipe(
    v.custom<string | readonly string[]>(
      (input) =>
        typeof input === 'string' ||
        (Array.isArray(input) && input.length > 0 && input.every((one) => typeof one === 'string')),
      takes(name, 'keys, separated by commas'),
    ),
    v.description(description),
    v.metadata({ type: 'string', examples: ['status, rating'] }),
    v.transform((sent) => (typeof sent === 'string' ? listValues(sent) : sent)),
    v.maxLength(
      LIMITS.shownProperties,
      ({ input }) => `${name} takes up to ${LIMITS.shownProperties} keys, not ${input.length}.`,
    ),
  )

/** Properties as in the API; the schema lists strings alone. */
export const flat = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(schema, v.metadata({ additionalProperties: { type: 'string' } }))
