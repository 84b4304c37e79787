/**
 * Doc values: one number of each document for each field, by document number, in strips that fill a page of the storage.
 * A condition over a million documents reads them in a few milliseconds, and they sort the documents that were found.
 */
import type { Marker, Priority } from '@notegraph/block-text'
import { LETTERS, MARKER_CODES, NO_PRIORITY, PRIORITY_CODES } from '../codes.ts'
import type { IndexedDocument } from '../documents.ts'
import type { Bytes, SegmentStorage } from '../storage.ts'

/** The values of a field, by document number. */
export type Values =
  Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

interface Field {
  /** Part of the key of each strip, so it never changes. */
  readonly code: number
  readonly array: new (data: ArrayBuffer | number) => Values
  /** The bytes of one value. */
  readonly bytes: number
  /** The number of values in a strip. */
  readonly length: number
  /** The value of a number without a document. */
  readonly none: number
  readonly of: (document: IndexedDocument) => number
}

export type FieldName = 'updated' | 'created' | 'page' | 'scheduled' | 'deadline' | 'due' | 'task' | 'letters'

const STRIP_BYTES = 8_000
const seconds = { array: Uint32Array, bytes: 4, length: STRIP_BYTES / 4, none: 0 }
const integers = { array: Int32Array, bytes: 4, length: STRIP_BYTES / 4, none: 0 }

/**
 * `updated` is in milliseconds, since it orders the documents, and NaN if there is no document. `created` is in seconds
 * (`secondOf`), which is enough to compare days. `task` is the code of the marker and 16 times that of the priority.
 * `letters` has a bit for each letter of `LETTERS` that the words contain: for a query of one letter, most terms would
 * match. Code 8 was that of a field that is no longer stored.
 */
export const FIELDS: Readonly<Record<FieldName, Field>> = {
  updated: {
    array: Float64Array,
    bytes: 8,
    length: STRIP_BYTES / 8,
    none: NaN,
    code: 0,
    of: ({ updatedAt }) => updatedAt,
  },
  created: { ...seconds, code: 1, of: ({ createdAt }) => secondOf(createdAt) },
  page: { ...integers, code: 2, of: ({ page }) => page },
  scheduled: { ...integers, code: 3, of: ({ scheduled }) => scheduled ?? 0 },
  deadline: { ...integers, code: 4, of: ({ deadline }) => deadline ?? 0 },
  due: { ...integers, code: 5, of: ({ due }) => due },
  task: {
    array: Uint8Array,
    bytes: 1,
    length: STRIP_BYTES,
    none: 0,
    code: 6,
    of: ({ marker, priority }) => taskCode(marker, priority),
  },
  letters: { ...integers, code: 7, of: ({ words }) => lettersIn(words) },
}
export const FIELD_NAMES: readonly FieldName[] = /* @__PURE__ */ Object.keys(FIELDS) as FieldName[]

/** The strips of a field have the keys from `code * STRIPS` on. */
const STRIPS = 2 ** 32
const keyOf = ({ code }: Field, strip: number): number => code * STRIPS + strip

/** The field of a strip, by its key. */
export const fieldOfKey = (key: number): FieldName | undefined =>
  FIELD_NAMES.find((name) => FIELDS[name].code === Math.floor(key / STRIPS))

const LAST_SECOND = 2 ** 32 - 1
/** The second of a time: 1 in 1970, and the same for all times from 2106 on. A later time is never in an earlier second. */
export const secondOf = (time: number): number => Math.min(Math.floor(time / 1_000) + 1, LAST_SECOND)

export const taskCode = (marker: Marker | undefined, priority: Priority | undefined): number =>
  (marker === undefined ? 0 : MARKER_CODES[marker]) +
  16 * (priority === undefined ? NO_PRIORITY : PRIORITY_CODES[priority])

const FIRST_LETTER = /* @__PURE__ */ LETTERS.charCodeAt(0)

function lettersIn(words: string): number {
  let letters = 0
  for (let i = 0; i < words.length; i++) {
    const place = words.charCodeAt(i) - FIRST_LETTER
    if (place >= 0 && place < LETTERS.length) letters |= 1 << place
  }
  return letters
}

/** A document to write, or the number of one that no longer exists. */
export interface DocumentEntry {
  readonly n: number
  readonly document: IndexedDocument | undefined
}

export interface ChangedStrip {
  readonly field: FieldName
  /** The number of its first document. */
  readonly first: number
  readonly strip: Values
}

/** The doc values of an index in its storage. */
export class DocValues {
  readonly #rows: SegmentStorage['docValues']

  constructor(storage: SegmentStorage) {
    this.#rows = storage.docValues
  }

  /** All strips of a field joined, up to the end of the last one. */
  whole(name: FieldName): Values {
    const field = FIELDS[name]
    const [from, to] = [keyOf(field, 0), keyOf(field, STRIPS)]
    const whole = new field.array((((this.#rows.last(from, to) ?? -1) + 1) % STRIPS) * field.length)
    const bytes = new Uint8Array(whole.buffer)
    let end = 0
    // One strip after the other, so that the memory in use never exceeds the result
    for (const [key, { strip }] of this.#rows.scan(from, to)) {
      const at = (key % STRIPS) * field.length
      whole.fill(field.none, end, at)
      bytes.set(strip, at * field.bytes)
      end = at + field.length
    }
    return whole
  }

  /** The strip with the value of document `n`, unless it was never written. */
  stripOf(name: FieldName, n: number): Values | undefined {
    const field = FIELDS[name]
    const row = this.#rows.get(keyOf(field, Math.floor(n / field.length)))
    return row && valuesIn(field, row.strip)
  }

  /** The strips that a later step wrote, of the wanted fields. */
  since(step: number, isWanted: (name: FieldName) => boolean): ChangedStrip[] {
    const strips: ChangedStrip[] = []
    for (const key of this.#rows.since(step)) {
      const name = fieldOfKey(key)
      const row = name !== undefined && isWanted(name) ? this.#rows.get(key) : undefined
      if (name === undefined || !row) continue
      const first = (key % STRIPS) * FIELDS[name].length
      strips.push({ field: name, first, strip: valuesIn(FIELDS[name], row.strip) })
    }
    return strips
  }

  /** Writes the strips that differ. @param documents in ascending order @param step of the index */
  write(documents: readonly DocumentEntry[], step: number): void {
    for (const name of FIELD_NAMES) this.#writeField(name, documents, step)
  }

  #writeField(name: FieldName, documents: readonly DocumentEntry[], step: number): void {
    const field = FIELDS[name]
    let at = -1
    let strip: Values = new field.array(0)
    let isChanged = false
    const flush = () => {
      if (isChanged) this.#rows.put(keyOf(field, at), { strip: bytesOf(strip), step })
      isChanged = false
    }
    for (const { n, document } of documents) {
      const next = Math.floor(n / field.length)
      if (next !== at) {
        flush()
        at = next
        strip = this.stripOf(name, n) ?? new field.array(field.length).fill(field.none)
      }
      const value = document ? field.of(document) : field.none
      if (Object.is(strip[n % field.length], value)) continue
      strip[n % field.length] = value
      isChanged = true
    }
    flush()
  }

  clear(): void {
    this.#rows.clear()
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Values): Bytes =>
  new Uint8Array(buffer, byteOffset, byteLength)

function valuesIn({ array }: Field, { buffer, byteOffset, byteLength }: Bytes): Values {
  const end = byteOffset + byteLength
  const isWhole = byteOffset === 0 && end === buffer.byteLength
  return new array(isWhole ? buffer : buffer.slice(byteOffset, end))
}
