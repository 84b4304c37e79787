/**
 * The kinds of value, each with a description, an example and its stored form. A reader gets the field and the
 * written value, which is trimmed and never empty. The reader returns the stored form, or `undefined` for an invalid
 * value. Nothing here throws.
 * @see decisions 4
 */
import { fold, isoDay, readDay, readIsoDay } from '@notegraph/block-text'
import type { Field, FieldKind } from './page-type.ts'
import { distinct, isLinkable, relationParts, unbracket } from './relation.ts'
import { isWebAddress } from './web-address.ts'

/** A kind of value: its description, and the reader of its stored form. */
export interface Kind {
  /** The description of valid values, as in "Birthday takes …". */
  readonly takes: string
  readonly read: (written: string, field: Field<string>) => string | undefined
}

function readDate(written: string): string | undefined {
  const day = readDay(unbracket(written))
  return day === undefined ? undefined : isoDay(day)
}

const AS_FAR_AS_KNOWN = /^([1-9]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?$/

function readWhen(written: string): string | undefined {
  const match = AS_FAR_AS_KNOWN.exec(written)
  if (!match) return undefined
  const [, year, month = '01', day = '01'] = match
  return readIsoDay(`${year}-${month}-${day}`) === undefined ? undefined : written
}

function readRelation(written: string): string | undefined {
  const names = relationParts(written).map(unbracket)
  if (!names.every(isLinkable)) return undefined
  return distinct(names)
    .map((name) => `[[${name}]]`)
    .join(', ')
}

function readOption(written: string, field: Field<string>): string {
  return field.options?.find((option) => fold(option) === fold(written)) ?? written
}

/** One `@`, with something other than white space on both sides of it. */
const EMAIL = /^[^@]*[^@\s]@[^@\s][^@]*$/

const digits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

const only =
  (takes: (written: string) => boolean) =>
  (written: string): string | undefined =>
    takes(written) ? written : undefined

/** Each kind by its name. The type ensures that none is missing. */
export const KINDS: { readonly [K in FieldKind]: Kind } = {
  date: { takes: 'a day such as 1815-12-10', read: readDate },
  when: { takes: 'a full or partial date, such as 1852, 1852-11 or 1852-11-27', read: readWhen },
  stars: {
    takes: 'a whole number of stars from 1 to 5',
    read: /* @__PURE__ */ only((written) => /^[1-5]$/.test(written)),
  },
  ref: {
    takes: 'page names separated by commas, such as Ada Lovelace or [[Ada Lovelace]], [[Charles Babbage]]',
    read: readRelation,
  },
  select: { takes: 'one of its options, or words of your own', read: readOption },
  email: {
    takes: 'an email address such as ada@example.org',
    read: /* @__PURE__ */ only((written) => EMAIL.test(written)),
  },
  tel: {
    takes: 'a phone number of at least three digits, such as +44 20 7946 0958',
    read: /* @__PURE__ */ only((written) => digits(written) >= 3),
  },
  url: {
    takes: 'a web address such as https://example.org or example.org',
    read: /* @__PURE__ */ only(isWebAddress),
  },
  text: { takes: 'words', read: (written) => written },
}
