/**
 * Values of properties: how what was written becomes what is kept, and how what is kept is shown. A refusal says what
 * is wrong and what would be right.
 *
 * How long a value may be, and that none may name a file, is for those who keep it to check.
 */
import { listValues } from '@notegraph/block-text'
import { KINDS } from './kinds.ts'
import type { Field } from './page-type.ts'
import { quote } from './words.ts'

export type StoredValue =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string }

const CONTROL = /\p{Cc}/u

/**
 * The stored form of a property that is no field: one line, without outer white space.
 * @param name what the refusal calls the property
 * @returns a refusal for a blank value, and for line breaks, control characters and lone surrogates
 * @see decisions 3.6
 */
export function storeText(name: string, written: string): StoredValue {
  const value = written.trim()
  if (value === '') return { ok: false, error: `${name} takes a value, and this one is blank.` }
  if (!value.isWellFormed()) {
    return { ok: false, error: `${name} takes whole characters, not half of a pair, as in ${quote(value)}.` }
  }
  if (CONTROL.test(written)) {
    return {
      ok: false,
      error: `${name} takes one line without line breaks or control characters, not ${quote(written)}.`,
    }
  }
  return { ok: true, value }
}

/**
 * The stored form of a field's value: a relation as `[[Name]], [[Other]]`, an option as spelled, a day in ISO form.
 * Any string may be given; nothing throws.
 * @returns a refusal in words for a value that the field's kind does not take
 * @see decisions 4
 */
export function storeValue(field: Field<string>, written: string): StoredValue {
  const line = storeText(field.label, written)
  if (!line.ok) return line
  const kind = KINDS[field.kind]
  const value = kind.read(line.value, field)
  if (value !== undefined) return { ok: true, value }
  return { ok: false, error: `${field.label} takes ${kind.takes}, not ${quote(line.value)}.` }
}

/**
 * What `fields` shows of a stored value: the names of a relation, the string of any other kind. A relation that a
 * device or an import wrote otherwise gives the names it links, or else those between its commas.
 */
export function showValue(field: Field<string>, stored: string): string | string[] {
  return field.kind === 'ref' ? listValues(stored) : stored
}
