/**
 * Values of properties: their stored form, and their displayed form. A message says what is wrong, and what would be
 * valid.
 *
 * The caller checks the length of a value, and that the value does not name a file.
 */
import { listValues } from '@notegraph/block-text'
import { KINDS } from './kinds.ts'
import type { Field } from './page-type.ts'
import { quote } from './words.ts'

/** A value in its stored form, or a message about an invalid one. */
export type StoredValue =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string }

const CONTROL = /\p{Cc}/u

/**
 * The stored form of a property that is not a field: one line, without outer white space.
 * @param name the property's name in the message
 * @returns a message for a blank value, line breaks, control characters and lone surrogates
 * @example
 * storeText('Mood', ' calm ') // { ok: true, value: 'calm' }
 * @see decisions 3.6
 */
export function storeText(name: string, written: string): StoredValue {
  // Before trimming, which removes some of these characters.
  if (CONTROL.test(written)) {
    return {
      ok: false,
      error: `${name} takes one line without line breaks or control characters, not ${quote(written)}.`,
    }
  }
  const value = written.trim()
  if (value === '') return { ok: false, error: `${name} takes a value, and this one is blank.` }
  if (!value.isWellFormed()) {
    return { ok: false, error: `${name} takes whole characters, not half of a pair, as in ${quote(value)}.` }
  }
  return { ok: true, value }
}

/**
 * The stored form of a field's value: a relation as `[[Name]], [[Other]]`, an option as spelled, a day in ISO form.
 * Accepts any string and never throws.
 * @returns the stored form, or a message for an invalid value
 * @example
 * storeValue(findField('person', 'birthday'), 'Dec 10th, 1815') // { ok: true, value: '1815-12-10' }
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
 * The displayed form of a stored value: the names of a relation, or the string of any other kind. In other forms,
 * written by a device or an import, the names are the links, or else the texts between commas.
 * @example
 * showValue(findField('person', 'knows'), '[[Ada]], [[Mira]]') // ['Ada', 'Mira']
 */
export function showValue(field: Field<string>, stored: string): string | string[] {
  return field.kind === 'ref' ? listValues(stored) : stored
}
