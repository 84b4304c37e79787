/** Keys of properties: the valid keys, and the keys that the service reserves. */
import { quote } from './words.ts'

/** A property with a meaning for the service itself. */
export interface SpecialKey {
  readonly key: string
  /** The purpose of the property. */
  readonly purpose: string
  /** Whether a write can set the property. */
  readonly writable: boolean
  /** Whether `props` shows the property. An `image` with a file is hidden anyway. */
  readonly shown: boolean
}

/** The properties with a meaning for the service itself. @see decisions 3.4 */
export const SPECIAL_KEYS: readonly SpecialKey[] = [
  { key: 'type', purpose: 'the type of the page', writable: true, shown: true },
  { key: 'alias', purpose: 'other names of the page, separated by commas', writable: true, shown: true },
  { key: 'tags', purpose: 'tags of the page, separated by commas', writable: true, shown: true },
  { key: 'image', purpose: 'a picture of the page', writable: true, shown: true },
  { key: 'pdf', purpose: 'the document that the page is about', writable: false, shown: false },
  { key: 'file', purpose: 'the file that the page is about', writable: false, shown: false },
  { key: 'sketch-scene', purpose: 'a drawing', writable: false, shown: false },
  { key: 'snapshot', purpose: 'the kept copy of a website', writable: false, shown: false },
  { key: 'snapshot-at', purpose: 'the day the copy was kept', writable: false, shown: false },
  { key: 'snapshot-url', purpose: 'the address the copy is of', writable: false, shown: false },
  { key: 'picture-missed', purpose: 'that no picture was found', writable: false, shown: false },
]

/** Keys of the outliner, and keys for facts that a page already has. */
const OWN_KEYS = ['id', 'collapsed', 'title', 'name']

const REFUSED = /* @__PURE__ */ refusedKeys()

function refusedKeys(): ReadonlySet<string> {
  return new Set([...OWN_KEYS, ...SPECIAL_KEYS.filter((special) => !special.writable).map(({ key }) => key)])
}

/** The longest key, in UTF-16 units. */
const KEY_LENGTH = 64

const CONTROL = /\p{Cc}/u
const OUTSIDE_A_KEY = /[^\p{L}\p{M}\p{Nd}\-_./]/u

/** A valid key, or a message about the invalid one. */
export type PropertyKey =
  { readonly ok: true; readonly key: string } | { readonly ok: false; readonly why: string }

/**
 * The stored form of a written key: trimmed, in lower case, NFC, with `-` for spaces.
 * @returns the key, or a message for an invalid one
 * @example
 * propertyKey('Favourite Tea') // { ok: true, key: 'favourite-tea' }
 * propertyKey('').ok // false
 * @see decisions 3.5
 */
export function propertyKey(written: string): PropertyKey {
  const key = written.trim().toLowerCase().normalize('NFC').replaceAll(' ', '-')
  if (key === '')
    return { ok: false, why: 'A property needs a key of 1 to 64 characters, and this one is empty.' }
  if (key.length > KEY_LENGTH) {
    return {
      ok: false,
      why: `A property key has at most ${KEY_LENGTH} characters, and ${quote(key)} has ${key.length}.`,
    }
  }
  const wrong = (CONTROL.exec(written) ?? OUTSIDE_A_KEY.exec(key))?.[0]
  if (wrong !== undefined) {
    return {
      ok: false,
      why: `A property key is made of letters, digits, "-", "_", "." and "/"; ${quote(key)} holds ${quote(wrong)}.`,
    }
  }
  if (REFUSED.has(key))
    return { ok: false, why: `The property ${quote(key)} is kept by the service and cannot be set.` }
  return { ok: true, key }
}
