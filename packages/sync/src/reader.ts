/**
 * Parses JSON from an unknown sender. Each method returns a value of its type, whatever the input is. The reader keeps
 * the first fault as a message with the name of the member. The caller asks for the fault once, at the end.
 */
import { isRecordId } from '@notegraph/graph'
import { SYNC_LIMITS } from './limits.ts'

/** The result of parsing: a value, or a message. */
export type ReadResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** A JSON object with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, neither an array nor `null`. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Visible ASCII. */
const REVISION = /^[!-~]{1,64}$/
const CONTROL = /\p{Cc}/u
/** The last millisecond of a JavaScript date. Any later time is in the future. */
const LAST_TIME = 8.64e15
const EMPTY: JsonObject = Object.freeze({})

const isDeviceName = (text: string): boolean =>
  text !== '' && text.length <= SYNC_LIMITS.device && text.isWellFormed() && !CONTROL.test(text)

/** Describes a wrong value in a few words. */
function words(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string')
    return `not ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `not ${String(value)}`
  return Array.isArray(value) ? 'not an array' : 'not an object'
}

/** Checks the members of one object and keeps the first fault. */
export class Reader {
  #fault: string | undefined
  readonly #what: string

  /**
   * @param what the name of the object, for messages
   */
  constructor(what: string) {
    this.#what = what
  }

  note(fault: string): void {
    this.#fault ??= `${this.#what}: ${fault}`
  }

  /** Returns the value, or the first fault. */
  done<T>(value: T): ReadResult<T> {
    return this.#fault === undefined ? { ok: true, value } : { ok: false, error: this.#fault }
  }

  #wants(name: string, takes: string, value: unknown): void {
    this.note(`${name} takes ${takes}, ${value === undefined ? 'but is missing' : words(value)}.`)
  }

  object(value: unknown, name: string): JsonObject {
    if (isObject(value)) return value
    this.#wants(name, 'an object', value)
    return EMPTY
  }

  string(value: unknown, name: string): string {
    if (typeof value === 'string') return value
    this.#wants(name, 'a string', value)
    return ''
  }

  /** A finite number. */
  number(value: unknown, name: string): number {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    this.#wants(name, 'a finite number', value)
    return 0
  }

  /** Milliseconds since 1970; fractions are dropped. */
  time(value: unknown, name: string): number {
    if (typeof value === 'number' && value >= 0 && value !== Infinity)
      return Math.floor(Math.min(value, LAST_TIME))
    this.#wants(name, 'a time in milliseconds since 1970', value)
    return 0
  }

  id(value: unknown, name: string): string {
    if (typeof value === 'string' && isRecordId(value)) return value
    this.#wants(name, 'an id of 1 to 64 characters of A-Z a-z 0-9 . _ -', value)
    return ''
  }

  device(value: unknown, name: string): string {
    if (typeof value === 'string' && isDeviceName(value)) return value
    this.#wants(name, `a name of 1 to ${SYNC_LIMITS.device} characters without control characters`, value)
    return ''
  }

  revision(value: unknown, name: string): string {
    if (typeof value === 'string' && REVISION.test(value)) return value
    this.#wants(name, 'a revision of 1 to 64 visible ASCII characters', value)
    return ''
  }

  /** Reads each member of an array. A missing array is empty. */
  list<T>(value: unknown, name: string, most: number, read: (member: unknown, name: string) => T): T[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) this.#wants(name, 'an array', value)
    else if (value.length > most) this.note(`${name} has ${value.length} members. The limit is ${most}.`)
    else return value.map((member, i) => read(member, `${name}[${i}]`))
    return []
  }

  /** An array of revisions, without duplicates. */
  revisions(value: unknown, name: string): string[] {
    const all = this.list(value, name, SYNC_LIMITS.seen, (member, name) => this.revision(member, name))
    return all.length < 2 ? all : [...new Set(all)]
  }
}
